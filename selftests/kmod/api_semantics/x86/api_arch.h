/* SPDX-License-Identifier: GPL-2.0 */
/* x86: instructions of targets.S, and registers. */
#ifndef API_ARCH_H
#define API_ARCH_H

#include <linux/ptrace.h>

/* Of api_sum: the second instruction, its opcode, and the third. */
#define SUM_SECOND	2
#define SUM_OPCODE	0x01
#define SUM_THIRD	4

/* Bytes of the only instruction of api_loop that is probed. */
#define LOOP_SIZE	2

/* Bytes of each instruction of api_many, and before the first. */
#define MANY_SIZE	3

/* Whether a function begins with the call site of the function tracer. */
#define ENTRY_IS_SITE	IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_REGS)

static void set_first_argument(struct pt_regs *regs, unsigned long value)
{
	regs->di = value;
}

/* At a function's entry: as the function's own return would. */
static void return_by_hand(struct pt_regs *regs)
{
	instruction_pointer_set(regs, *(unsigned long *)regs->sp);
	regs->sp += sizeof(long);
}

#endif /* API_ARCH_H */
