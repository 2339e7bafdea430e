/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: the functions in assembly. */
#ifndef STRESS_ARCH_H
#define STRESS_ARCH_H

#include <asm/asm-extable.h>

#define STRESS_FUNCTIONS						\
	BEGIN(stress_basic)						\
	"	stp x29, x30, [sp, #-16]!\n"				\
	"	mov x29, sp\n"						\
	"	add x1, x0, x0, lsl #1\n"				\
	"	add x1, x1, #3\n"					\
	"	mov x2, #0x55\n"					\
	"	eor x0, x1, x2\n"					\
	"	nop\n"							\
	"	add x0, x0, #12\n"					\
	"	ldp x29, x30, [sp], #16\n"				\
	"	ret\n"							\
	END(stress_basic)						\
									\
	BEGIN(stress_rip)						\
	"	adrp x1, stress_datum\n"				\
	"	ldr x2, [x1, #:lo12:stress_datum]\n"			\
	"	add x0, x0, x2\n"					\
	"	ldr x3, stress_literal\n"				\
	"	cmp x2, x3\n"						\
	"	b.eq 1f\n"						\
	"	mov x0, #0\n"						\
	"1:	ret\n"							\
	END(stress_rip)							\
	"	.balign 8\n"						\
	"stress_literal:\n"						\
	"	.quad 1000\n"						\
									\
	BEGIN(stress_fault)						\
	"1:	ldr x1, [x1]\n"						\
	"	add x0, x0, x1\n"					\
	"	ret\n"							\
	"2:	add x0, x0, #14\n"					\
	"	ret\n"							\
	_ASM_EXTABLE_UACCESS(1b, 2b)					\
	END(stress_fault)						\
									\
	BEGIN(stress_call)						\
	"	stp x29, x30, [sp, #-32]!\n"				\
	"	str x19, [sp, #16]\n"					\
	"	mov x19, x0\n"						\
	"	bl stress_basic\n"					\
	"	str x0, [sp, #24]\n"					\
	"	mov x0, x19\n"						\
	"	adr x1, stress_basic\n"					\
	"	blr x1\n"						\
	"	ldr x2, [sp, #24]\n"					\
	"	add x0, x0, x2\n"					\
	"	str x0, [sp, #24]\n"					\
	"	mov x0, x19\n"						\
	"	adrp x1, stress_pointer\n"				\
	"	ldr x1, [x1, #:lo12:stress_pointer]\n"			\
	"	blr x1\n"						\
	"	ldr x2, [sp, #24]\n"					\
	"	add x0, x0, x2\n"					\
	"	ldr x19, [sp, #16]\n"					\
	"	ldp x29, x30, [sp], #32\n"				\
	"	ret\n"							\
	END(stress_call)						\
									\
	BEGIN(stress_tail)						\
	"	add x0, x0, #1\n"					\
	"	b stress_rip\n"						\
	END(stress_tail)						\
									\
	BEGIN(stress_jcc)						\
	"	mov x1, #0\n"						\
	"	cmp x0, #1000\n"					\
	"	b.hi 1f\n"						\
	"	orr x1, x1, #1\n"					\
	"1:	tbnz x0, #0, 2f\n"					\
	"	orr x1, x1, #2\n"					\
	"2:	eor x2, x0, x0, lsr #1\n"				\
	"	tbnz x2, #1, 3f\n"					\
	"	orr x1, x1, #4\n"					\
	"3:	tbz x0, #7, 4f\n"					\
	"	orr x1, x1, #8\n"					\
	"4:	mov x0, x1\n"						\
	"	ret\n"							\
	END(stress_jcc)							\
									\
	BEGIN(stress_loop)						\
	"	and x1, x0, #7\n"					\
	"	mov x0, #0\n"						\
	"	cbz x1, 2f\n"						\
	"1:	add x0, x0, x1\n"					\
	"	sub x1, x1, #1\n"					\
	"	cbnz x1, 1b\n"						\
	"2:	ret\n"							\
	END(stress_loop)						\
									\
	BEGIN(stress_string)						\
	"	sub sp, sp, #32\n"					\
	"	mov x2, sp\n"						\
	"	add x3, sp, #32\n"					\
	"1:	strb w0, [x2], #1\n"					\
	"	cmp x2, x3\n"						\
	"	b.ne 1b\n"						\
	"	ldr x0, [sp, #24]\n"					\
	"	add sp, sp, #32\n"					\
	"	ret\n"							\
	END(stress_string)						\
									\
	BEGIN(stress_flags)						\
	"	mov x1, #0\n"						\
	"	cmp x0, #500\n"						\
	"	mrs x2, nzcv\n"						\
	"	mrs x3, daif\n"						\
	"	adds x1, x1, #5\n"					\
	"	msr daifset, #2\n"					\
	"	adds x1, x1, #1\n"					\
	"	msr daif, x3\n"						\
	"	msr nzcv, x2\n"						\
	"	cinc x0, x1, cc\n"					\
	"	ret\n"							\
	END(stress_flags)						\
									\
	BEGIN(stress_count)						\
	"	adrp x1, stress_counter\n"				\
	"	add x1, x1, #:lo12:stress_counter\n"			\
	"1:	ldxr x2, [x1]\n"					\
	"	add x2, x2, #1\n"					\
	"	stxr w3, x2, [x1]\n"					\
	"	cbnz w3, 1b\n"						\
	"	ret\n"							\
	END(stress_count)

#endif /* STRESS_ARCH_H */
