/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JS_NUM functions, long (*)(long n), JS_STRIDE bytes apart, of JS_KINDS kinds:
 * n rounds of what a jump would cover and little more, and the result is
 * JS_FACTOR * n.
 */
#include <linux/linkage.h>

#include "../jump_stress.h"

	.text

/* Offsets of instructions: 0, 4. */
.macro KIND_0
	addq	$1, %rax
	leaq	2(%rax), %rax
.endm

/* 0, 1, 2, 3, 4 */
.macro KIND_1
	pushq	%rcx
	popq	%rdx
	pushq	%rdx
	popq	%rsi
	cmc
	addq	%rsi, %rax
.endm

/* 0, 1, 3 */
.macro KIND_2
	cmc
	jc	2f
	jmp	3f
2:	jmp	3f
3:	addq	%rcx, %rax
.endm

/* 0, 3 */
.macro KIND_3
	addq	%rcx, %rax
	cmpq	%rax, %rcx
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
	xorl	%eax, %eax
	movl	$JS_FACTOR, %ecx
	.balign 8, 0x90
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
	decq	%rdi
	jnz	1b
	.byte	0xc3
.set i, i + 1
.endr

	.section .note.GNU-stack, "", @progbits
