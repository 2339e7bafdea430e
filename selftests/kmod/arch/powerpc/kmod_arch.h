/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: assembly of the modules that are a single source. */
#ifndef KMOD_ARCH_H
#define KMOD_ARCH_H

#include <linux/ptrace.h>

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

/* At the entry of a function of a program: return a value. */
static inline int kmod_user_return(struct pt_regs *regs, unsigned long value)
{
	regs_set_return_value(regs, value);
	regs_set_return_ip(regs, regs->link);
	return 0;
}

#endif /* KMOD_ARCH_H */
