/* SPDX-License-Identifier: GPL-2.0 */
/* Call a function with all registers and flags as given. */
#include <linux/linkage.h>

	.text
/* fe_run(struct fe_regs *in and out) */
SYM_FUNC_START(fe_run)
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	pushq	%rdi
	movq	%rsp, fe_sp(%rip)
	pushq	(15 * 8)(%rdi)
	movq	(0 * 8)(%rdi), %r15
	movq	(1 * 8)(%rdi), %r14
	movq	(2 * 8)(%rdi), %r13
	movq	(3 * 8)(%rdi), %r12
	movq	(4 * 8)(%rdi), %rbp
	movq	(5 * 8)(%rdi), %rbx
	movq	(6 * 8)(%rdi), %r11
	movq	(7 * 8)(%rdi), %r10
	movq	(8 * 8)(%rdi), %r9
	movq	(9 * 8)(%rdi), %r8
	movq	(10 * 8)(%rdi), %rax
	movq	(11 * 8)(%rdi), %rcx
	movq	(12 * 8)(%rdi), %rdx
	movq	(13 * 8)(%rdi), %rsi
	movq	(14 * 8)(%rdi), %rdi
	popfq
	call	fe_target
SYM_INNER_LABEL(fe_returned, SYM_L_GLOBAL)
	pushfq
	pushq	%rdi
	movq	16(%rsp), %rdi
	movq	%r15, (0 * 8)(%rdi)
	movq	%r14, (1 * 8)(%rdi)
	movq	%r13, (2 * 8)(%rdi)
	movq	%r12, (3 * 8)(%rdi)
	movq	%rbp, (4 * 8)(%rdi)
	movq	%rbx, (5 * 8)(%rdi)
	movq	%r11, (6 * 8)(%rdi)
	movq	%r10, (7 * 8)(%rdi)
	movq	%r9, (8 * 8)(%rdi)
	movq	%r8, (9 * 8)(%rdi)
	movq	%rax, (10 * 8)(%rdi)
	movq	%rcx, (11 * 8)(%rdi)
	movq	%rdx, (12 * 8)(%rdi)
	movq	%rsi, (13 * 8)(%rdi)
	popq	%rax
	movq	%rax, (14 * 8)(%rdi)
	popq	%rax
	movq	%rax, (15 * 8)(%rdi)
	popq	%rdi
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	cld
	RET
SYM_FUNC_END(fe_run)
