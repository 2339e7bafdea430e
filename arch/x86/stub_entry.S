/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: what stubs, detours and the function tracer's call sites call. A stub's
 * call has pushed the address of the stub's data.
 */
#include <linux/linkage.h>
#include <asm/nospec-branch.h>
#include <asm/percpu.h>
#include <asm/processor-flags.h>
#include <asm/segment.h>
#include <asm/smap.h>
#include <asm/unwind_hints.h>

#include <compat/objtool.h>
#include <kp_arch_types.h>
#include <arch/x86/kp_offsets.h>
#include <arch/x86/entry_macros.S>
#include <compat/ibt.h>

/* Words from the stub's push down to the registers of a jprobe. */
#define JPROBE_GAP	(7 * 8)

/* From a function's entry to behind the function tracer's call there. */
#define FTRACE_SITE_SIZE	5

/* From where their calls return to: the address of the probepoint. */
#define DETOUR_OWNER	(KP_X86_DETOUR_DATA - KP_ARCH_DETOUR_COPY)
#define POST_OWNER	(KP_ARCH_POST_OWNER - KP_X86_POST_BACK)

/* What handlers never find set. */
#define ODD_FLAGS	(X86_EFLAGS_AC | X86_EFLAGS_DF)

/* A struct pt_regs, but for ip, orig_ax and sp, which C completes. */
.macro save_regs
	pushq	$__KERNEL_DS
	pushq	%rsp
	pushfq
	pushq	$__KERNEL_CS
	leaq	-16(%rsp), %rsp
	push_regs
.endm

	.text
SYM_INNER_LABEL(kp_arch_stub_text, SYM_L_GLOBAL)

/*
 * A function has returned to a KP_STUB_RETURN stub. The stub's call has pushed
 * to where the function's return address was; kp_hit_return() puts that back.
 */
SYM_CODE_START(kp_x86_return_common)
	UNWIND_HINT_FUNC
	kp_no_endbr
	save_regs
	/* not known to be set, so not allowed in a function */
	ASM_CLAC
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
SYM_CODE_END(kp_x86_return_common)

/*
 * A function with a jprobe has been entered: call the handler, with the
 * function's arguments.
 */
SYM_FUNC_START(kp_x86_jprobe_common)
	kp_no_endbr
	leaq	-JPROBE_GAP(%rsp), %rsp
	save_regs
	ASM_CLAC
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

/*
 * Go on at \slow if a handler is running on this CPU, or if this is an idle
 * task, for which RCU may not be watching. A task that could be preempted before
 * it counted as atomic is neither: all handlers count as atomic. That is also
 * what keeps page faults of handlers from sleeping, so this counts even where
 * the kernel does not.
 */
.macro ask_if_plain atomic slow
#ifdef CONFIG_PREEMPT_COUNT
	cmpl	$NO_PREEMPTION, PER_CPU_VAR(KP_PREEMPT_COUNT)
	jne	\atomic
#else
	/* idle tasks do not count as atomic here */
	ask_both \slow
#endif
.endm

.macro ask_both slow
	cmpq	$0, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
	jne	\slow
	movq	PER_CPU_VAR(KP_CURRENT_TASK), %rax
	testl	$TASK_IS_IDLE, TASK_FLAGS(%rax)
	jnz	\slow
.endm

/* A return probe that is not bare: the probe is passed as detours in C pass it. */
SYM_FUNC_START(kp_arch_run_return)
	kp_endbr
	movq	%r12, %rcx
	jmp	kp_run_return
SYM_FUNC_END(kp_arch_run_return)
STACK_FRAME_NON_STANDARD_FP(kp_arch_run_return)

/* A handler has set where to go on: flags and address below that stack. */
.macro leave_moved
	movq	%rsp, %rdi
	call	kp_hit_moved
	movq	REG_SP(%rsp), %rax
	movq	REG_IP(%rsp), %rcx
	movq	REG_FLAGS(%rsp), %rdx
	leaq	-16(%rax), %rax
	movq	%rcx, 8(%rax)
	movq	%rdx, (%rax)
	movq	%rax, REG_ORIG_AX(%rsp)
	KP_DEC_COUNT	PER_CPU_VAR(KP_PREEMPT_COUNT)
#ifdef CONFIG_PREEMPTION
	jnz	1f
	call	kp_hit_resched
1:
#endif
	restore_regs
	movq	(%rsp), %rsp
	popfq
.endm

/* Those of the probepoint in rdx; a gap as detours have is above the registers. */
.macro call_post_gap moved
	call_post \moved, %rdx
	leaq	(REGS_SIZE + KP_X86_DETOUR_GAP)(%rsp), %rax
	cmpq	%rax, REG_SP(%rsp)
	jne	\moved
.endm

/*
 * A detour has left a gap and pushed ss, sp, flags, cs and ip. Its call has
 * pushed the address of the copies, where to go on, to the place of orig_ax. All
 * registers have been saved. So too behind the instruction in a KP_SLOT_POST slot:
 * \owner is where from there the probepoint's address is, \call what calls its
 * handlers, and \slow what does so in C.
 */
.macro detour_body flags_are_dead owner call slow
	movq	REG_ORIG_AX(%rsp), %rbx
	movq	$-1, REG_ORIG_AX(%rsp)
	addq	$(KP_X86_DETOUR_GAP + 8), REG_SP(%rsp)
	movq	\owner(%rbx), %rdx
	incl	PER_CPU_VAR(KP_PREEMPT_COUNT)
	ask_if_plain .Latomic\@, .Lslow\@
.Lplain\@:
	\call	.Lmoved\@
.Lgo_on\@:
	KP_DEC_COUNT	PER_CPU_VAR(KP_PREEMPT_COUNT)
#ifdef CONFIG_PREEMPTION
	jz	.Lresched\@
.Lrescheduled\@:
#endif
	/* where ret finds it when it has been popped as far as that */
	movq	%rbx, (REGS_SIZE + KP_X86_DETOUR_GAP - 8)(%rsp)
.ifeq \flags_are_dead
	pushq	REG_FLAGS(%rsp)
	popfq
.endif
	restore_regs
	leaq	(REGS_SIZE + KP_X86_DETOUR_GAP - 8 - REG_ORIG_AX)(%rsp), %rsp
	RET

#ifdef CONFIG_PREEMPT_COUNT
.Latomic\@:
	ask_both .Lslow\@
	jmp	.Lplain\@
#endif
.Lslow\@:
	movq	%rsp, %rdi
	movq	%rdx, %rsi
	call	\slow
	testb	%al, %al
	jz	.Lgo_on\@
.Lmoved\@:
	leave_moved
	RET

#ifdef CONFIG_PREEMPTION
.Lresched\@:
	call	kp_hit_resched
	jmp	.Lrescheduled\@
#endif
.endm

SYM_FUNC_START(kp_x86_detour_common)
	kp_no_endbr
	push_regs
.Ldetour:
	ASM_CLAC
	cld
	detour_body 0, DETOUR_OWNER, call_pre, kp_hit_detour
SYM_FUNC_END(kp_x86_detour_common)
STACK_FRAME_NON_STANDARD kp_x86_detour_common

/* Behind the instruction, with nothing pushed to the place of ss. */
SYM_FUNC_START(kp_x86_post_common)
	kp_no_endbr
	push_regs
	ASM_CLAC
	cld
	movq	$__KERNEL_DS, REG_SS(%rsp)
	detour_body 0, POST_OWNER, call_post_gap, kp_hit_post
SYM_FUNC_END(kp_x86_post_common)
STACK_FRAME_NON_STANDARD kp_x86_post_common

/* The status flags need not be restored, so others need not be changed. */
SYM_FUNC_START(kp_x86_detour_dead)
	kp_no_endbr
	push_regs
.Ldetour_dead:
	testl	$ODD_FLAGS, REG_FLAGS(%rsp)
	jnz	.Ldetour
	detour_body 1, DETOUR_OWNER, call_pre, kp_hit_detour
SYM_FUNC_END(kp_x86_detour_dead)
STACK_FRAME_NON_STANDARD kp_x86_detour_dead

/* A detour of a return probe that may be bare: if it is not, at \other. */
.macro detour_return flags_are_dead other
	push_few_regs
	movq	(REG_ORIG_AX - LOW_REGS)(%rsp), %rsi
	movq	(KP_X86_DETOUR_DATA - KP_ARCH_DETOUR_COPY)(%rsi), %rdx
	incl	PER_CPU_VAR(KP_PREEMPT_COUNT)
	ask_if_plain .Latomic\@, .Lfull\@
.Lbare\@:
	movq	PP_SINGLE(%rdx), %rcx
	enter_any_bare .Lfull\@, (REGS_SIZE + KP_X86_DETOUR_GAP - LOW_REGS)(%rsp)
	KP_DEC_COUNT	PER_CPU_VAR(KP_PREEMPT_COUNT)
#ifdef CONFIG_PREEMPTION
	jz	.Lresched\@
.Lrescheduled\@:
#endif
	movq	%rsi, (REGS_SIZE + KP_X86_DETOUR_GAP - 8 - LOW_REGS)(%rsp)
.ifeq \flags_are_dead
	pushq	(REG_FLAGS - LOW_REGS)(%rsp)
	popfq
.endif
	pop_few_regs
	leaq	(REGS_SIZE + KP_X86_DETOUR_GAP - 8 - REG_ORIG_AX)(%rsp), %rsp
	RET

#ifdef CONFIG_PREEMPT_COUNT
.Latomic\@:
	ask_both .Lfull\@
	jmp	.Lbare\@
#endif
.Lfull\@:
	/* what is due now is so when this ends to be atomic again */
	KP_DEC_COUNT	PER_CPU_VAR(KP_PREEMPT_COUNT)
	push_other_regs
	jmp	\other

#ifdef CONFIG_PREEMPTION
.Lresched\@:
	push_other_regs
	/* not for what the processor goes on to */
	pushfq
	ASM_CLAC
	cld
	call	kp_hit_resched
	popfq
	pop_other_regs
	movq	(REG_ORIG_AX - LOW_REGS)(%rsp), %rsi
	jmp	.Lrescheduled\@
#endif
.endm

SYM_FUNC_START(kp_x86_detour_return)
	kp_no_endbr
	detour_return flags_are_dead=0, other=.Ldetour
SYM_FUNC_END(kp_x86_detour_return)
STACK_FRAME_NON_STANDARD kp_x86_detour_return

SYM_FUNC_START(kp_x86_detour_dead_return)
	kp_no_endbr
	detour_return flags_are_dead=1, other=.Ldetour_dead
SYM_FUNC_END(kp_x86_detour_dead_return)
STACK_FRAME_NON_STANDARD kp_x86_detour_dead_return

/*
 * The function tracer's call at a function's entry, if nobody else is called
 * there: as a detour, but for the probepoint, which is looked up (as in
 * kp_table_find()) once this counts as atomic. AC and DF are clear there, and
 * the status flags dead, for the function tracer's own callers as well. Stack
 * traces lead through it.
 */
SYM_FUNC_START(kp_x86_ftrace_common)
	kp_no_endbr
	leaq	(8 - KP_X86_DETOUR_GAP)(%rsp), %rsp
	pushq	$__KERNEL_DS
	pushq	%rsp
	pushfq
	pushq	$__KERNEL_CS
	pushq	(KP_X86_DETOUR_GAP - 8 + 4 * 8)(%rsp)
	pushq	$-1
	push_few_regs
	movq	(REG_IP - LOW_REGS)(%rsp), %rdi
	subq	$FTRACE_SITE_SIZE, %rdi
	incl	PER_CPU_VAR(KP_PREEMPT_COUNT)

	look_up .Lftrace_unprobed
	movq	PP_SINGLE(%rdx), %rcx
	cmpb	$BARE_NOT, PROBE_BARE(%rcx)
	jne	.Lftrace_bare
.Lftrace_full:
	push_other_regs
	subq	$(FTRACE_SITE_SIZE - 1), REG_IP(%rsp)
	addq	$(KP_X86_DETOUR_GAP + 8), REG_SP(%rsp)
	cmpb	$0, PP_POST_WAY(%rdx)
	jne	.Lftrace_slow
	ask_if_plain .Lftrace_atomic, .Lftrace_slow
.Lftrace_plain:
	call_pre .Lftrace_moved
.Lftrace_go_on:
	KP_DEC_COUNT	PER_CPU_VAR(KP_PREEMPT_COUNT)
#ifdef CONFIG_PREEMPTION
	jz	.Lftrace_resched
.Lftrace_rescheduled:
#endif
	pop_other_regs
.Lftrace_leave:
	pop_few_regs
	leaq	(REGS_SIZE + KP_X86_DETOUR_GAP - 8 - REG_ORIG_AX)(%rsp), %rsp
	RET

.Lftrace_bare:
	movq	%rdx, %rsi
	ask_if_plain .Lftrace_bare_atomic, .Lftrace_full
.Lftrace_bare_single:
	enter_any_bare .Lftrace_not_bare, (REGS_SIZE + KP_X86_DETOUR_GAP - LOW_REGS)(%rsp)
.Lftrace_unprobed:
	KP_DEC_COUNT	PER_CPU_VAR(KP_PREEMPT_COUNT)
#ifdef CONFIG_PREEMPTION
	jnz	.Lftrace_leave
	push_other_regs
	jmp	.Lftrace_resched
#else
	jmp	.Lftrace_leave
#endif

.Lftrace_not_bare:
	movq	%rsi, %rdx
	jmp	.Lftrace_full

#ifdef CONFIG_PREEMPT_COUNT
.Lftrace_bare_atomic:
	ask_both .Lftrace_full
	jmp	.Lftrace_bare_single
.Lftrace_atomic:
	ask_both .Lftrace_slow
	jmp	.Lftrace_plain
#endif
.Lftrace_slow:
	movq	%rsp, %rdi
	movq	%rdx, %rsi
	call	kp_hit_entry
	testb	%al, %al
	jz	.Lftrace_go_on
.Lftrace_moved:
	leave_moved
	UNWIND_HINT_FUNC
	RET

#ifdef CONFIG_PREEMPTION
.Lftrace_resched:
	call	kp_hit_resched
	jmp	.Lftrace_rescheduled
#endif
SYM_FUNC_END(kp_x86_ftrace_common)
STACK_FRAME_NON_STANDARD_FP(kp_x86_ftrace_common)

SYM_INNER_LABEL(kp_arch_stub_text_end, SYM_L_GLOBAL)
