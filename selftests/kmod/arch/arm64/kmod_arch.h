/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: assembly of the modules that are a single source. */
#ifndef KMOD_ARCH_H
#define KMOD_ARCH_H

#include <linux/irqflags.h>
#include <linux/ptrace.h>

#define KMOD_RET	"ret\n"

#define KMOD_FIRST	"nop\n"

/* side_plain(): ((x + 3) * 3) ^ 0x55; and times 3 */
#define SIDE_PLAIN							\
	"	add x0, x0, #1\n"		/* +0 */		\
	"	add x0, x0, #2\n"		/* +4 */		\
	"	add x0, x0, x0, lsl #1\n"	/* +8 */		\
	"	nop\n"				/* +12 */		\
	"	mov x1, #0x55\n"		/* +16 */		\
	"	eor x0, x0, x1\n"
#define SIDE_START							\
	"	nop\n"				/* +0 */
#define SIDE_TIMES_3							\
	"	add x0, x0, x0, lsl #1\n"

/* dying_call(): x + 3 */
#define DYING_CALL							\
	"	add x0, x0, #1\n"					\
	"	add x0, x0, #2\n"

/* vector_test.c: what is probed, and what it writes to. */
#define VECTOR_TEXT							\
	"	add x9, x9, #1\n"					\
	"	add x9, x9, #2\n"
#define VECTOR_SCRATCH	"x9"
#define VECTOR_KEPT(at)							\
	"	mov x20, %0\n"						\
	at ":	add x20, x20, #1\n"					\
	"	mov %0, x20\n"
#define VECTOR_KEEPS	"x20"

static inline u64 *vector_kept(struct pt_regs *regs)
{
	return &regs->regs[20];
}

/* Whether the probed code lets interrupts in. */
static inline bool vector_irqs_were_on(struct pt_regs *regs)
{
	return interrupts_enabled(regs);
}

/* What of this CPU's state lets no interrupts in. */
static inline unsigned long vector_interrupts(void)
{
	return arch_local_save_flags();
}

/* At the entry of a function of a program: return a value. */
static inline int kmod_user_return(struct pt_regs *regs, unsigned long value)
{
	regs_set_return_value(regs, value);
	instruction_pointer_set(regs, procedure_link_pointer(regs));
	return 0;
}

#endif /* KMOD_ARCH_H */
