/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: branches; all registers, flags and masks. Included once. */
#ifndef JUMP_ARCH_H
#define JUMP_ARCH_H

#include <linux/irqflags.h>
#include <linux/uaccess.h>
#include <asm/cpufeature.h>
#include <asm/esr.h>
#include <asm/pgtable-hwdef.h>
#include <asm/sysreg.h>

#define FLAGS		(PSR_N_BIT | PSR_Z_BIT | PSR_C_BIT | PSR_V_BIT)
#define MASKS		(PSR_D_BIT | PSR_A_BIT | PSR_I_BIT | PSR_F_BIT)
#define BAD_ADDRESS	0xdead000000000010UL
#define DATA_ABORT	((int)(ESR_ELx_EC_DABT_CUR << ESR_ELx_EC_SHIFT))
#define PAN		sys_reg(3, 0, 4, 2, 3)

/**
 * struct jt_state - what jt_call() sets and finds
 * @regs: x0 to x30, without x18
 * @flags: NZCV
 * @masks: DAIF
 * @sp: stack pointer; found only
 */
struct jt_state {
	unsigned long regs[31];
	unsigned long flags;
	unsigned long masks;
	unsigned long sp;
};

extern struct jt_state jt_in, jt_out;
extern const void *jt_target;
extern unsigned long jt_sp;
void jt_call(void);

/* targets.S */
extern u8 jt_add[], jt_nop[], jt_adr[], jt_adrp[], jt_literal[], jt_b[],
	  jt_b_cond[], jt_cbz[], jt_tbnz[], jt_bl[], jt_ret[], jt_lr[],
	  jt_push[], jt_sign[], jt_nzcv[], jt_daif[], jt_load[],
	  jt_first_faults[];

static const struct target {
	const u8 *fn;
	const char *name;
} targets[] = {
	{ jt_add, "add" }, { jt_nop, "nop" }, { jt_adr, "adr" },
	{ jt_adrp, "adrp" }, { jt_literal, "literal" }, { jt_b, "b" },
	{ jt_b_cond, "b_cond" }, { jt_cbz, "cbz" }, { jt_tbnz, "tbnz" },
	{ jt_bl, "bl" }, { jt_ret, "ret" }, { jt_lr, "lr" },
	{ jt_push, "push" }, { jt_sign, "sign" }, { jt_nzcv, "nzcv" },
	{ jt_daif, "daif" },
};

/* --- calls with all registers known */

static const struct {
	unsigned long flags;
	unsigned long masks;
} sets[] = {
	{ 0 },
	{ PSR_N_BIT | PSR_C_BIT },
	{ PSR_Z_BIT | PSR_V_BIT, PSR_I_BIT | PSR_F_BIT },
	{ PSR_V_BIT, PSR_D_BIT | PSR_A_BIT },
	{ FLAGS, MASKS },
};

#define NUM_SETS	ARRAY_SIZE(sets)

static struct jt_state run(const u8 *fn, unsigned int set)
{
	struct jt_state out;
	unsigned long flags;
	int before, i;

	for (i = 0; i < 31; i++)
		jt_in.regs[i] = 0x0101010101010101UL * (i + 1) ^ set << 8;
	if (set & 1)
		jt_in.regs[1] = 0;
	if (fn == jt_load || fn == jt_first_faults)
		jt_in.regs[0] = BAD_ADDRESS;
	jt_in.flags = sets[set].flags;
	jt_in.masks = sets[set].masks;
	preempt_disable();
	before = preempt_count();
	jt_target = fn;
	/* lockdep is to know */
	if (jt_in.masks & PSR_I_BIT)
		local_irq_save(flags);
	jt_call();
	out = jt_out;
	EXPECT_EQ(preempt_count(), before);
	EXPECT(!kprobe_running());
	if (jt_in.masks & PSR_I_BIT)
		local_irq_restore(flags);
	preempt_enable();
	out.sp -= jt_sp;
	out.regs[18] = 0;
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
	if (cpus_have_const_cap(ARM64_HAS_PAN))
		return !read_sysreg_s(PAN);
#ifdef CONFIG_ARM64_SW_TTBR0_PAN
	return read_sysreg(ttbr0_el1) & TTBR_ASID_MASK;
#else
	return false;
#endif
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
	const unsigned long *x = (const void *)a, *y = (const void *)b;
	unsigned int i;

	for (i = 0; i < sizeof(a->user_regs) / sizeof(*x); i++) {
		if (x[i] == y[i] || i == 18)
			continue;
		failed = true;
		pr_info("KTAP: # %s, set %u: word %u of pt_regs is %lx, not %lx\n",
			name, set, i, x[i], y[i]);
	}
	EXPECT_EQ(a->stackframe[0], b->stackframe[0]);
	EXPECT_EQ(a->stackframe[1], b->stackframe[1]);
	EXPECT_EQ(interrupts_enabled(a), interrupts_enabled(b));
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
			EXPECT_EQ(seen.pc, (unsigned long)fn);
			EXPECT_EQ(seen.sp, jt_sp);
			EXPECT_EQ(seen.pstate & (FLAGS | MASKS),
				  sets[set].flags | sets[set].masks);
		}
		unregister_kprobe(&kp);
	}
	EXPECT(!handler_may_access);
}

/* --- what handlers change */

static unsigned long moved_to, pstate_changed;

static int pre_change(struct kprobe *unused, struct pt_regs *regs)
{
	int i;

	num_hits++;
	for (i = 0; i < 30; i++)
		if (i != 18)
			regs->regs[i] = ~regs->regs[i] + i;
	regs->pstate ^= pstate_changed;
	if (moved_to)
		regs->pc = moved_to;
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
	for (set = 0; set < NUM_SETS; set++)
		trapped[set] = run(target->fn, set);
	jump_allow(true);
	kp_optimizer_flush();
	EXPECT(jump_is_at(target->fn));
	for (set = 0; set < NUM_SETS; set++) {
		now = run(target->fn, set);
		EXPECT_SAME(&now, &trapped[set], target->name, set);
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
	pstate_changed = FLAGS;
	check_changes();
}

/* What only the return from an exception can do. */
static void masks_changed(void)
{
	moved_to = 0;
	pstate_changed = PSR_C_BIT | PSR_A_BIT | PSR_D_BIT;
	check_changes();
}

static void moved_elsewhere(void)
{
	moved_to = (unsigned long)jt_elsewhere;
	pstate_changed = PSR_N_BIT;
	check_changes();
	pstate_changed = PSR_D_BIT;
	check_changes();
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
		regs->pc = moved_to;
	return !!moved_to;
}

static bool calls_keep_access(bool may_access, long result)
{
	bool is_kept;
	long got;

	preempt_disable();
	if (may_access) {
		uaccess_ttbr0_enable();
		uaccess_enable_privileged();
	}
	got = jt_sum(1, 2);
	is_kept = may_access_user() == may_access;
	if (may_access) {
		uaccess_disable_privileged();
		uaccess_ttbr0_disable();
	}
	preempt_enable();
	return is_kept && got == result;
}

static void user_access(void)
{
	bool has = cpus_have_const_cap(ARM64_HAS_PAN) ||
		   IS_ENABLED(CONFIG_ARM64_SW_TTBR0_PAN);
	char byte;

	user_byte = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_ANONYMOUS | MAP_PRIVATE, 0);
	EXPECT(!IS_ERR_VALUE(user_byte));
	EXPECT_EQ(get_user(byte, (char __user *)user_byte), 0);
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
static unsigned long fault_pc, moved_by;
static int fault_trapnr;

static int mend_load(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	num_faults++;
	fault_pc = regs->pc;
	fault_trapnr = trapnr;
	EXPECT(p == &kp);
	regs->regs[0] = (unsigned long)&good;
	regs->pc += moved_by;
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
		EXPECT_EQ(out.regs[0], moved_by ? (unsigned long)&good + 1 :
						  good + 1);
		EXPECT_EQ(out.sp, 0);
		EXPECT_EQ(num_faults, 1);
		EXPECT_EQ(num_hits, 1);
		EXPECT_EQ(fault_pc, (unsigned long)jt_load);
		EXPECT_EQ(fault_trapnr, DATA_ABORT);
		unregister_kprobe(&kp);
	}
}

static noinline unsigned long load_bad(void)
{
	unsigned long value, addr = BAD_ADDRESS;

	/* KASAN is not to see it */
	asm volatile("ldr %0, [%1]" : "=r" (value) : "r" (addr));
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
	EXPECT_EQ(trapnr, DATA_ABORT);
	for (i = 0; i < 31; i++)
		if (regs->regs[i] == BAD_ADDRESS)
			regs->regs[i] = (unsigned long)&good;
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
	EXPECT_EQ(out.regs[0], 0xfa);
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
	API_TEST(masks_changed), API_TEST(moved_elsewhere),		\
	API_TEST(user_access),						\
	API_TEST(probed_faults), API_TEST(handler_faults),		\
	API_TEST(fixup_is_not_a_jump), API_TEST(neighbours),

#endif /* JUMP_ARCH_H */
