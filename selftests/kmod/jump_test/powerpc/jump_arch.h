/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: branches; all registers and flags. Included once. */
#ifndef JUMP_ARCH_H
#define JUMP_ARCH_H

#include <linux/irqflags.h>
#include <linux/uaccess.h>
#include <asm/hw_irq.h>
#include <asm/paca.h>

#define BAD_ADDRESS	0xcdead00000000010UL
/* Of XER, what is not counted or reserved. */
#define XER_BITS	0xe0000000UL
#define FAULT		11
#define LOAD(value, addr) \
	asm volatile("ld %0, 0(%1)" : "=r" (value) : "b" (addr))
#define GPRS(regs)	((regs)->gpr)
#define NUM_GPRS	32
#define FIRST_GPR	3
#define SP(regs)	((regs)->gpr[1])
#define SP_MOVED(state)	((state)->regs[1])
#define STATE(regs)	((regs)->msr)
#define LIVE_BITS	0
#define EXCEPTION_BITS	MSR_PMM

/**
 * struct jt_state - what jt_call() sets and finds
 * @regs: r0 to r31; r1 is found only, r13 neither
 * @lr: found only
 * @ctr: found only
 * @xer: XER
 * @cr: CR
 * @msr: what has changed of it of what a handler may change; run() finds it
 */
struct jt_state {
	unsigned long regs[32];
	unsigned long lr;
	unsigned long ctr;
	unsigned long xer;
	unsigned long cr;
	unsigned long msr;
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
	msr ^= mfmsr();
	out = jt_out;
	out.msr = msr & EXCEPTION_BITS;
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

/* Whether code may access user memory now. */
static bool may_access_user(void)
{
	return get_kuap() != AMR_KUAP_BLOCKED;
}

static bool keeps_from_user(void)
{
	return IS_ENABLED(CONFIG_PPC_KUAP) && !kuap_is_disabled();
}

static void begin_user(unsigned long addr)
{
	allow_read_from_user((void __user *)addr, 1);
}

static void end_user(unsigned long addr)
{
	prevent_read_from_user((void __user *)addr, 1);
}

static void expect_same_regs(const struct pt_regs *a, const struct pt_regs *b,
			     const char *name, unsigned int set)
{
	unsigned int i;

	for (i = 0; i < 32; i++) {
		if (a->gpr[i] == b->gpr[i] || i == 13)
			continue;
		failed = true;
		ktap_note("%s, set %u: r%u in pt_regs is %lx, not %lx",
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

static void expect_at_home(const struct pt_regs *regs, unsigned int set)
{
	EXPECT_EQ(regs->ccr, sets[set].cr);
}

static void invert_regs(struct pt_regs *regs)
{
	int i;

	for (i = 0; i < 32; i++)
		if (i != 1 && i != 13)
			regs->gpr[i] = ~regs->gpr[i] + i;
	regs->ccr = ~regs->ccr & 0xffffffff;
	regs->xer ^= XER_BITS;
	regs->ctr += 7;
}

static void expect_left(const struct jt_state *state, unsigned long bits)
{
	EXPECT_EQ(state->msr, bits);
}

#include "../branches.h"

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

/* --- interrupts that go off in hardware while a handler runs */

#define NUM_ROUNDS	8

/* So does an interrupt that comes while they are masked, and who turns on the FPU then. */
static void hard_disable(void)
{
	unsigned long flags;

	num_hits++;
	local_irq_save(flags);
	hard_irq_disable();
	local_irq_restore(flags);
}

static int pre_hard_disable(struct kprobe *p, struct pt_regs *regs)
{
	hard_disable();
	return 0;
}

static int pre_hard_disable_move(struct kprobe *p, struct pt_regs *regs)
{
	hard_disable();
	return pre_move(p, regs);
}

static int pre_hard_disable_msr(struct kprobe *p, struct pt_regs *regs)
{
	hard_disable();
	regs->msr ^= MSR_PMM;
	return 0;
}

static int return_hard_disable(struct kretprobe_instance *ri,
			       struct pt_regs *regs)
{
	hard_disable();
	return 0;
}

static long jp_hard_disable(long a, long b)
{
	hard_disable();
	jprobe_return();
	return 0;
}

/* What the kernel keeps of them in memory says what MSR[EE] says. */
static void expect_account(const char *who, long result)
{
	unsigned long flags, msr;
	u8 happened;
	long sum;
	int i;

	num_hits = 0;
	for (i = 0; i < NUM_ROUNDS; i++) {
		local_irq_save(flags);
		sum = jt_sum(5, 7);
		/* in that order: an interrupt may come, and switches off both */
		happened = READ_ONCE(local_paca->irq_happened);
		msr = mfmsr();
		local_irq_restore(flags);
		EXPECT_EQ(sum, result);
		if (!(happened & PACA_IRQ_HARD_DIS) || !(msr & MSR_EE))
			continue;
		failed = true;
		ktap_note("%s, call %i: MSR[EE] is set, but irq_happened is 0x%x",
			  who, i, happened);
	}
	EXPECT_EQ(num_hits, NUM_ROUNDS);
}

static void expect_account_of_kprobe(const char *who,
				     kprobe_pre_handler_t pre, bool is_jump,
				     long result)
{
	place(jt_sum, pre);
	EXPECT_EQ(jump_is_at(jt_sum), is_jump);
	expect_account(who, result);
	unregister_kprobe(&kp);
}

static void hard_disabled_by(bool is_jump)
{
	jump_allow(is_jump);
	expect_account_of_kprobe("kprobe", pre_hard_disable, is_jump, 12);
	expect_account_of_kprobe("kprobe that moves", pre_hard_disable_move,
				 is_jump, 0x5e);
	/* an even number of times */
	expect_account_of_kprobe("kprobe that sets MSR", pre_hard_disable_msr,
				 is_jump, 12);

	prepare_rp(&rp[0], jt_sum, 0);
	rp[0].entry_handler = NULL;
	rp[0].handler = return_hard_disable;
	EXPECT_EQ(register_kretprobe(&rp[0]), 0);
	wait_for_kprobe_optimizer();
	expect_account("return probe", 12);
	unregister_kretprobe(&rp[0]);

	memset(&jp, 0, sizeof(jp));
	jp.kp.addr = (kprobe_opcode_t *)jt_sum;
	jp.entry = jp_hard_disable;
	EXPECT_EQ(register_jprobe(&jp), 0);
	wait_for_kprobe_optimizer();
	expect_account("jprobe", 12);
	unregister_jprobe(&jp);
}

static void hard_disabled(void)
{
	hard_disabled_by(true);
	hard_disabled_by(false);
	jump_allow(true);
}

/* --- what this module calls others through */

#define STUB_MAGIC	0x73747562
#define STUB_DATA	(IS_ENABLED(CONFIG_PPC64_ELF_ABI_V1) ? 28 : 12)

/* Behind the code of the first stub: the section comes after the text. */
static const u8 *stub_data(void)
{
	const u8 *at = jt_elsewhere;
	u32 word = 0;

	while (!get_kernel_nofault(word, (u32 *)at) && word != STUB_MAGIC)
		at += sizeof(word);
	return word == STUB_MAGIC ? at : NULL;
}

/* They are read, by the code and by the kernel. */
static void stub_refused(void)
{
	const u8 *data = stub_data();
	int i;

	EXPECT(data);
	for (i = 0; data && i < STUB_DATA; i += 4) {
		memset(&kp, 0, sizeof(kp));
		kp.addr = (kprobe_opcode_t *)(data + i);
		kp.pre_handler = pre_count;
		/* should it be taken, nothing is written */
		kp.flags = KPROBE_FLAG_DISABLED;
		EXPECT_EQ(register_kprobe(&kp), -EINVAL);
		unregister_kprobe(&kp);
	}
}

/* It returns to its caller again when longjmp() is called. */
static void setjmp_refused(void)
{
	int ret;

	memset(&rp[0], 0, sizeof(rp[0]));
	rp[0].kp.symbol_name = "setjmp";
	rp[0].kp.flags = KPROBE_FLAG_DISABLED;
	rp[0].handler = on_return;
	ret = register_kretprobe(&rp[0]);
	if (ret != -ENOENT)
		EXPECT_EQ(ret, -EINVAL);
	unregister_kretprobe(&rp[0]);
}

#define JUMP_ARCH_TESTS \
	BRANCHES_TESTS API_TEST(red_zone), API_TEST(hard_disabled), \
	API_TEST(stub_refused), API_TEST(setjmp_refused),

#endif /* JUMP_ARCH_H */
