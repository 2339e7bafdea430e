/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions of the type long (*)(long a, long b) that return a + b + 1, by what
 * they begin with.
 */
#include <linux/linkage.h>
#include <asm/nospec-branch.h>

	.text

SYM_START(ja_push, SYM_L_GLOBAL, SYM_A_ALIGN)
	pushq	%rdi
	addq	%rsi, (%rsp)
	popq	%rax
	incq	%rax
	RET
SYM_FUNC_END(ja_push)

SYM_START(ja_sub, SYM_L_GLOBAL, SYM_A_ALIGN)
	subq	$24, %rsp
	movq	%rdi, (%rsp)
	addq	%rsi, (%rsp)
	movq	(%rsp), %rax
	addq	$24, %rsp
	incq	%rax
	RET
SYM_FUNC_END(ja_sub)

SYM_START(ja_lea, SYM_L_GLOBAL, SYM_A_ALIGN)
	leaq	1(%rdi, %rsi), %rax
	RET
SYM_FUNC_END(ja_lea)

SYM_START(ja_call, SYM_L_GLOBAL, SYM_A_ALIGN)
	call	ja_lea
	RET
SYM_FUNC_END(ja_call)

SYM_START(ja_jmp, SYM_L_GLOBAL, SYM_A_ALIGN)
	jmp	ja_lea
SYM_FUNC_END(ja_jmp)

SYM_START(ja_nop, SYM_L_GLOBAL, SYM_A_ALIGN)
	nop
	jmp	ja_lea
SYM_FUNC_END(ja_nop)

SYM_START(ja_mov, SYM_L_GLOBAL, SYM_A_ALIGN)
	movq	%rdi, %rax
	leaq	1(%rax, %rsi), %rax
	RET
SYM_FUNC_END(ja_mov)

/* Flags and all registers are arguments here. */
SYM_START(ja_jcc, SYM_L_GLOBAL, SYM_A_ALIGN)
	jc	1f
	jmp	ja_lea
1:	movq	$-1, %rax
	RET
SYM_FUNC_END(ja_jcc)

/* The same, called with the carry flag clear. */
SYM_START(ja_jcc_clear, SYM_L_GLOBAL, SYM_A_ALIGN)
	clc
	jmp	ja_jcc
SYM_FUNC_END(ja_jcc_clear)

	.section .note.GNU-stack, "", @progbits
