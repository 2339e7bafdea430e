/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what the entries in assembly have in common; included by stub_entry.S and gate_entry.S. */
#include <kp_arch_types.h>
#include <compat/percpu_names.h>

/* What is per CPU, by an address in a register. */
#ifdef CONFIG_SMP
#define PER_CPU_AT(reg)	%__percpu_seg:(reg)
#else
#define PER_CPU_AT(reg)	(reg)
#endif

/* Offsets in struct pt_regs, from the end of what save_regs pushes. */
#define REG_R10		(7 * 8)
#define REG_R9		(8 * 8)
#define REG_R8		(9 * 8)
#define REG_AX		(10 * 8)
#define REG_CX		(11 * 8)
#define REG_DX		(12 * 8)
#define REG_SI		(13 * 8)
#define REG_DI		(14 * 8)
#define REG_ORIG_AX	(15 * 8)
#define REG_IP		(16 * 8)
#define REG_FLAGS	(18 * 8)
#define REG_SP		(19 * 8)
#define REG_SS		(20 * 8)
#define REGS_SIZE	(21 * 8)

/* What lies below when only a few registers have been saved. */
#define LOW_REGS	(10 * 8)

/* The members of a struct pt_regs below orig_ax: a few ... */
.macro push_few_regs
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%rax
.endm

/* ... and the rest. */
.macro push_other_regs
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

.macro push_regs
	push_few_regs
	push_other_regs
.endm

.macro pop_other_regs
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
.endm

/* Leaves the stack pointer at the member orig_ax. */
.macro pop_few_regs
	popq	%rax
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
.endm

.macro restore_regs
	pop_other_regs
	pop_few_regs
.endm

/*
 * The table's entry for the address in rdi goes to rdx, as kp_table_find() has it; if
 * there is none, at \none. Without preemption.
 */
.macro look_up none
	movq	kp_table(%rip), %rsi
	movl	TABLE_SHIFT(%rsi), %ecx
	movabsq	$HASH_FACTOR, %rax
	imulq	%rdi, %rax
	shrq	%cl, %rax
.Llook\@:
	movq	TABLE_SLOT(%rsi, %rax, 8), %rdx
	cmpq	%rdi, TRAP_ADDR(%rdx)
	je	.Lfound\@
	leaq	kp_no_trap(%rip), %rcx
	cmpq	%rcx, %rdx
	je	\none
	incq	%rax
	andq	TABLE_MASK(%rsi), %rax
	jmp	.Llook\@
.Lfound\@:
.endm

/*
 * Call what the probepoint in rdx is to have called: member single's, then those of
 * the probes behind it. All registers have been saved. The compare is below for a
 * handler that returned 0, if none is behind its probe; so one probe alone costs
 * nothing more.
 */
.macro call_pre moved
	movq	PP_SINGLE(%rdx), %r12
	movq	PROBE_CALL(%r12), %rdi
	movq	PROBE_HITS(%r12), %rax
	incq	PER_CPU_AT(%rax)
	/* it may have been set to NULL, which is as good as a handler that returns 0 */
	movq	KPROBE_PRE(%rdi), %rax
	testq	%rax, %rax
	jz	.Lcalled\@
	movq	%rdi, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
	/* after that, no nested hit changes it */
	movq	%rsp, PER_CPU_VAR(kp_cpu + CPU_REGS)
	movq	%rsp, %rsi
	CALL_NOSPEC rax
.Lcalled\@:
	cmpl	PROBE_IS_LAST(%r12), %eax
	jb	.Lend\@
	testl	%eax, %eax
	jnz	.Lmoved\@
.Lnext\@:
	movq	PROBE_NEXT(%r12), %r12
	/* what has led here may have been removed, and this been disabled since; eax is 0 */
	cmpb	$MODE_PLAIN, PROBE_MODE(%r12)
	jne	.Lcalled\@
	movq	PROBE_CALL(%r12), %rdi
	movq	PROBE_HITS(%r12), %rax
	incq	PER_CPU_AT(%rax)
	movq	KPROBE_PRE(%rdi), %rax
	testq	%rax, %rax
	jz	.Lcalled\@
	movq	%rdi, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
	/* the first one may have had no handler */
	movq	%rsp, PER_CPU_VAR(kp_cpu + CPU_REGS)
	movq	%rsp, %rsi
	CALL_NOSPEC rax
	cmpl	PROBE_IS_LAST(%r12), %eax
	jb	.Lend\@
	testl	%eax, %eax
	jz	.Lnext\@
.Lmoved\@:
	movq	$0, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
	jmp	\moved
.Lend\@:
	movq	$0, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
.endm

/*
 * Call the post_handlers of the probepoint in \pp; at \moved if one has set the
 * instruction pointer.
 */
.macro call_post moved pp
	movq	PP_POSTS(\pp), %rdi
	movq	KPROBE_POST(%rdi), %rax
	testq	%rax, %rax
	jz	.Lcalled\@
	movq	%rdi, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
	movq	%rsp, PER_CPU_VAR(kp_cpu + CPU_REGS)
	movq	REG_IP(%rsp), %r12
	movq	%rsp, %rsi
	/* for run_posts() */
	movq	\pp, %rcx
	xorl	%edx, %edx
	CALL_NOSPEC rax
	movq	$0, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
	cmpq	%r12, REG_IP(%rsp)
	jne	\moved
.Lcalled\@:
.endm

/*
 * As kp_return_enter(), for the probe in rcx, which is bare, of a function whose
 * return address is at \at; its member own is in rdx then. At \full, nothing has been
 * done: the return address may be a stub, or there are no instances where this CPU
 * looks first. Not for idle tasks.
 */
.macro enter_bare full at
	movq	\at, %rdi
	testb	$(KP_ARCH_STUB_SIZE - 1), %dil
	jz	\full
	movq	PROBE_OWN(%rcx), %rdx
	movq	RETURN_POOL(%rdx), %rdx
	movq	POOL_HINT(%rdx), %rdx
	movq	PER_CPU_AT(%rdx), %rdx
	bsfq	GROUP_FREE(%rdx), %rax
	jz	\full
	lock btrq %rax, GROUP_FREE(%rdx)
	jnc	\full
	imulq	GROUP_SIZE(%rdx), %rax
	addq	GROUP_FIRST(%rdx), %rax
	movq	PROBE_HITS(%rcx), %rdx
	incq	PER_CPU_AT(%rdx)
	movq	PROBE_OWN(%rcx), %rdx
	movq	RETURN_RP(%rdx), %rcx
	movq	%rdx, INSTANCE_OWN(%rax)
	movq	%rcx, INSTANCE_RP(%rax)
	movq	$0, INSTANCE_NEXT(%rax)
	movq	%rdi, INSTANCE_RET_ADDR(%rax)
	movq	PER_CPU_VAR(KP_CURRENT_TASK), %rcx
	lock incl TASK_USAGE(%rcx)
	/* the sweep looks at the task, once there is a reference */
	movq	%rcx, INSTANCE_TASK(%rax)
	movq	INSTANCE_STUB(%rax), %rcx
	movq	%rcx, \at
.endm

/*
 * Behind that for KP_BARE_SET: what is in rdx is the newest one's copy. The hits of
 * the others are counted.
 */
.macro count_older
	movq	COPY_OLDER(%rdx), %rdx
.Lcount\@:
	movq	COPY_HITS(%rdx), %rcx
	incq	PER_CPU_AT(%rcx)
	movq	COPY_OLDER(%rdx), %rdx
	testq	%rdx, %rdx
	jnz	.Lcount\@
.endm

/* Both, for whatever the probe in rcx is; at \full, too, if it is not bare. */
.macro enter_any_bare full at
	cmpb	$BARE_ONE, PROBE_BARE(%rcx)
	je	.Lone\@
	jb	\full
	enter_bare \full, \at
	count_older
	jmp	.Lentered\@
.Lone\@:
	enter_bare \full, \at
.Lentered\@:
.endm
