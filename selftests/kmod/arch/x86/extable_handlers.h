/* SPDX-License-Identifier: GPL-2.0 */
/* x86: loads with each fixup of Linux until 5.15, where an entry names a function. */
#ifndef EXTABLE_HANDLERS_H
#define EXTABLE_HANDLERS_H

/* The fixup leads to the next instruction, or to one farther on, which leaves a mark. */
#define OP_HANDLER(name, handler, source)				\
OP(next_##name, {							\
	unsigned long reg = 0x55;					\
	unsigned long ax = 0x66;					\
									\
	asm volatile("1: mov (%[p]), %[reg]\n"				\
		     "2:\n"						\
		     _ASM_EXTABLE_HANDLE(1b, 2b, handler)		\
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
		     _ASM_EXTABLE_HANDLE(1b, 2b, handler)		\
		     : [reg] "+&r" (reg), "+&a" (ax), [mark] "+&r" (mark) \
		     : [p] "r" (source) : "dx", "memory");		\
	memcpy(buf, &ax, sizeof(ax));					\
	memcpy(buf + 8, &mark, sizeof(mark));				\
	return reg;							\
})

#define EX_OPS_TYPES							\
OP_HANDLER(default, ex_handler_default, arg->kernel)			\
OP_HANDLER(fault, ex_handler_fault, arg->kernel)			\
OP_HANDLER(uaccess, ex_handler_uaccess, arg->kernel)			\
OP_HANDLER(copy, ex_handler_copy, arg->kernel)				\
OP_HANDLER(far_off, ex_handler_fault, (void *)(0x0badUL << 48))

#define E_HANDLER(name)	E(next_##name), E(far_##name)

#define EX_E_TYPES							\
	E_HANDLER(default), E_HANDLER(fault), E_HANDLER(uaccess),	\
	E_HANDLER(copy), E_HANDLER(far_off),

#endif /* EXTABLE_HANDLERS_H */
