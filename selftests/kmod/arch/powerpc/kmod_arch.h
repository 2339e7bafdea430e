/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: assembly of the modules that are a single source. */
#ifndef KMOD_ARCH_H
#define KMOD_ARCH_H

#include <linux/ptrace.h>
#include <asm/hw_irq.h>
#include <asm/paca.h>
#include <asm/reg.h>

#define KMOD_RET	"blr\n"

#define KMOD_FIRST	"nop\n"

/* side_plain(): ((x + 3) * 3) ^ 0x55; and times 3 */
#define SIDE_PLAIN							\
	"	addi 3, 3, 1\n"			/* +0 */		\
	"	addi 3, 3, 2\n"			/* +4 */		\
	"	mulli 3, 3, 3\n"		/* +8 */		\
	"	nop\n"				/* +12 */		\
	"	xori 3, 3, 0x55\n"
#define SIDE_START							\
	"	nop\n"				/* +0 */
#define SIDE_TIMES_3							\
	"	mulli 3, 3, 3\n"

/* vector_test.c: what is probed, and what it writes to. */
#define VECTOR_TEXT							\
	"	addi 9, 9, 1\n"					\
	"	addi 9, 9, 2\n"
#define VECTOR_SCRATCH	"r9"
#define VECTOR_KEPT(at)							\
	"	mr 20, %0\n"						\
	at ":	addi 20, 20, 1\n"					\
	"	mr %0, 20\n"
#define VECTOR_KEEPS	"r20"

static inline unsigned long *vector_kept(struct pt_regs *regs)
{
	return &regs->gpr[20];
}

/* Whether the probed code lets interrupts in. */
static inline bool vector_irqs_were_on(struct pt_regs *regs)
{
	return !arch_irq_disabled_regs(regs);
}

/* What of this CPU's state lets no interrupts in: its own bit, and the kernel's account. */
static inline unsigned long vector_interrupts(void)
{
	return (mfmsr() & MSR_EE) | irq_soft_mask_return() << 8 |
	       (local_paca->irq_happened & PACA_IRQ_HARD_DIS);
}

/* At the entry of a function of a program: return a value. */
static inline int kmod_user_return(struct pt_regs *regs, unsigned long value)
{
	regs_set_return_value(regs, value);
	regs_set_return_ip(regs, regs->link);
	return 0;
}

#endif /* KMOD_ARCH_H */
