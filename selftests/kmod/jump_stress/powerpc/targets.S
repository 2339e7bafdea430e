/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JS_NUM functions, long (*)(long n), JS_STRIDE bytes apart, of JS_KINDS kinds:
 * n rounds of what a branch would replace and little more, and the result is
 * JS_FACTOR * n.
 */
#include <asm/ppc_asm.h>

#include "../jump_stress.h"

	.text

.macro KIND_0
	add	r3,r3,r5
	mr	r6,r3
.endm

.macro KIND_1
	bne	cr1,2f
	li	r5,0
2:	add	r3,r3,r5
.endm

/* It also sets LR. */
.macro KIND_2
	bcl	20,31,2f
2:	mflr	r6
	add	r3,r3,r5
.endm

.macro KIND_3
	nop
	add	r3,r3,r5
.endm

	.balign JS_STRIDE
	.globl	jump_stress_functions
jump_stress_functions:
.set i, 0
.rept JS_NUM
	.balign JS_STRIDE
.altmacro
.macro FUNCTION n
	.type	jump_stress_\n, @function
jump_stress_\n:
.endm
	FUNCTION %i
.noaltmacro
	.purgem FUNCTION
	mr	r4,r3
	li	r3,0
	li	r5,JS_FACTOR
	cmpdi	cr1,r5,0
	mflr	r7
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
	addic.	r4,r4,-1
	bne	1b
	mtlr	r7
	blr
.set i, i + 1
.endr
