/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what has an entry in an exception table. For fault_extable.c. */
#ifndef EXTABLE_ARCH_H
#define EXTABLE_ARCH_H

#include <asm/asm-extable.h>

/* Whether get_user() that fails leaves 0 behind. */
#define EX_FAILED_GET_IS_0	true

#define EX_FUNCTIONS							\
	"__arch_copy_from_user", "__arch_copy_to_user", "__arch_clear_user"

/* Whether it cannot be probed: an exclusive load or store. */
static inline bool ex_is_refused(unsigned long addr)
{
	return (*(u32 *)addr & 0x3f000000) == 0x08000000;
}

#define EX_OP_COPY(len)

/*
 * A load, with each type of fixup. The fixup leads to the next instruction or
 * to one farther on, which leaves a mark.
 */
#define OP_TYPE(name, type)						\
OP(next_##name, {							\
	unsigned long reg = 0x55;					\
	unsigned long err = 0x66;					\
									\
	asm volatile("1: ldr %[reg], [%[p]]\n"				\
		     "2:\n"						\
		     type(1b, 2b, %w[err], %w[reg])			\
		     : [reg] "+&r" (reg), [err] "+&r" (err)		\
		     : [p] "r" (arg->kernel) : "memory");		\
	memcpy(buf, &err, sizeof(err));					\
	return reg;							\
})									\
OP(far_##name, {							\
	unsigned long reg = 0x55;					\
	unsigned long err = 0x66;					\
	unsigned long mark = 0;						\
									\
	asm volatile("1: ldr %[reg], [%[p]]\n"				\
		     "	b 3f\n"						\
		     "2: mov %[mark], #0x77\n"				\
		     "3:\n"						\
		     type(1b, 2b, %w[err], %w[reg])			\
		     : [reg] "+&r" (reg), [err] "+&r" (err),		\
		       [mark] "+&r" (mark)				\
		     : [p] "r" (arg->kernel) : "memory");		\
	memcpy(buf, &err, sizeof(err));					\
	memcpy(buf + 8, &mark, sizeof(mark));				\
	return reg;							\
})

#define EX_NOTHING(insn, fixup, err, zero)				\
	_ASM_EXTABLE_UACCESS(insn, fixup)

#define EX_OPS								\
	OP_TYPE(nothing, EX_NOTHING)					\
	OP_TYPE(uaccess, _ASM_EXTABLE_UACCESS_ERR_ZERO)			\
	OP_TYPE(kaccess, _ASM_EXTABLE_KACCESS_ERR_ZERO)

#define EX_E_COPY(len)

#define E_TYPE(name)	E(next_##name), E(far_##name)

#define EX_E_OPS							\
	E_TYPE(nothing), E_TYPE(uaccess), E_TYPE(kaccess),

#endif /* EXTABLE_ARCH_H */
