/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: where arguments and results are (AAPCS64). */
#ifndef RD_ARCH_H
#define RD_ARCH_H

#include <linux/ptrace.h>

/* What a return does to the stack pointer. */
#define RD_RETURN_POPS		0
/* A larger argument is not the callee's own, but in its caller's memory. */
#define RD_MAX_BY_VALUE		16
/* From the caller's frame, as the compiler knows it, to the arguments in it. */
#define RD_STACK_OFFSET		0

/* Whether a function begins with the call site of the tracer; that is behind it. */
#define RD_ENTRY_IS_SITE	false

/* Whether a result of that type is not in registers. */
#define RD_IN_MEMORY(ret)	(sizeof(ret) > 16)
#define MORE_PTAIL		MORE_TAIL

/* The first or the second register of a result. */
static inline unsigned long *rd_result(struct pt_regs *regs, int i)
{
	return (unsigned long *)&regs->regs[i];
}

/* At the entry: where a result goes that is in memory. */
static inline void *rd_result_memory(const struct pt_regs *regs)
{
	return (void *)regs->regs[8];
}

/* No jump can be made in C of a call whose result is in memory. */
#define BY_POINTER(name, ret, ...)	ret
#define BODY_MTAIL		BODY_LEAN
#define MORE_MTAIL		MORE_LEAF
#define RD_TAIL_STRUCT(...)	return FN(tail_to_struct)(__VA_ARGS__);

#endif /* RD_ARCH_H */
