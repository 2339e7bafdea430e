/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel's documentation says a jump-optimized probe of its own does,
 * and a return probe's trampoline: all registers are saved as a trap would, a
 * handler in C dispatches, all registers are restored and the flags popped, the
 * displaced instructions are executed, and a jump leads back. See
 * Documentation/trace/kprobes.rst, "Detour Buffer" and "How Does a Return Probe
 * Work?".
 */
#define SS	0x18
#define CS	0x10

	.macro push_all
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%rax
	pushq	%r8
	pushq	%r9
	pushq	%r10
	pushq	%r11
	pushq	%rbx
	pushq	%rbp
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	.endm

	.macro pop_all
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbp
	popq	%rbx
	popq	%r11
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rax
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
	.endm

	.text
	.globl	documented_target, documented_detour, documented_return

/* The target of native.c, with the jump in place. */
	.balign	16
documented_target:
	jmp	documented_detour
	.byte	0xcc
.Lback:
	movq	%rdi, %rcx
	ret

	.balign	16
documented_detour:
	pushq	$SS
	pushq	%rsp
	pushfq
	pushq	$CS
	pushq	$0
	pushq	$-1
	push_all
	movq	%rsp, %rsi
	movabsq	$documented_probe, %rdi
	call	documented_callback
	pop_all
	/* orig_ax, ip, cs */
	addq	$24, %rsp
	popfq
	leaq	16(%rsp), %rsp
	movq	%rdi, %rax
	movq	%rsi, %rdx
	jmp	.Lback

/* Where a function with a return probe returns to. */
	.balign	16
documented_return:
	/* room for the real address */
	pushq	$0
	pushq	$SS
	leaq	16(%rsp), %r11
	pushq	%r11
	pushfq
	pushq	$CS
	pushq	$0
	pushq	$-1
	push_all
	movq	%rsp, %rdi
	call	documented_returned
	movq	%rax, (21 * 8)(%rsp)
	pop_all
	addq	$24, %rsp
	popfq
	leaq	16(%rsp), %rsp
	ret

	.section .note.GNU-stack, "", @progbits
