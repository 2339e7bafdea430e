/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions of the type long (*)(long a, long b) that return a + b + 1, by what
 * they begin with. SYM_FUNC_START begins with a landing pad.
 */
#include <linux/linkage.h>

	.text

.macro TARGET name:req
SYM_START(\name, SYM_L_GLOBAL, SYM_A_ALIGN)
.endm

	TARGET	ja_push
	str	x0, [sp, #-16]!
	ldr	x0, [sp], #16
	add	x0, x0, x1
	add	x0, x0, #1
	ret
SYM_FUNC_END(ja_push)

	TARGET	ja_sub
	sub	sp, sp, #32
	stp	x0, x1, [sp, #16]
	ldp	x2, x3, [sp, #16]
	add	sp, sp, #32
	add	x0, x2, x3
	add	x0, x0, #1
	ret
SYM_FUNC_END(ja_sub)

	TARGET	ja_add
	add	x0, x0, x1
	add	x0, x0, #1
	ret
SYM_FUNC_END(ja_add)

	TARGET	ja_b
	b	ja_add
SYM_FUNC_END(ja_b)

	TARGET	ja_nop
	nop
	b	ja_add
SYM_FUNC_END(ja_nop)

	TARGET	ja_mov
	mov	x2, x0
	add	x0, x2, x1
	add	x0, x0, #1
	ret
SYM_FUNC_END(ja_mov)

	TARGET	ja_adr
	adr	x2, ja_add
	br	x2
SYM_FUNC_END(ja_adr)

/* The flags are an argument here. */
	TARGET	ja_cond
	b.cs	1f
	b	ja_add
1:	mov	x0, #-1
	ret
SYM_FUNC_END(ja_cond)

/* The same, called with the carry flag clear. */
	TARGET	ja_cond_clear
	cmn	xzr, xzr
	b	ja_cond
SYM_FUNC_END(ja_cond_clear)

/* Behind a landing pad. */
SYM_FUNC_START(ja_pad)
	b	ja_add
SYM_FUNC_END(ja_pad)

	.section .note.GNU-stack, "", @progbits
