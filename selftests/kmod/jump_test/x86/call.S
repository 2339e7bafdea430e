/* SPDX-License-Identifier: GPL-2.0 */
/* jt_call(): call a function with all registers and flags under control. */
#include <linux/linkage.h>

/* struct jt_state: registers by their number, and flags. */
.macro ALL_REGS do, state
	\do	0, %rax, \state
	\do	1, %rcx, \state
	\do	2, %rdx, \state
	\do	3, %rbx, \state
	\do	5, %rbp, \state
	\do	6, %rsi, \state
	\do	7, %rdi, \state
	\do	8, %r8, \state
	\do	9, %r9, \state
	\do	10, %r10, \state
	\do	11, %r11, \state
	\do	12, %r12, \state
	\do	13, %r13, \state
	\do	14, %r14, \state
	\do	15, %r15, \state
.endm

.macro LOAD n, reg, state
	movq	\state + 8 * \n(%rip), \reg
.endm

.macro STORE n, reg, state
	movq	\reg, \state + 8 * \n(%rip)
.endm

	.text

/* void jt_call(void): jt_target from jt_in to jt_out, its first rsp to jt_sp */
SYM_START(jt_call, SYM_L_GLOBAL, SYM_A_ALIGN)
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	pushfq
	movq	%rsp, saved_sp(%rip)
	leaq	-8(%rsp), %rax
	movq	%rax, jt_sp(%rip)
	pushq	jt_in + 8 * 16(%rip)
	popfq
	ALL_REGS LOAD, jt_in
	call	*jt_target(%rip)
	ALL_REGS STORE, jt_out
	movq	%rsp, jt_out + 8 * 4(%rip)
	movq	saved_sp(%rip), %rsp
	pushfq
	popq	jt_out + 8 * 16(%rip)
	popfq
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	.byte	0xc3
SYM_FUNC_END(jt_call)

	.bss
	.balign 8
.macro VARIABLE name, size:vararg
	.globl	\name
\name:	.skip	\size
.endm
	VARIABLE jt_in, 8 * 17
	VARIABLE jt_out, 8 * 17
	VARIABLE jt_target, 8
	VARIABLE jt_sp, 8
	VARIABLE saved_sp, 8

	.section .note.GNU-stack, "", @progbits
