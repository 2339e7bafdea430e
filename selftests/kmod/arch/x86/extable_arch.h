/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what has an entry in an exception table. For fault_extable.c. */
#ifndef EXTABLE_ARCH_H
#define EXTABLE_ARCH_H

#include <asm/asm.h>
#include <asm/msr.h>

#include "extable_copy.h"

/* Whether get_user() that fails leaves 0 behind. */
#define EX_FAILED_GET_IS_0	true

#define EX_FUNCTIONS							\
	"__get_user_", "__put_user_", "__clear_user", "clear_user_",	\
	EX_COPY_FUNCTIONS

/* Whether it cannot be probed. */
static inline bool ex_is_refused(unsigned long addr)
{
	return false;
}

/* until 5.15 */
#ifdef _ASM_EXTABLE_HANDLE
#include "extable_handlers.h"
#else
/*
 * A load, with each type of fixup. The fixup leads to the next instruction or
 * to one farther on, which leaves a mark.
 */
#define OP_TYPE(name, type, source)					\
OP(next_##name, {							\
	unsigned long reg = 0x55;					\
	unsigned long ax = 0x66;					\
									\
	asm volatile("1: mov (%[p]), %[reg]\n"				\
		     "2:\n"						\
		     _ASM_EXTABLE_TYPE_REG(1b, 2b, type, %[reg])	\
		     : [reg] "+&r" (reg), "+&a" (ax)			\
		     : [p] "r" (source) : "dx", "memory");		\
	memcpy(buf, &ax, sizeof(ax));					\
	return reg;							\
})									\
OP(far_##name, {							\
	unsigned long reg = 0x55;					\
	unsigned long ax = 0x66;					\
	unsigned long mark = 0;						\
									\
	asm volatile("1: mov (%[p]), %[reg]\n"				\
		     "	jmp 3f\n"					\
		     "2: movl $0x77, %k[mark]\n"			\
		     "3:\n"						\
		     _ASM_EXTABLE_TYPE_REG(1b, 2b, type, %[reg])	\
		     : [reg] "+&r" (reg), "+&a" (ax), [mark] "+&r" (mark) \
		     : [p] "r" (source) : "dx", "memory");		\
	memcpy(buf, &ax, sizeof(ax));					\
	memcpy(buf + 8, &mark, sizeof(mark));				\
	return reg;							\
})
/* cx := reg + imm * cx, the bytes that were not copied. */
#define OP_UCOPY(name, type, insn, shift)				\
OP(ucopy_##name, {							\
	unsigned long count = 80 >> (shift);				\
	void *from = arg->kernel;					\
									\
	asm volatile("	mov $5, %%r8d\n"				\
		     "1: rep " insn "\n"				\
		     "2:\n"						\
		     _ASM_EXTABLE_TYPE_REG(1b, 2b, type, %%r8)		\
		     : "+c" (count), "+D" (buf), "+S" (from)		\
		     : : "r8", "memory");				\
	return count;							\
})

#define EX_OPS_TYPES							\
OP_TYPE(default, EX_TYPE_DEFAULT, arg->kernel)				\
OP_TYPE(fault, EX_TYPE_FAULT, arg->kernel)				\
OP_TYPE(efault, EX_TYPE_EFAULT_REG, arg->kernel)			\
OP_TYPE(zero, EX_TYPE_ZERO_REG, arg->kernel)				\
OP_TYPE(one, EX_TYPE_ONE_REG, arg->kernel)				\
OP_TYPE(msr, EX_TYPE_RDMSR_SAFE, arg->kernel)				\
OP_TYPE(clear, EX_TYPE_DEFAULT | EX_FLAG_CLEAR_AX, arg->kernel)		\
OP_TYPE(far_off, EX_TYPE_EFAULT_REG, (void *)(0x0badUL << 48))		\
OP_UCOPY(1, EX_TYPE_UCOPY_LEN1, "movsb", 0)				\
OP_UCOPY(4, EX_TYPE_UCOPY_LEN4, "movsl", 2)				\
OP_UCOPY(8, EX_TYPE_UCOPY_LEN8, "movsq", 3)

#define E_TYPE(name)	E(next_##name), E(far_##name)

#define EX_E_TYPES							\
	E_TYPE(default), E_TYPE(fault), E_TYPE(efault), E_TYPE(zero),	\
	E_TYPE(one), E_TYPE(msr), E_TYPE(clear), E_TYPE(far_off),	\
	E(ucopy_1), E(ucopy_4), E(ucopy_8),
#endif

#define EX_OPS								\
OP(rdmsr_safe, {							\
	u64 value = 0;							\
	long ret = ex_rdmsr_safe(0x0badc0de, &value);			\
									\
	memcpy(buf, &value, sizeof(value));				\
	return ret;							\
})									\
									\
OP(wrmsr_safe, { return ex_wrmsr_safe(0x0badc0de, 1); })			\
EX_OPS_TYPES

#define EX_E_OPS							\
	E(rdmsr_safe), E(wrmsr_safe),					\
	EX_E_TYPES

#endif /* EXTABLE_ARCH_H */
