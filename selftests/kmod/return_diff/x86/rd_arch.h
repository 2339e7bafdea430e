/* SPDX-License-Identifier: GPL-2.0 */
/* x86: where arguments and results are. */
#ifndef RD_ARCH_H
#define RD_ARCH_H

#include <linux/ptrace.h>

/* What a return does to the stack pointer. */
#define RD_RETURN_POPS		sizeof(long)
/* A larger argument is not the callee's own, but in its caller's memory. */
#define RD_MAX_BY_VALUE		SIZE_MAX
/* From the caller's frame, as the compiler knows it, to the arguments in it. */
#define RD_STACK_OFFSET		0

/* Whether a function begins with the call site of the function tracer. */
#define RD_ENTRY_IS_SITE	IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_REGS)

/* Whether a result of that type is not in registers. */
#define RD_IN_MEMORY(ret)	(sizeof(ret) > 16)
#define MORE_PTAIL		MORE_TAIL

/* The first or the second register of a result. */
static inline unsigned long *rd_result(struct pt_regs *regs, int i)
{
	return i ? &regs->dx : &regs->ax;
}

/* At the entry: where a result goes that is in memory. */
static inline void *rd_result_memory(const struct pt_regs *regs)
{
	return (void *)regs->di;
}

/*
 * The compiler makes no jump of a call whose result is in memory, unless it
 * is told that the pointer to there is an argument and the result.
 */
#define BY_POINTER(name, ret, ...)					\
	ret *FN(name##_by_pointer)(ret *result, __VA_ARGS__)		\
	__asm__(__stringify(FN(name)))

#define BODY_MTAIL(kind, name, ret, types, ...)				\
BY_POINTER(name, ret, RD_PARAMS(types));				\
ret ATTRIBUTES *FN(name##_by_pointer)(ret *result, RD_PARAMS(types))	\
{									\
	RD_HASH(kind, name, types)					\
									\
	ENTER(name);							\
	__VA_ARGS__							\
}
#define MORE_MTAIL		MORE_TAIL
#define RD_TAIL_STRUCT(...)						\
	return FN(tail_to_struct_by_pointer)(result, __VA_ARGS__);

#endif /* RD_ARCH_H */
