/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: branches; all registers and flags. Included once. */
#ifndef JUMP_ARCH_H
#define JUMP_ARCH_H

#include <linux/irqflags.h>
#include <linux/uaccess.h>

#define BAD_ADDRESS	0xcdead00000000010UL
/* Of XER, what is not counted or reserved. */
#define XER_BITS	0xe0000000UL
#define SIGNAL		11

/**
 * struct jt_state - what jt_call() sets and finds
 * @regs: r0 to r31; r1 is found only, r13 neither
 * @lr: found only
 * @ctr: found only
 * @xer: XER
 * @cr: CR
 */
struct jt_state {
	unsigned long regs[32];
	unsigned long lr;
	unsigned long ctr;
	unsigned long xer;
	unsigned long cr;
};

extern struct jt_state jt_in, jt_out;
extern const void *jt_target;
extern unsigned long jt_sp;
void jt_call(void);

/* targets.S */
extern u8 jt_add[], jt_nop[], jt_pcis[], jt_b[], jt_bc[], jt_bdnz[], jt_bl[],
	  jt_blr[], jt_lr[], jt_push[], jt_red_zone[], jt_cr[], jt_ctr[],
	  jt_msr[], jt_load[], jt_first_faults[];

static const struct target {
	const u8 *fn;
	const char *name;
} targets[] = {
	{ jt_add, "add" }, { jt_nop, "nop" }, { jt_pcis, "pcis" },
	{ jt_b, "b" }, { jt_bc, "bc" }, { jt_bdnz, "bdnz" }, { jt_bl, "bl" },
	{ jt_blr, "blr" }, { jt_lr, "lr" }, { jt_push, "push" },
	{ jt_cr, "cr" }, { jt_ctr, "ctr" }, { jt_msr, "msr" },
};

/* --- calls with all registers known */

static const struct {
	unsigned long cr;
	unsigned long xer;
	bool irqs_off;
} sets[] = {
	{ 0 },
	{ 0x80000000, 0x80000000 },
	{ 0x12345678, 0x20000000, true },
	{ 0xedcba987, 0x40000000 },
	{ 0xffffffff, XER_BITS, true },
};

#define NUM_SETS	ARRAY_SIZE(sets)

/* Of what handlers may change, what the last call has. */
static unsigned long msr_differs;

static struct jt_state run(const u8 *fn, unsigned int set)
{
	struct jt_state out;
	unsigned long flags, msr;
	int before, i;

	for (i = 0; i < 32; i++)
		jt_in.regs[i] = 0x0101010101010101UL * (i + 1) ^ set << 8;
	if (fn == jt_load || fn == jt_first_faults)
		jt_in.regs[3] = BAD_ADDRESS;
	jt_in.cr = sets[set].cr;
	jt_in.xer = sets[set].xer;
	preempt_disable();
	before = preempt_count();
	jt_target = fn;
	if (sets[set].irqs_off)
		local_irq_save(flags);
	msr = mfmsr();
	jt_call();
	msr_differs = (mfmsr() ^ msr) & MSR_PMM;
	out = jt_out;
	EXPECT_EQ(irqs_disabled(), sets[set].irqs_off);
	EXPECT_EQ(preempt_count(), before);
	EXPECT(!kprobe_running());
	if (sets[set].irqs_off)
		local_irq_restore(flags);
	preempt_enable();
	out.regs[1] -= jt_sp;
	out.regs[13] = 0;
	/* whether interrupts are off in hardware comes and goes */
	if (fn == jt_msr)
		out.regs[3] &= ~(MSR_EE | MSR_PMM);
	return out;
}

static bool is_same(const struct jt_state *a, const struct jt_state *b)
{
	return !memcmp(a, b, sizeof(*a));
}

static void expect_same(const struct jt_state *a, const struct jt_state *b,
			const char *name, unsigned int set, int line)
{
	const unsigned long *x = (const void *)a, *y = (const void *)b;
	unsigned int i;

	for (i = 0; i < sizeof(*a) / sizeof(*x); i++) {
		if (x[i] == y[i])
			continue;
		failed = true;
		pr_info("KTAP: # line %d: %s, set %u: word %u is %lx, not %lx\n",
			line, name, set, i, x[i], y[i]);
	}
}

#define EXPECT_SAME(a, b, name, set) expect_same(a, b, name, set, __LINE__)

/* Whether code may access user memory now. */
static bool may_access_user(void)
{
	return get_kuap() != AMR_KUAP_BLOCKED;
}

/* --- what handlers see */

static struct pt_regs seen;
static bool handler_may_access;

static int pre_see(struct kprobe *unused, struct pt_regs *regs)
{
	num_hits++;
	seen = *regs;
	handler_may_access |= may_access_user();
	return 0;
}

static void compare_regs(const struct pt_regs *a, const struct pt_regs *b,
			 const char *name, unsigned int set)
{
	unsigned int i;

	for (i = 0; i < 32; i++) {
		if (a->gpr[i] == b->gpr[i] || i == 13)
			continue;
		failed = true;
		pr_info("KTAP: # %s, set %u: r%u in pt_regs is %lx, not %lx\n",
			name, set, i, a->gpr[i], b->gpr[i]);
	}
	EXPECT_EQ(a->nip, b->nip);
	EXPECT_EQ(a->link, b->link);
	EXPECT_EQ(a->ctr, b->ctr);
	EXPECT_EQ(a->xer, b->xer);
	EXPECT_EQ(a->ccr, b->ccr);
	EXPECT_EQ(arch_irq_disabled_regs((void *)a),
		  arch_irq_disabled_regs((void *)b));
}

static void registers_seen(void)
{
	static struct jt_state bare[NUM_SETS], now;
	static struct pt_regs regs[NUM_SETS];
	unsigned int i, set;

	handler_may_access = false;
	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		const u8 *fn = targets[i].fn;

		for (set = 0; set < NUM_SETS; set++)
			bare[set] = run(fn, set);
		jump_allow(false);
		place(fn, pre_see);
		EXPECT(jump_is_breakpoint_at(fn));
		for (set = 0; set < NUM_SETS; set++) {
			now = run(fn, set);
			EXPECT_SAME(&now, &bare[set], targets[i].name, set);
			EXPECT_EQ(num_hits, set + 1);
			regs[set] = seen;
		}
		jump_allow(true);
		kp_optimizer_flush();
		EXPECT(jump_is_at(fn) && jump_is_listed(fn));
		num_hits = 0;
		for (set = 0; set < NUM_SETS; set++) {
			now = run(fn, set);
			EXPECT_SAME(&now, &bare[set], targets[i].name, set);
			EXPECT_EQ(num_hits, set + 1);
			compare_regs(&seen, &regs[set], targets[i].name, set);
			EXPECT_EQ(seen.nip, (unsigned long)fn);
			EXPECT_EQ(seen.gpr[1], jt_sp);
			EXPECT_EQ(seen.ccr, sets[set].cr);
		}
		unregister_kprobe(&kp);
	}
	EXPECT(!handler_may_access);
}

/* --- what handlers change */

static unsigned long moved_to, msr_changed;

static int pre_change(struct kprobe *unused, struct pt_regs *regs)
{
	int i;

	num_hits++;
	for (i = 0; i < 32; i++)
		if (i != 1 && i != 13)
			regs->gpr[i] = ~regs->gpr[i] + i;
	regs->ccr = ~regs->ccr & 0xffffffff;
	regs->xer ^= XER_BITS;
	regs->ctr += 7;
	regs->msr ^= msr_changed;
	if (moved_to)
		regs->nip = moved_to;
	return !!moved_to;
}

/* The same by a breakpoint and by a branch; and not what happens without. */
static void check_change(const struct target *target)
{
	static struct jt_state trapped[NUM_SETS], now;
	bool differs = false;
	unsigned int set;

	jump_allow(false);
	place(target->fn, pre_change);
	EXPECT(jump_is_breakpoint_at(target->fn));
	for (set = 0; set < NUM_SETS; set++) {
		trapped[set] = run(target->fn, set);
		EXPECT_EQ(msr_differs, msr_changed);
	}
	jump_allow(true);
	kp_optimizer_flush();
	EXPECT(jump_is_at(target->fn));
	for (set = 0; set < NUM_SETS; set++) {
		now = run(target->fn, set);
		EXPECT_SAME(&now, &trapped[set], target->name, set);
		EXPECT_EQ(msr_differs, msr_changed);
	}
	EXPECT_EQ(num_hits, 2 * NUM_SETS);
	unregister_kprobe(&kp);
	for (set = 0; set < NUM_SETS; set++) {
		now = run(target->fn, set);
		differs |= !is_same(&now, &trapped[set]);
	}
	EXPECT(differs);
}

static void check_changes(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++)
		check_change(&targets[i]);
}

static void registers_changed(void)
{
	moved_to = 0;
	msr_changed = 0;
	check_changes();
}

/* What only the return from an interrupt can do. */
static void msr_is_changed(void)
{
	moved_to = 0;
	msr_changed = MSR_PMM;
	check_changes();
}

static void moved_elsewhere(void)
{
	moved_to = (unsigned long)jt_elsewhere;
	msr_changed = 0;
	check_changes();
	msr_changed = MSR_PMM;
	check_changes();
}

/* What interrupts leave alone below the stack pointer, a branch does, too. */
static void red_zone(void)
{
	struct jt_state out;
	unsigned int set;

	place(jump_at(jt_red_zone, 4), pre_see);
	EXPECT(jump_is_at(jump_at(jt_red_zone, 4)));
	for (set = 0; set < NUM_SETS; set++) {
		out = run(jt_red_zone, set);
		EXPECT_EQ(out.regs[3], jt_in.regs[7]);
	}
	EXPECT_EQ(num_hits, NUM_SETS);
	unregister_kprobe(&kp);
}

/* --- access to user memory: off in handlers, and as it was behind them */

static unsigned long user_byte;

static int pre_look_at_user(struct kprobe *unused, struct pt_regs *regs)
{
	char byte;

	num_hits++;
	handler_may_access |= may_access_user();
	/* switches it on and off */
	nofault_left = copy_from_user_nofault(&byte,
					      (void __user *)user_byte, 1);
	if (moved_to)
		regs->nip = moved_to;
	return !!moved_to;
}

static bool calls_keep_access(bool may_access, long result)
{
	bool is_kept;
	long got;

	preempt_disable();
	if (may_access)
		allow_read_from_user((void __user *)user_byte, 1);
	got = jt_sum(1, 2);
	is_kept = may_access_user() == may_access;
	if (may_access)
		prevent_read_from_user((void __user *)user_byte, 1);
	preempt_enable();
	return is_kept && got == result;
}

static void user_access(void)
{
	bool has = IS_ENABLED(CONFIG_PPC_KUAP) && !kuap_is_disabled();
	char byte;

	user_byte = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_ANONYMOUS | MAP_PRIVATE, 0);
	EXPECT(!IS_ERR_VALUE(user_byte));
	EXPECT_EQ(copy_from_user(&byte, (char __user *)user_byte, 1), 0);
	moved_to = 0;
	handler_may_access = false;
	place(jt_sum, pre_look_at_user);
	EXPECT(jump_is_at(jt_sum));
	EXPECT(calls_keep_access(false, 3));
	EXPECT_EQ(nofault_left, 0);
	EXPECT(!has || calls_keep_access(true, 3));
	EXPECT_EQ(nofault_left, 0);
	moved_to = (unsigned long)jt_elsewhere;
	EXPECT(calls_keep_access(false, 0x5e));
	EXPECT(!has || calls_keep_access(true, 0x5e));
	EXPECT_EQ(num_hits, has ? 4 : 2);
	EXPECT(!handler_may_access);
	if (!has)
		pr_info("KTAP: # nothing keeps the kernel from user memory here\n");
	unregister_kprobe(&kp);
	vm_munmap(user_byte, PAGE_SIZE);
}

/* --- faults */

static unsigned long good = 0x600d;
static unsigned int num_faults;
static unsigned long fault_nip, moved_by;
static int fault_trapnr;

static int mend_load(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	num_faults++;
	fault_nip = regs->nip;
	fault_trapnr = trapnr;
	EXPECT(p == &kp);
	regs->gpr[3] = (unsigned long)&good;
	regs->nip += moved_by;
	return 1;
}

/* The instruction faults where its copy is, and is tried again there. */
static void probed_faults(void)
{
	struct jt_state out;

	for (moved_by = 0; moved_by <= 4; moved_by += 4) {
		place(jt_load, pre_see);
		EXPECT(jump_is_at(jt_load));
		kp.fault_handler = mend_load;
		num_faults = 0;
		out = run(jt_load, 0);
		EXPECT_EQ(out.regs[3], moved_by ? (unsigned long)&good + 1 :
						  good + 1);
		EXPECT_EQ(out.regs[1], 0);
		EXPECT_EQ(num_faults, 1);
		EXPECT_EQ(num_hits, 1);
		EXPECT_EQ(fault_nip, (unsigned long)jt_load);
		EXPECT_EQ(fault_trapnr, SIGNAL);
		unregister_kprobe(&kp);
	}
}

static noinline unsigned long load_bad(void)
{
	unsigned long value, addr = BAD_ADDRESS;

	/* KASAN is not to see it */
	asm volatile("ld %0, 0(%1)" : "=r" (value) : "b" (addr));
	return value;
}

static int pre_fault(struct kprobe *p, struct pt_regs *regs)
{
	num_hits++;
	EXPECT_EQ(load_bad(), good);
	return 0;
}

static int mend_handler(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	unsigned int i;

	num_faults++;
	EXPECT(p == &kp);
	EXPECT_EQ(trapnr, SIGNAL);
	for (i = 0; i < 32; i++)
		if (regs->gpr[i] == BAD_ADDRESS)
			regs->gpr[i] = (unsigned long)&good;
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

/* --- what must not be a branch */

static void fixup_is_not_a_jump(void)
{
	struct jt_state out;

	place(jt_first_faults, pre_see);
	EXPECT(jump_is_breakpoint_at(jt_first_faults));
	EXPECT_STREQ(jump_why(jt_first_faults),
		     "a fault there is mended, and may sleep");
	out = run(jt_first_faults, 0);
	EXPECT_EQ(out.regs[3], 0xfa);
	EXPECT_EQ(num_hits, 1);
	unregister_kprobe(&kp);
}

/* Neighbours are in nobody's way. */
static void neighbours(void)
{
	struct kprobe second = {
		.addr = (kprobe_opcode_t *)jump_at(jt_sum, 4),
		.pre_handler = pre_count,
	};

	place(jt_sum, pre_count);
	EXPECT_EQ(register_kprobe(&second), 0);
	kp_optimizer_flush();
	EXPECT(jump_is_at(jt_sum) && jump_is_at(second.addr));
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_hits, 2);
	unregister_kprobe(&kp);
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_hits, 3);
	unregister_kprobe(&second);
}

#define JUMP_ARCH_TESTS							\
	API_TEST(registers_seen), API_TEST(registers_changed),		\
	API_TEST(msr_is_changed), API_TEST(moved_elsewhere),		\
	API_TEST(red_zone), API_TEST(user_access),			\
	API_TEST(probed_faults), API_TEST(handler_faults),		\
	API_TEST(fixup_is_not_a_jump), API_TEST(neighbours),

#endif /* JUMP_ARCH_H */
