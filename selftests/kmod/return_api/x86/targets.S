/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that a compiler does not promise. */
#include <linux/linkage.h>
#include <asm/nospec-branch.h>

	.text

/* int ra_tail(int n): n + 1, returned by ra_tail_end() */
SYM_START(ra_tail, SYM_L_GLOBAL, SYM_A_ALIGN)
	addl	$1, %edi
	jmp	ra_tail_end
SYM_FUNC_END(ra_tail)

SYM_START(ra_tail_end, SYM_L_GLOBAL, SYM_A_ALIGN)
	movl	%edi, %eax
	RET
SYM_FUNC_END(ra_tail_end)

/* By its name, a part of a function, which is jumped to. */
SYM_START(ra_tail.cold, SYM_L_GLOBAL, SYM_A_ALIGN)
	RET
SYM_FUNC_END(ra_tail.cold)

/* Its caller relies on every register and on the flags: sets carry. */
SYM_START(ra_keeps_all, SYM_L_GLOBAL, SYM_A_ALIGN)
	stc
	RET
SYM_FUNC_END(ra_keeps_all)

.macro LOST reg, value
	cmpq	$\value, \reg
	je	.Lkept\@
	addq	$1, (%rsp)
.Lkept\@:
.endm

/* long NAME(void): how many registers or flags were lost */
.macro CALL_KEEPS_ALL name, is_aligned
SYM_START(\name, SYM_L_GLOBAL, SYM_A_ALIGN)
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	movq	$0x101, %rax
	movq	$0x102, %rbx
	movq	$0x103, %rcx
	movq	$0x104, %rdx
	movq	$0x105, %rsi
	movq	$0x106, %rdi
	movq	$0x107, %rbp
	movq	$0x108, %r8
	movq	$0x109, %r9
	movq	$0x10a, %r10
	movq	$0x10b, %r11
	movq	$0x10c, %r12
	movq	$0x10d, %r13
	movq	$0x10e, %r14
	movq	$0x10f, %r15
.if \is_aligned
	/* returns to a multiple of 16 */
	.p2align 4
	.skip	11, 0x90
.endif
	call	ra_keeps_all
	/* a lost carry counts 1 */
	cmc
	pushq	%rax
	movl	$0, %eax
	adcl	$0, %eax
	popq	%r15
	pushq	%rax
	movq	%r15, %rax
	movq	$0, %r15
	LOST	%rax, 0x101
	LOST	%rbx, 0x102
	LOST	%rcx, 0x103
	LOST	%rdx, 0x104
	LOST	%rsi, 0x105
	LOST	%rdi, 0x106
	LOST	%rbp, 0x107
	LOST	%r8, 0x108
	LOST	%r9, 0x109
	LOST	%r10, 0x10a
	LOST	%r11, 0x10b
	LOST	%r12, 0x10c
	LOST	%r13, 0x10d
	LOST	%r14, 0x10e
	popq	%rax
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	RET
SYM_FUNC_END(\name)
.endm
	CALL_KEEPS_ALL ra_call_keeps_all, 0
	CALL_KEEPS_ALL ra_call_keeps_all_aligned, 1

	.section .note.GNU-stack, "", @progbits
