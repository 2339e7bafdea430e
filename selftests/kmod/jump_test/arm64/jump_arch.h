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
#define FAULT		((int)(ESR_ELx_EC_DABT_CUR << ESR_ELx_EC_SHIFT))
#define LOAD(value, addr) \
	asm volatile("ldr %0, [%1]" : "=r" (value) : "r" (addr))
#define GPRS(regs)	((regs)->regs)
#define NUM_GPRS	31
#define FIRST_GPR	0
#define SP(regs)	((regs)->sp)
#define SP_MOVED(state)	((state)->sp)
#define STATE(regs)	((regs)->pstate)
#define LIVE_BITS	FLAGS
#define EXCEPTION_BITS	(PSR_D_BIT | PSR_A_BIT)
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

/* Whether code may access user memory now. */
static bool may_access_user(void)
{
	if (cpus_have_final_cap(ARM64_HAS_PAN))
		return !read_sysreg_s(PAN);
#ifdef CONFIG_ARM64_SW_TTBR0_PAN
	return read_sysreg(ttbr0_el1) & TTBR_ASID_MASK;
#else
	return false;
#endif
}

static bool keeps_from_user(void)
{
	return cpus_have_final_cap(ARM64_HAS_PAN) ||
	       IS_ENABLED(CONFIG_ARM64_SW_TTBR0_PAN);
}

static void begin_user(unsigned long addr)
{
	uaccess_ttbr0_enable();
	uaccess_enable_privileged();
}

static void end_user(unsigned long addr)
{
	uaccess_disable_privileged();
	uaccess_ttbr0_disable();
}

static void expect_same_regs(const struct pt_regs *a, const struct pt_regs *b,
			     const char *name, unsigned int set)
{
	const unsigned long *x = (const void *)a, *y = (const void *)b;
	/* a struct since 6.13 */
	const u64 *frame = (const void *)&a->stackframe;
	const u64 *other = (const void *)&b->stackframe;
	/* and what an exception puts there says only that registers are above it */
	bool is_meta = !other[0] && !other[1] && (frame[0] || frame[1]);
	unsigned int i;

	for (i = 0; i < sizeof(a->user_regs) / sizeof(*x); i++) {
		if (x[i] == y[i] || i == 18)
			continue;
		failed = true;
		ktap_note("%s, set %u: word %u of pt_regs is %lx, not %lx",
			  name, set, i, x[i], y[i]);
	}
	EXPECT_EQ(frame[0], is_meta ? a->regs[29] : other[0]);
	EXPECT_EQ(frame[1], is_meta ? a->pc : other[1]);
	EXPECT_EQ(interrupts_enabled(a), interrupts_enabled(b));
}

static void expect_at_home(const struct pt_regs *regs, unsigned int set)
{
	EXPECT_EQ(regs->pstate & (FLAGS | MASKS),
		  sets[set].flags | sets[set].masks);
	/* as every exception finds it; seen by a breakpoint, too, if a jump had changed it */
	EXPECT_EQ(!!(regs->pstate & PSR_SSBS_BIT),
		  cpus_have_final_cap(ARM64_SSBS) &&
		  read_sysreg(sctlr_el1) & SCTLR_ELx_DSSBS);
}

static void invert_regs(struct pt_regs *regs)
{
	int i;

	for (i = 0; i < 30; i++)
		if (i != 18)
			regs->regs[i] = ~regs->regs[i] + i;
}

/* Flags and masks are what the functions change, too. */
static void expect_left(const struct jt_state *state, unsigned long bits)
{
}

#include "../branches.h"

#define JUMP_ARCH_TESTS BRANCHES_TESTS

#endif /* JUMP_ARCH_H */
