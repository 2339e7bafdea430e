/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what stubs call. The call has pushed the address of the stub's data. */
#include <linux/linkage.h>
#include <linux/objtool.h>
#include <asm/nospec-branch.h>
#include <asm/segment.h>

#include <kp_arch_types.h>

/* Offsets in struct pt_regs, from the end of what save_regs pushes. */
#define REG_R10		(7 * 8)
#define REG_R9		(8 * 8)
#define REG_R8		(9 * 8)
#define REG_AX		(10 * 8)
#define REG_CX		(11 * 8)
#define REG_DX		(12 * 8)
#define REG_SI		(13 * 8)
#define REG_DI		(14 * 8)
#define REG_SP		(19 * 8)
#define REGS_SIZE	(21 * 8)

/* Words from the stub's push down to the registers of a jprobe. */
#define JPROBE_GAP	(7 * 8)

/* A struct pt_regs, but for ip, orig_ax and sp, which C completes. */
.macro save_regs
	pushq	$__KERNEL_DS
	pushq	%rsp
	pushfq
	pushq	$__KERNEL_CS
	leaq	-16(%rsp), %rsp
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

/* Leaves the stack pointer at the member orig_ax. */
.macro restore_regs
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
SYM_INNER_LABEL(kp_arch_stub_text, SYM_L_GLOBAL)

/*
 * A function has returned to a KP_STUB_RETURN stub. The stub's call has pushed
 * to where the function's return address was; kp_hit_return() puts that back.
 */
SYM_FUNC_START(kp_x86_return_common)
	save_regs
	movq	%rsp, %rdi
	movq	REGS_SIZE(%rsp), %rsi
	movq	(%rsi), %rsi
	call	kp_hit_return
	restore_regs
	/* orig_ax, ip, cs */
	leaq	(3 * 8)(%rsp), %rsp
	popfq
	/* sp, ss */
	leaq	(2 * 8)(%rsp), %rsp
	RET
SYM_FUNC_END(kp_x86_return_common)

/*
 * A function with a jprobe has been entered: call the handler, with the
 * function's arguments.
 */
SYM_FUNC_START(kp_x86_jprobe_common)
	leaq	-JPROBE_GAP(%rsp), %rsp
	save_regs
	cld
	movq	%rsp, %rbx
	movq	%rsp, %rdi
	movq	(REGS_SIZE + JPROBE_GAP)(%rsp), %rsi
	movq	(%rsi), %rsi
	subq	$KP_ARCH_JPROBE_STACK, %rsp
	movq	%rsp, %rdx
	call	kp_jprobe_enter
	testq	%rax, %rax
	jz	.Lno_handler
	movq	%rax, %r11
	movq	REG_R10(%rbx), %r10
	movq	REG_R9(%rbx), %r9
	movq	REG_R8(%rbx), %r8
	movq	REG_AX(%rbx), %rax
	movq	REG_CX(%rbx), %rcx
	movq	REG_DX(%rbx), %rdx
	movq	REG_SI(%rbx), %rsi
	movq	REG_DI(%rbx), %rdi
	CALL_NOSPEC r11
	/* it was to call jprobe_return() */
	movq	(REGS_SIZE + JPROBE_GAP)(%rbx), %rdi
	movq	(%rdi), %rdi
	call	kp_jprobe_forgot
.Lno_handler:
	movq	%rbx, %rdi
	jmp	kp_arch_jprobe_leave
SYM_FUNC_END(kp_x86_jprobe_common)
STACK_FRAME_NON_STANDARD kp_x86_jprobe_common

SYM_FUNC_START(kp_arch_jprobe_leave)
	movq	%rdi, %rsp
	movq	(REGS_SIZE + JPROBE_GAP)(%rsp), %rsi
	movq	(%rsi), %rsi
	call	kp_jprobe_leave
	restore_regs
	/* kp_arch_jprobe_finish() has put flags and address where sp points */
	movq	(REG_SP - REG_DI - 8)(%rsp), %rsp
	popfq
	RET
SYM_FUNC_END(kp_arch_jprobe_leave)
STACK_FRAME_NON_STANDARD kp_arch_jprobe_leave

SYM_INNER_LABEL(kp_arch_stub_text_end, SYM_L_GLOBAL)
