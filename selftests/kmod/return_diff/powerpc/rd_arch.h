/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: where arguments and results are (ELF version 1 and 2). */
#ifndef RD_ARCH_H
#define RD_ARCH_H

#include <linux/ptrace.h>

/* What a return does to the stack pointer. */
#define RD_RETURN_POPS		0
/* A larger argument is not the callee's own, but in its caller's memory. */
#define RD_MAX_BY_VALUE		SIZE_MAX
/* From the caller's frame, as the compiler knows it, to the arguments in it. */
#define RD_STACK_OFFSET	(IS_ENABLED(CONFIG_PPC64_ELF_ABI_V1) ? 48 : 32)

/* Whether a function begins with the call site of the tracer; that is behind it. */
#define RD_ENTRY_IS_SITE	false

/* Whether a result of that type is not in registers; with version 1 no struct is. */
#ifdef CONFIG_PPC64_ELF_ABI_V1
#define RD_IN_MEMORY(ret)						\
	_Generic((ret *)NULL, struct rd_4 *: true, struct rd_12 *: true,	\
		 struct rd_16 *: true, default: sizeof(ret) > 16)
#define MORE_PTAIL		MORE_LEAF
#else
#define RD_IN_MEMORY(ret)	(sizeof(ret) > 16)
#define MORE_PTAIL		MORE_TAIL
#endif

/* The first or the second register of a result. */
static inline unsigned long *rd_result(struct pt_regs *regs, int i)
{
	return &regs->gpr[3 + i];
}

/* At the entry: where a result goes that is in memory. */
static inline void *rd_result_memory(const struct pt_regs *regs)
{
	return (void *)regs->gpr[3];
}

/* No jump can be made in C of a call whose result is in memory. */
#define BY_POINTER(name, ret, ...)	ret
#define BODY_MTAIL		BODY_LEAN
#define MORE_MTAIL		MORE_LEAF
#define RD_TAIL_STRUCT(...)	return FN(tail_to_struct)(__VA_ARGS__);

#endif /* RD_ARCH_H */
