/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JS_NUM functions, long (*)(long n), JS_STRIDE bytes apart, of JS_KINDS kinds:
 * n rounds of what a branch would replace and little more, and the result is
 * JS_FACTOR * n.
 */
#include <linux/linkage.h>

#include "../jump_stress.h"

	.text

.macro KIND_0
	add	x0, x0, x2
	mov	x3, x0
.endm

.macro KIND_1
	cbnz	x2, 2f
	mov	x2, #0
2:	add	x0, x0, x2
.endm

.macro KIND_2
	ldr	x3, 3f
	add	x0, x0, x3
.endm

.macro KIND_3
	nop
	adr	x3, 1b
	add	x0, x0, x2
.endm

	.balign JS_STRIDE
.set i, 0
.rept JS_NUM
	.balign JS_STRIDE
	.if i == 0
SYM_INNER_LABEL(jump_stress_functions, SYM_L_GLOBAL)
	.endif
.altmacro
.macro FUNCTION n
	.type	jump_stress_\n, @function
jump_stress_\n:
.endm
	FUNCTION %i
.noaltmacro
	.purgem FUNCTION
	mov	x1, x0
	mov	x0, #0
	mov	x2, #JS_FACTOR
1:
	.if i % JS_KINDS == 0
	KIND_0
	.elseif i % JS_KINDS == 1
	KIND_1
	.elseif i % JS_KINDS == 2
	KIND_2
	.else
	KIND_3
	.endif
	subs	x1, x1, #1
	b.ne	1b
	ret
	.balign	8
3:	.quad	JS_FACTOR
.set i, i + 1
.endr

	.section .note.GNU-stack, "", @progbits
