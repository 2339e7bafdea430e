/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: what has an entry in an exception table. For fault_extable.c. */
#ifndef EXTABLE_ARCH_H
#define EXTABLE_ARCH_H

#include <asm/extable.h>

/* Whether get_user() that fails leaves 0 behind: GCC 12 may drop that of an asm goto. */
#define EX_FAILED_GET_IS_0	false

#define EX_FUNCTIONS	"__copy_tofrom_user_power7", "__arch_clear_user"

/* Whether it cannot be probed: a load that reserves, or its store. */
static inline bool ex_is_refused(unsigned long addr)
{
	u32 word = *(u32 *)addr;

	switch ((word >> 1) & 0x3ff) {
	case 20:	/* lwarx */
	case 84:	/* ldarx */
	case 150:	/* stwcx. */
	case 214:	/* stdcx. */
		return word >> 26 == 31;
	}
	return false;
}

#define EX_OP_COPY(len)

/*
 * A load. The fixup leads to the next instruction or to one farther on, which
 * leaves a mark.
 */
#define EX_OPS								\
OP(next, {								\
	unsigned long reg = 0x55;					\
									\
	asm volatile("1: ld %[reg], 0(%[p])\n"				\
		     "2:\n"						\
		     EX_TABLE(1b, 2b)					\
		     : [reg] "+&r" (reg)				\
		     : [p] "b" (arg->kernel) : "memory");		\
	return reg;							\
})									\
OP(far, {								\
	unsigned long reg = 0x55;					\
	unsigned long mark = 0;						\
									\
	asm volatile("1: ld %[reg], 0(%[p])\n"				\
		     "	b 3f\n"						\
		     "2: li %[mark], 0x77\n"				\
		     "3:\n"						\
		     EX_TABLE(1b, 2b)					\
		     : [reg] "+&r" (reg), [mark] "+&r" (mark)		\
		     : [p] "b" (arg->kernel) : "memory");		\
	memcpy(buf, &mark, sizeof(mark));				\
	return reg;							\
})									\
OP(far_off, {								\
	unsigned long reg = 0x55;					\
									\
	asm volatile("1: ld %[reg], 0(%[p])\n"				\
		     "2:\n"						\
		     EX_TABLE(1b, 2b)					\
		     : [reg] "+&r" (reg)				\
		     : [p] "b" (0x0badUL << 48) : "memory");		\
	return reg;							\
})

#define EX_E_COPY(len)

#define EX_E_OPS	E(next), E(far), E(far_off),

#endif /* EXTABLE_ARCH_H */
