/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: jumps that cover several instructions; all registers and flags. Included
 * once.
 */
#ifndef JUMP_ARCH_H
#define JUMP_ARCH_H

#include <linux/static_call.h>
#include <asm/cpufeature.h>
#include <asm/processor-flags.h>
#include <asm/trapnr.h>

#define MAX_BOUNDARIES	5
#define FLAG_RANDOM	(X86_EFLAGS_CF | X86_EFLAGS_PF | X86_EFLAGS_ZF | \
			 X86_EFLAGS_SF | X86_EFLAGS_OF)

/**
 * struct jt_state - what jt_call() sets and finds
 * @regs: by the processor's numbers
 * @flags: flags
 */
struct jt_state {
	unsigned long regs[16];
	unsigned long flags;
};

enum { AX, CX, DX, BX, SP, BP, SI, DI };

extern struct jt_state jt_in, jt_out;
extern const void *jt_target;
extern unsigned long jt_sp;
void jt_call(void);

/* targets.S */
extern u8 jt_alone[], jt_two[], jt_bytes[], jt_flags[], jt_rip[], jt_jcc[],
	  jt_jmp[], jt_loop[], jt_jrcxz[], jt_call_last[], jt_ret[], jt_load[],
	  jt_just_return[], jt_dead_behind[];

/* regions.S */
extern u8 jr_back_1[], jr_back_2[], jr_back_3[], jr_back_4[],
	  jr_from_elsewhere[], jr_table[], jr_pointer[], jr_taken[],
	  jr_fixup[], jr_second_faults[], jr_first_faults[], jr_label[],
	  jr_label_enter[], jr_call_returns[], jr_landing[], jr_on_landing[], jr_sti[],
	  jr_indirect_jump[], jr_short[], jr_has_label[], jr_has_static_call[],
	  jr_has_trampoline[], jr_has_tracer[];
extern struct static_key_false jr_key;
DEFINE_STATIC_KEY_FALSE(jr_key);
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
void jr_callee(void);
DEFINE_STATIC_CALL(jr_static_call, jr_callee);
#endif

/**
 * struct target - a function that can be a jump
 * @fn: where
 * @name: what it is called
 * @at: offsets of its instructions that the jump covers, but for the first
 * @pushed: words that are on the stack there
 */
struct target {
	const u8 *fn;
	const char *name;
	u8 at[MAX_BOUNDARIES];
	u8 pushed[MAX_BOUNDARIES];
};

static const struct target targets[] = {
	{ jt_alone, "alone" },
	{ jt_two, "two", { 3 } },
	{ jt_bytes, "bytes", { 1, 2, 3, 4 }, { 0, 0, 0, 1 } },
	{ jt_flags, "flags", { 1, 2 }, { 1, 0 } },
	{ jt_rip, "rip", { 1 } },
	{ jt_jcc, "jcc", { 4 } },
	{ jt_jmp, "jmp", { 2 } },
	{ jt_loop, "loop", { 2, 4 } },
	{ jt_jrcxz, "jrcxz", { 2, 4 } },
	{ jt_call_last, "call_last", { 1 }, { 1 } },
	{ jt_ret, "ret", { 2 } },
};

/* --- calls with all registers known */

/* Status flags and these; the others are as they should be in the kernel. */
static const unsigned long flag_sets[] = {
	X86_EFLAGS_IF,
	X86_EFLAGS_IF | X86_EFLAGS_DF | X86_EFLAGS_CF,
	X86_EFLAGS_IF | X86_EFLAGS_AC | X86_EFLAGS_ZF | X86_EFLAGS_OF,
	X86_EFLAGS_AC | X86_EFLAGS_DF | X86_EFLAGS_SF,
	X86_EFLAGS_PF | X86_EFLAGS_CF | X86_EFLAGS_AF,
	FLAG_RANDOM,
};

#define NUM_FLAG_SETS	ARRAY_SIZE(flag_sets)

static void prepare_state(unsigned int set)
{
	int i;

	for (i = 0; i < 16; i++)
		jt_in.regs[i] = 0x0101010101010101UL * (i + 1) ^ set << 8;
	jt_in.flags = flag_sets[set] | X86_EFLAGS_FIXED;
}

/* Another task is due, and preemption enabled. */
static bool is_due;

/* What is computed from the stack pointer differs by where that was. */
static struct jt_state run_prepared(const u8 *fn)
{
	struct jt_state out;
	int before;

	if (is_due)
		make_due();
	else
		preempt_disable();
	before = preempt_count();
	jt_target = fn;
	/* lockdep is to know */
	if (!(jt_in.flags & X86_EFLAGS_IF))
		local_irq_disable();
	jt_call();
	EXPECT_EQ(preempt_count(), before);
	EXPECT(!kprobe_running());
	out = jt_out;
	if (!(jt_in.flags & X86_EFLAGS_IF))
		local_irq_enable();
	if (!is_due)
		preempt_enable();
	out.regs[SP] -= jt_sp;
	return out;
}

static struct jt_state run(const u8 *fn, unsigned int set)
{
	prepare_state(set);
	return run_prepared(fn);
}

static bool is_same(const struct jt_state *a, const struct jt_state *b)
{
	return !memcmp(a, b, sizeof(*a));
}

#define EXPECT_SAME(a, b, name, set)					\
	do {								\
		if (!is_same(a, b)) {					\
			failed = true;					\
			show_difference(a, b, name, set, __LINE__);	\
		}							\
	} while (0)

static void show_difference(const struct jt_state *a, const struct jt_state *b,
			    const char *name, unsigned int set, int line)
{
	int i;

	for (i = 0; i < 16; i++)
		if (a->regs[i] != b->regs[i])
			ktap_note("line %d: %s, flags %u: register %d is %lx, not %lx",
				  line, name, set, i, a->regs[i], b->regs[i]);
	if (a->flags != b->flags)
		ktap_note("line %d: %s, flags %u: flags are %lx, not %lx",
			  line, name, set, a->flags, b->flags);
}

/* --- what handlers see */

static struct pt_regs seen;
static unsigned long seen_sp, flags_of_handler;

static int pre_see(struct kprobe *unused, struct pt_regs *regs)
{
	flags_of_handler = native_save_fl();
	num_hits++;
	seen = *regs;
	seen_sp = regs->sp - jt_sp;
	return 0;
}

/* As any handler does, for sure. */
static int pre_spoil_flags(struct kprobe *unused, struct pt_regs *regs)
{
	int x = INT_MIN;

	asm volatile("addl %0, %0" : "+r" (x) : : "cc");
	return 0;
}

static void compare_regs(const struct pt_regs *a, const struct pt_regs *b,
			 const char *name, unsigned int set)
{
	const unsigned long *x = (const void *)a, *y = (const void *)b;
	unsigned int i;

	for (i = 0; i < sizeof(*a) / sizeof(*x); i++) {
		if (x[i] == y[i] || i == offsetof(struct pt_regs, sp) / 8)
			continue;
		failed = true;
		ktap_note("%s, flags %u: word %u of pt_regs is %lx, not %lx",
			  name, set, i, x[i], y[i]);
	}
}

static void check_flags_of_handler(void)
{
	unsigned long bad = X86_EFLAGS_DF;

	if (boot_cpu_has(X86_FEATURE_SMAP))
		bad |= X86_EFLAGS_AC;
	EXPECT_EQ(flags_of_handler & bad, 0);
}

static void registers_seen(void)
{
	static struct jt_state bare[NUM_FLAG_SETS], trapped, jumped;
	static struct pt_regs regs[NUM_FLAG_SETS];
	static unsigned long sp[NUM_FLAG_SETS];
	unsigned int i, set;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		const u8 *fn = targets[i].fn;

		for (set = 0; set < NUM_FLAG_SETS; set++)
			bare[set] = run(fn, set);
		jump_allow(false);
		place(fn, pre_see);
		EXPECT(jump_is_breakpoint_at(fn));
		for (set = 0; set < NUM_FLAG_SETS; set++) {
			trapped = run(fn, set);
			EXPECT_SAME(&trapped, &bare[set], targets[i].name, set);
			EXPECT_EQ(num_hits, set + 1);
			regs[set] = seen;
			sp[set] = seen_sp;
		}
		jump_allow(true);
		wait_for_kprobe_optimizer();
		EXPECT(jump_is_at(fn));
		num_hits = 0;
		for (set = 0; set < NUM_FLAG_SETS; set++) {
			jumped = run(fn, set);
			EXPECT_SAME(&jumped, &bare[set], targets[i].name, set);
			EXPECT_EQ(num_hits, set + 1);
			compare_regs(&seen, &regs[set], targets[i].name, set);
			EXPECT_EQ(seen_sp, sp[set]);
			EXPECT_EQ(seen_sp, 0);
			EXPECT_EQ(seen.ip, (unsigned long)fn + 1);
			EXPECT_EQ(seen.orig_ax, -1);
			EXPECT_EQ(seen.flags & ~X86_EFLAGS_RF, jt_in.flags);
			check_flags_of_handler();
		}
		unregister_kprobe(&kp);
	}
}

/* A probe right behind a jump sees the flags that were ahead of it. */
static void flags_behind(void)
{
	struct kprobe first = {
		.addr = (kprobe_opcode_t *)jt_dead_behind,
		.pre_handler = pre_spoil_flags,
	};
	unsigned int set;

	EXPECT_EQ(register_kprobe(&first), 0);
	place(jt_dead_behind + JUMP_SIZE, pre_see);
	EXPECT(jump_is_at(jt_dead_behind));
	for (set = 0; set < NUM_FLAG_SETS; set++) {
		run(jt_dead_behind, set);
		EXPECT_EQ(num_hits, set + 1);
		EXPECT_EQ(seen.flags & ~X86_EFLAGS_RF, jt_in.flags);
	}
	unregister_kprobe(&kp);
	unregister_kprobe(&first);
}

/* --- functions that return with flags which handlers do not get */

static int on_return_see(struct kretprobe_instance *unused,
			 struct pt_regs *regs)
{
	flags_of_handler = native_save_fl();
	num_returns++;
	return 0;
}

/* The way for a single return probe, with and without a task that is due. */
static void return_with_flags(const u8 *fn, const char *name, unsigned int set)
{
	struct jt_state bare, probed;
	struct kretprobe ret = {
		.kp.addr = (kprobe_opcode_t *)fn,
		.handler = on_return_see,
	};
	int due;

	bare = run(fn, set);
	EXPECT_EQ(register_kretprobe(&ret), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(fn));
	for (due = 0; due <= 1; due++) {
		is_due = due;
		num_returns = 0;
		probed = run(fn, set);
		is_due = false;
		EXPECT_SAME(&probed, &bare, name, set);
		EXPECT_EQ(num_returns, 1);
		check_flags_of_handler();
		cond_resched();
	}
	unregister_kretprobe(&ret);
	EXPECT_EQ(ret.nmissed, 0);
}

static void returns_with_flags(void)
{
	unsigned int i, set;

	for (i = 0; i < ARRAY_SIZE(targets); i++)
		for (set = 0; set < NUM_FLAG_SETS; set++)
			/* the ABI has it clear */
			if (!(flag_sets[set] & X86_EFLAGS_DF))
				return_with_flags(targets[i].fn,
						  targets[i].name, set);
}

/* --- what handlers change */

/**
 * struct change - what a handler is to do
 * @regs: set registers and flags
 * @direction: change DF; without @is_moved only if status flags are not dead
 * @is_moved: set the instruction pointer to @ip
 * @ip: where to
 * @pushes: words to push
 */
struct change {
	bool regs;
	bool direction;
	bool is_moved;
	unsigned long ip;
	unsigned int pushes;
};

static struct change change;

static int pre_change(struct kprobe *unused, struct pt_regs *regs)
{
	unsigned int i;

	num_hits++;
	if (change.regs) {
		regs->ax = 0xa1;
		regs->cx = 3;
		regs->dx ^= 0xd1;
		regs->bx = ~regs->bx;
		regs->bp++;
		regs->si += 0x51;
		regs->di = 0xd10000d2;
		regs->r8--;
		regs->r9 = regs->r10;
		regs->r10 = 10;
		regs->r11 = 0x11UL << 56;
		regs->r12 = 12;
		regs->r13 = -13;
		regs->r14 = regs->r15;
		regs->r15 = 15;
		regs->flags ^= FLAG_RANDOM;
	}
	if (change.direction)
		regs->flags ^= X86_EFLAGS_DF;
	for (i = 0; i < change.pushes; i++) {
		regs->sp -= sizeof(long);
		*(unsigned long *)regs->sp = (unsigned long)jt_just_return;
	}
	if (change.is_moved)
		regs->ip = change.ip;
	return change.is_moved;
}

/* The same by a trap and by a jump; and not what happens without a probe. */
static void check_change(const struct target *target, bool is_visible)
{
	static struct jt_state trapped[NUM_FLAG_SETS], bare, jumped;
	unsigned int set;
	bool differs = false;

	jump_allow(false);
	place(target->fn, pre_change);
	EXPECT(jump_is_breakpoint_at(target->fn));
	for (set = 0; set < NUM_FLAG_SETS; set++)
		trapped[set] = run(target->fn, set);
	EXPECT_EQ(num_hits, NUM_FLAG_SETS);
	jump_allow(true);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(target->fn));
	for (set = 0; set < NUM_FLAG_SETS; set++) {
		jumped = run(target->fn, set);
		EXPECT_SAME(&jumped, &trapped[set], target->name, set);
	}
	EXPECT_EQ(num_hits, 2 * NUM_FLAG_SETS);
	unregister_kprobe(&kp);
	for (set = 0; set < NUM_FLAG_SETS; set++) {
		bare = run(target->fn, set);
		differs |= !is_same(&bare, &trapped[set]);
	}
	EXPECT_EQ(num_hits, 2 * NUM_FLAG_SETS);
	EXPECT(differs || !is_visible);
}

static void registers_changed(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		change = (struct change){
			.regs = true,
			.direction = targets[i].fn == jt_flags,
		};
		check_change(&targets[i], true);
	}
}

static void moved_elsewhere(void)
{
	unsigned int pushes;
	int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++)
		for (pushes = 0; pushes <= 2; pushes++) {
			change = (struct change){
				.regs = i & 1,
				.direction = i & 1,
				.is_moved = true,
				.ip = (unsigned long)jt_elsewhere,
				.pushes = pushes,
			};
			check_change(&targets[i], true);
		}
}

/* To another instruction that the jump covers, or behind them all. */
static void moved_within(void)
{
	unsigned int n, pushes;
	int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++)
		for (n = 0; n < MAX_BOUNDARIES && targets[i].at[n]; n++)
			for (pushes = targets[i].pushed[n]; pushes <= 2;
			     pushes++) {
				u8 *ip = jump_at(targets[i].fn,
						 targets[i].at[n]);

				change = (struct change){
					.regs = n & 1,
					.is_moved = true,
					.ip = (unsigned long)ip,
					.pushes = pushes,
				};
				check_change(&targets[i], false);
			}
}

/* It returns non-zero but leaves the instruction pointer alone. */
static void moved_to_next(void)
{
	change = (struct change){
		.is_moved = true,
		.ip = (unsigned long)jump_at(jt_bytes, 1),
	};
	check_change(&targets[2], true);
}

/* --- a second probe within the jump */

enum second { NONE, ENABLED, DISABLED, NUM_SECONDS };

enum step { REGISTER, UNREGISTER, DISABLE, ENABLE, NUM_STEPS };

static const enum second after[NUM_SECONDS][NUM_STEPS] = {
	[NONE] = { [REGISTER] = ENABLED },
	[ENABLED] = { [DISABLE] = DISABLED },
	[DISABLED] = { [ENABLE] = ENABLED },
};

static bool is_possible(enum second state, enum step step)
{
	return step == UNREGISTER ? state != NONE : after[state][step] != NONE;
}

static void take_step(struct kprobe *p, enum second *state, enum step step)
{
	switch (step) {
	case REGISTER:
		p->flags = 0;
		EXPECT_EQ(register_kprobe(p), 0);
		break;
	case UNREGISTER:
		unregister_kprobe(p);
		break;
	case DISABLE:
		EXPECT_EQ(disable_kprobe(p), 0);
		break;
	case ENABLE:
		EXPECT_EQ(enable_kprobe(p), 0);
		break;
	default:
		break;
	}
	*state = step == UNREGISTER ? NONE : after[*state][step];
}

/* As the text must be, but for where the jumps lead; those bytes are 0. */
static void expect_text(const u8 *before, unsigned int k,
			const enum second *states)
{
	u8 wanted[TEXT_SIZE], now[TEXT_SIZE];
	bool jumps[2] = { states[0] == ENABLED && states[1] == NONE,
			  states[1] == ENABLED };
	int i;

	memcpy(wanted, before, TEXT_SIZE);
	memcpy(now, jump_at(jt_bytes, 0), TEXT_SIZE);
	for (i = 0; i < 2; i++) {
		unsigned int at = i * k;

		if (states[i] == ENABLED)
			wanted[at] = JUMP_BREAKPOINT;
		if (!jumps[i])
			continue;
		wanted[at] = JUMP_OPCODE;
		memset(wanted + at + 1, 0, JUMP_SIZE - 1);
		memset(now + at + 1, 0, JUMP_SIZE - 1);
	}
	EXPECT(!memcmp(wanted, now, TEXT_SIZE));
	if (memcmp(wanted, now, TEXT_SIZE))
		ktap_note("+%u, states %d %d: %*phN, not %*phN; %s", k,
			  states[0], states[1], TEXT_SIZE, jt_bytes, TEXT_SIZE,
			  wanted, jump_why(jump_at(jt_bytes, k)));
	EXPECT_EQ(jump_is_listed(jt_bytes), jumps[0]);
	EXPECT_EQ(jump_is_listed(jump_at(jt_bytes, k)), jumps[1]);
	if (states[0] == ENABLED && states[1] != NONE)
		EXPECT_STREQ(jump_why(jt_bytes),
			     "another probe within the jump");
}

static void expect_hits(const struct jt_state *bare, const enum second *states)
{
	char who[3] = "", *end = who;
	struct jt_state now;

	if (states[0] == ENABLED)
		*end++ = 'a';
	if (states[1] == ENABLED)
		*end++ = 'b';
	num_recorded = 0;
	memset(recorded, 0, sizeof(recorded));
	now = run(jt_bytes, 1);
	EXPECT_SAME(&now, bare, "second", 1);
	EXPECT_STREQ(recorded, who);
}

/* Every step from every state, in an order that takes each at least once. */
static void second_at(unsigned int k)
{
	unsigned int taken[NUM_SECONDS][NUM_SECONDS][2 * NUM_STEPS] = {};
	enum second states[2] = { NONE, NONE };
	struct jt_state bare = run(jt_bytes, 1);
	u8 before[TEXT_SIZE];
	unsigned int i, n, best;

	memcpy(before, jump_at(jt_bytes, 0), TEXT_SIZE);
	name_probes(jt_bytes);
	B->addr = (kprobe_opcode_t *)jump_at(jt_bytes, k);
	for (n = 0; n < 60 && !failed; n++) {
		unsigned int *here = taken[states[0]][states[1]];

		best = 2 * NUM_STEPS;
		for (i = 0; i < 2 * NUM_STEPS; i++)
			if (is_possible(states[i % 2], i / 2) &&
			    (best == 2 * NUM_STEPS || here[i] < here[best]))
				best = i;
		/* all that are possible here were taken: so were all others */
		if (here[best] > 2)
			break;
		here[best]++;
		take_step(best % 2 ? B : A, &states[best % 2], best / 2);
		/* before, while, and after it may become a jump */
		expect_hits(&bare, states);
		if (n % 3 == 2)
			continue;
		wait_for_kprobe_optimizer();
		expect_hits(&bare, states);
		expect_text(before, k, states);
	}
	if (states[0] != NONE)
		unregister_kprobe(A);
	if (states[1] != NONE)
		unregister_kprobe(B);
	EXPECT(!memcmp(jump_at(jt_bytes, 0), before, TEXT_SIZE));
}

static void second_within(void)
{
	unsigned int k;

	for (k = 1; k < JUMP_SIZE; k++)
		second_at(k);
}

/* Both at once, and away at once, in both orders. */
static void second_in_a_batch(void)
{
	struct jt_state bare = run(jt_bytes, 1);
	enum second states[2];
	struct kprobe *ps[2];
	u8 before[TEXT_SIZE];
	unsigned int k;

	memcpy(before, jump_at(jt_bytes, 0), TEXT_SIZE);
	for (k = 1; k < JUMP_SIZE; k++) {
		name_probes(jt_bytes);
		B->addr = (kprobe_opcode_t *)jump_at(jt_bytes, k);
		ps[k % 2] = A;
		ps[!(k % 2)] = B;
		EXPECT_EQ(register_kprobes(ps, 2), 0);
		states[0] = ENABLED;
		states[1] = ENABLED;
		expect_hits(&bare, states);
		wait_for_kprobe_optimizer();
		expect_text(before, k, states);
		expect_hits(&bare, states);
		unregister_kprobes(ps, 2);
		EXPECT(!memcmp(jump_at(jt_bytes, 0), before, TEXT_SIZE));
	}
}

/* Its instruction is within another's jump, where a handler moves to. */
static void moved_to_probed(void)
{
	struct jt_state bare, now;

	name_probes(jt_bytes);
	B->addr = (kprobe_opcode_t *)jump_at(jt_bytes, 2);
	change = (struct change){
		.is_moved = true,
		.ip = (unsigned long)jump_at(jt_bytes, 2),
	};
	place(jt_bytes, pre_change);
	bare = run(jt_bytes, 1);
	EXPECT_EQ(register_kprobe(B), 0);
	num_recorded = 0;
	memset(recorded, 0, sizeof(recorded));
	now = run(jt_bytes, 1);
	EXPECT_SAME(&now, &bare, "bytes", 1);
	EXPECT_STREQ(recorded, "b");
	wait_for_kprobe_optimizer();
	now = run(jt_bytes, 1);
	EXPECT_SAME(&now, &bare, "bytes", 1);
	EXPECT_STREQ(recorded, "bb");
	unregister_kprobe(B);
	unregister_kprobe(&kp);
}

/* --- faults */

static unsigned long good = 0x600d;
static unsigned int num_faults;
static unsigned long fault_ip;
static int fault_trapnr;
static const unsigned long *bad_pointer;

static int mend_load(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	num_faults++;
	fault_ip = regs->ip;
	fault_trapnr = trapnr;
	EXPECT(p == &kp);
	regs->di = (unsigned long)&good;
	return 1;
}

/* The first instruction faults where its copy is, and is tried again there. */
static void probed_faults(void)
{
	struct jt_state out;

	place(jt_load, pre_see);
	EXPECT(jump_is_at(jt_load));
	kp.fault_handler = mend_load;
	prepare_state(0);
	jt_in.regs[DI] = 0x10;
	num_faults = 0;
	out = run_prepared(jt_load);
	EXPECT_EQ(out.regs[AX], good + 1);
	EXPECT_EQ(out.regs[SP], 8);
	EXPECT_EQ(num_faults, 1);
	EXPECT_EQ(num_hits, 1);
	EXPECT_EQ(fault_ip, (unsigned long)jt_load);
	EXPECT_EQ(fault_trapnr, X86_TRAP_PF);
	/* what is no address at all */
	jt_in.regs[DI] = 1UL << 62;
	out = run_prepared(jt_load);
	EXPECT_EQ(out.regs[AX], good + 1);
	EXPECT_EQ(num_faults, 2);
	EXPECT_EQ(fault_trapnr, X86_TRAP_GP);
	unregister_kprobe(&kp);
}

/* The same, but it goes on behind it, within the jump. */
static int skip_load(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	num_faults++;
	regs->ax = 76;
	regs->ip += 3;
	return 1;
}

static void probed_fault_skipped(void)
{
	struct jt_state out;

	place(jt_load, pre_see);
	EXPECT(jump_is_at(jt_load));
	kp.fault_handler = skip_load;
	prepare_state(0);
	jt_in.regs[DI] = 0x10;
	num_faults = 0;
	out = run_prepared(jt_load);
	EXPECT_EQ(out.regs[AX], 77);
	EXPECT_EQ(num_faults, 1);
	unregister_kprobe(&kp);
}

static noinline unsigned long load_bad(void)
{
	unsigned long value;

	/* KASAN is not to see it */
	asm volatile("movq (%1), %0" : "=r" (value) : "r" (bad_pointer));
	return value;
}

static int pre_fault(struct kprobe *p, struct pt_regs *regs)
{
	num_hits++;
	bad_pointer = (void *)0x10;
	EXPECT_EQ(load_bad(), good);
	return 0;
}

static int mend_handler(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	unsigned long *word = (unsigned long *)regs;
	unsigned int i;

	num_faults++;
	EXPECT(p == &kp);
	EXPECT_EQ(trapnr, X86_TRAP_PF);
	for (i = 0; i < 15; i++)
		if (word[i] == 0x10)
			word[i] = (unsigned long)&good;
	return 1;
}

static void handler_faults(void)
{
	place(jt_sum, pre_fault);
	kp.fault_handler = mend_handler;
	EXPECT(jump_is_at(jt_sum));
	num_faults = 0;
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_faults, 1);
	EXPECT_EQ(num_hits, 1);
	unregister_kprobe(&kp);
}

/* --- what must not be a jump */

static const struct region {
	const u8 *fn;
	const char *name;
	const char *why;
	bool faults;
} regions[] = {
	{ jr_back_1, "a loop back to +1", "something jumps there" },
	{ jr_back_2, "a loop back to +2", "something jumps there" },
	{ jr_back_3, "a loop back to +3", "something jumps there" },
	{ jr_back_4, "a loop back to +4", "something jumps there" },
	{ jr_from_elsewhere, "from another function", "something jumps there" },
	{ jr_table, "a table in .rodata", "something jumps there" },
	{ jr_pointer, "a pointer in .data", "something jumps there" },
	{ jr_taken, "an address in text", "something jumps there" },
	{ jr_fixup, "a fault is mended there", "something jumps there" },
	{ jr_second_faults, "a fault there is mended", "something jumps there",
	  true },
	{ jr_first_faults, "its own fault is mended",
	  "a fault there is mended, and may sleep", true },
	{ jr_label, "a jump label leads there", "something jumps there" },
	{ jr_landing, "a landing pad", "something jumps there" },
#ifdef CONFIG_X86_KERNEL_IBT
	{ jr_on_landing + 1, "at a landing pad", "a landing pad, which a jump is not" },
#endif
	{ jr_sti, "sti", "sti, and what follows it is elsewhere" },
	{ jr_short, "a short function", "the function ends too soon" },
	{ jr_has_label, "over a jump label", "jump label site" },
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	{ jr_has_static_call, "over a static call", "static call site" },
#endif
	{ jr_has_trampoline, "over a trampoline", "static call trampoline" },
#ifdef CONFIG_FUNCTION_TRACER
	{ jr_has_tracer, "over the tracer's site",
	  "a call site of the function tracer is there" },
#endif
};

static void check_region(const struct region *region)
{
	static struct jt_state bare[NUM_FLAG_SETS], now;
	u8 before[TEXT_SIZE];
	unsigned int set;

	bool failed_before = failed;

	failed = false;
	memcpy(before, region->fn, TEXT_SIZE);
	for (set = 0; set < NUM_FLAG_SETS; set++)
		bare[set] = run(region->fn, set);
	place(region->fn, pre_see);
	EXPECT(!jump_is_at(region->fn) && !jump_is_listed(region->fn));
	EXPECT(jump_is_breakpoint_at(region->fn));
	EXPECT(!memcmp(region->fn + 1, before + 1, TEXT_SIZE - 1));
	EXPECT_STREQ(jump_why(region->fn), region->why);
	for (set = 0; set < NUM_FLAG_SETS; set++) {
		now = run(region->fn, set);
		EXPECT_SAME(&now, &bare[set], region->name, set);
		EXPECT_EQ(num_hits, set + 1);
	}
	unregister_kprobe(&kp);
	EXPECT(!memcmp(region->fn, before, TEXT_SIZE));
	if (failed)
		ktap_note("%s", region->name);
	failed |= failed_before;
}

static void not_jumps(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(regions); i++)
		check_region(&regions[i]);
}

/* Never called with a register that leads anywhere. */
static void not_jumps_either(void)
{
	place(jr_call_returns, pre_see);
	EXPECT(jump_is_breakpoint_at(jr_call_returns));
	EXPECT_STREQ(jump_why(jr_call_returns),
		     "a call returns into the jump");
	unregister_kprobe(&kp);
	place(jr_indirect_jump, pre_see);
	EXPECT(jump_is_breakpoint_at(jr_indirect_jump));
	EXPECT_STREQ(jump_why(jr_indirect_jump),
		     "an indirect jump may lead behind itself");
	unregister_kprobe(&kp);
}

/* The nop becomes a jump while the probe is there. */
static void jump_label_taken(void)
{
	struct jt_state off = run(jr_label_enter, 0), on, now;

	static_branch_enable(&jr_key);
	on = run(jr_label_enter, 0);
	static_branch_disable(&jr_key);
	EXPECT(!is_same(&on, &off));
	place(jr_label, pre_see);
	static_branch_enable(&jr_key);
	wait_for_kprobe_optimizer();
	now = run(jr_label_enter, 0);
	EXPECT_SAME(&now, &on, "jump label", 0);
	EXPECT(!jump_is_at(jr_label));
	run(jr_label, 0);
	EXPECT_EQ(num_hits, 1);
	static_branch_disable(&jr_key);
	unregister_kprobe(&kp);
}

#define JUMP_ARCH_TESTS							\
	API_TEST(registers_seen), API_TEST(flags_behind),		\
	API_TEST(returns_with_flags),					\
	API_TEST(registers_changed),					\
	API_TEST(moved_elsewhere), API_TEST(moved_within),		\
	API_TEST(moved_to_next),					\
	API_TEST(second_within), API_TEST(second_in_a_batch),		\
	API_TEST(moved_to_probed),					\
	API_TEST(probed_faults), API_TEST(probed_fault_skipped),	\
	API_TEST(handler_faults),					\
	API_TEST(not_jumps), API_TEST(not_jumps_either),		\
	API_TEST(jump_label_taken),

#endif /* JUMP_ARCH_H */
