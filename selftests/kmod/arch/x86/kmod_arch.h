/* SPDX-License-Identifier: GPL-2.0 */
/* x86: assembly of the modules that are a single source. */
#ifndef KMOD_ARCH_H
#define KMOD_ARCH_H

#include <linux/linkage.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>

#define KMOD_RET	ASM_RET

/* Five bytes, as the call of the function tracer: +5 is an instruction. */
#define KMOD_FIRST	".byte 0x0f, 0x1f, 0x44, 0, 0\n"

/* side_plain(): ((x + 3) * 3) ^ 0x55; and times 3 */
#define SIDE_PLAIN							\
	"	lea 1(%rdi), %rax\n"		/* +0, 4 bytes */	\
	"	add $2, %rax\n"			/* +4 */		\
	"	imul $3, %rax, %rax\n"		/* +8 */		\
	"	nop\n"				/* +12 */		\
	"	xor $0x55, %rax\n"		/* +13 */
#define SIDE_START							\
	"	mov %rdi, %rax\n"		/* +0, 3 bytes */	\
	"	nop\n"
#define SIDE_TIMES_3							\
	"	imul $3, %rax, %rax\n"		/* 4 bytes */

/* Taken for a breakpoint, it and those behind it are other instructions, none where they are. */
#define SIDE_RUN							\
	"	movl $0, 0x180(%rsp)\n"		/* 11 bytes */

/* kgdb's number of the instruction pointer, and how far behind its breakpoint that is. */
#define KMOD_KGDB_PC		16
#define KMOD_KGDB_BEHIND	1

static inline bool kmod_is_breakpoint(const void *addr)
{
	return *(const u8 *)addr == 0xcc;
}

/* dying_call(): x + 3 */
#define DYING_CALL							\
	"	lea 1(%rdi), %rax\n"					\
	"	add $2, %rax\n"

/* At the entry of a function of a program: return a value. */
static inline int kmod_user_return(struct pt_regs *regs, unsigned long value)
{
	unsigned long back;

	if (get_user(back, (unsigned long __user *)regs->sp))
		return -EFAULT;
	regs->sp += sizeof(back);
	regs_set_return_value(regs, value);
	instruction_pointer_set(regs, back);
	return 0;
}

#endif /* KMOD_ARCH_H */
