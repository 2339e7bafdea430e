/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: instructions of targets.S, and registers. */
#ifndef API_ARCH_H
#define API_ARCH_H

#include <linux/ptrace.h>

/* Of api_sum: the second instruction, its opcode, and the third. */
#define SUM_SECOND	4
#define SUM_OPCODE	0x0b010000
#define SUM_THIRD	8

/* Bytes of the only instruction of api_loop that is probed. */
#define LOOP_SIZE	4

/* Bytes of each instruction of api_many, and before the first. */
#define MANY_SIZE	4

/* Whether a function begins with the call site of the tracer; that is behind it. */
#define ENTRY_IS_SITE	false

static void set_first_argument(struct pt_regs *regs, unsigned long value)
{
	regs->regs[0] = value;
}

/* At a function's entry: as the function's own return would. */
static void return_by_hand(struct pt_regs *regs)
{
	instruction_pointer_set(regs, procedure_link_pointer(regs));
}

#endif /* API_ARCH_H */
