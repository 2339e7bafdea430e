/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: where our gate of vector 3 leads (gate.c). The plain hit is served here;
 * everything else goes to the kernel's own entry, with stack and registers as
 * they were found.
 *
 * Interrupts are off from the first instruction to the last, so whoever has had all
 * CPUs schedule knows that none is in here. Nothing here or on the way here may have
 * a breakpoint: it would lead back to the start, without end. kp_x86_gate_owns()
 * says what that is.
 */
#include <linux/linkage.h>
#include <asm/alternative.h>
#include <asm/cpufeatures.h>
#include <asm/frame.h>
#include <asm/nospec-branch.h>
#include <asm/percpu.h>
#include <asm/smap.h>
#include <asm/unwind_hints.h>

#include <arch/x86/kp_offsets.h>
#include <arch/x86/entry_macros.S>
#include <compat/ibt.h>

/* Of the frame that the CPU has pushed. */
#define FRAME_CS	8

/* Back to where the registers say. */
.macro leave_gate
	subl	$NMI_COUNT, PER_CPU_VAR(KP_PREEMPT_COUNT)
	restore_regs
	UNWIND_HINT_IRET_REGS offset=8
	addq	$8, %rsp
	UNWIND_HINT_IRET_REGS
	iretq
.endm

/* Words between that frame and a copy of it, for what an emulated call pushes. */
#define GAP		6

	.text
SYM_CODE_START(kp_x86_gate)
	UNWIND_HINT_IRET_REGS
	endbr64
	testb	$3, FRAME_CS(%rsp)
	jnz	kp_x86_gate_back

/* From kernel mode, as whoever jumps here knows. */
SYM_INNER_LABEL(kp_x86_gate_kernel, SYM_L_GLOBAL)
	kp_no_endbr
	/* nothing per CPU may be read by a guess that user space's was the kernel's */
	ALTERNATIVE "", "lfence", X86_FEATURE_FENCE_SWAPGS_KERNEL
	ASM_CLAC
	cld
	/* orig_ax */
	pushq	$-1
	.rept	GAP
	pushq	((GAP - 1) * 8)(%rsp)
	.endr
	UNWIND_HINT_IRET_REGS offset=8
	push_few_regs
	UNWIND_HINT_IRET_REGS offset=48

#if defined(CONFIG_CONTEXT_TRACKING_IDLE)
	/* RCU does not wait for this CPU now */
	testl	$CONTEXT_WATCHED, PER_CPU_VAR(context_tracking + CONTEXT_STATE)
	jz	.Lnot_plain
#elif defined(CONFIG_TREE_RCU)
	/* likewise, as far as can be seen */
	movq	PER_CPU_VAR(KP_CURRENT_TASK), %rax
	testl	$TASK_IS_IDLE, TASK_FLAGS(%rax)
	jnz	.Lnot_plain
#endif
	cmpq	$0, PER_CPU_VAR(kp_cpu + CPU_RUNNING)
	jne	.Lnested
	movq	(REG_IP - LOW_REGS)(%rsp), %rdi
	decq	%rdi
	look_up	.Lnot_plain
	/* what is disarmed may be somebody else's breakpoint */
	cmpl	$HOME_TRAPPING, TRAP_KIND(%rdx)
	jne	.Lother

	push_other_regs
	UNWIND_HINT_REGS
	movq	%rdx, %rbx
	ENCODE_FRAME_POINTER
	addl	$NMI_COUNT, PER_CPU_VAR(KP_PREEMPT_COUNT)
	call_pre .Lmoved
	cmpb	$POST_SLOT, PP_POST_WAY(%rbx)
	jae	.Lpost
	movslq	PP_RESUME(%rbx), %rax
	movq	%rax, REG_IP(%rsp)
.Lleave:
	leave_gate

.Lpost:
	UNWIND_HINT_REGS
	/* by the same comparison */
	jg	.Lemulate
	jl	.Lresume
	movslq	PP_STEP(%rbx), %rax
	movq	%rax, REG_IP(%rsp)
	leave_gate
.Lemulate:
	UNWIND_HINT_REGS
	leaq	PP_INSN(%rbx), %rdi
	movq	TRAP_ADDR(%rbx), %rsi
	movq	%rsp, %rdx
	call	kp_arch_emulate
	call_post .Lpost_moved, %rbx
	leave_gate
.Lresume:
	UNWIND_HINT_REGS
	movq	%rbx, %rdi
	movq	%rsp, %rsi
	call	kp_hit_resume
	jmp	.Lleave

.Lmoved:
	UNWIND_HINT_REGS
	/* to the stub of a jprobe */
	movq	PP_RARE(%rbx), %rcx
	testq	%rcx, %rcx
	jz	.Lpost_moved
	movq	REG_IP(%rsp), %rax
	cmpq	%rax, RARE_STUB(%rcx)
	je	.Lleave
.Lpost_moved:
	UNWIND_HINT_REGS
	movq	%rsp, %rdi
	call	kp_hit_moved
	jmp	.Lleave

/* Nothing but return probes, of which no handler is called now. */
.macro serve_bare is_set
	UNWIND_HINT_IRET_REGS offset=48
	cmpb	$0, PP_POST_WAY(%rdx)
	jne	.Lstep
	movq	PER_CPU_VAR(KP_CURRENT_TASK), %rax
	testl	$TASK_IS_IDLE, TASK_FLAGS(%rax)
	jnz	.Lstep
	pushq	%r8
	UNWIND_HINT_IRET_REGS offset=56
	movq	%rdx, %r8
	movq	(REG_SP - LOW_REGS + 8)(%rsp), %rsi
	enter_bare .Lnot_bare, (%rsi)
	.if \is_set
	count_older
	.endif
	movslq	PP_RESUME(%r8), %rax
	movq	%rax, (REG_IP - LOW_REGS + 8)(%rsp)
	popq	%r8
	UNWIND_HINT_IRET_REGS offset=48
	pop_few_regs
	UNWIND_HINT_IRET_REGS offset=8
	addq	$8, %rsp
	UNWIND_HINT_IRET_REGS
	iretq
.endm

.Lbare:
	serve_bare 0
.Lbare_set:
	serve_bare 1
.Lnot_bare:
	UNWIND_HINT_IRET_REGS offset=56
	popq	%r8
	jmp	.Lstep

/* Within a handler. By the kernel's entry kgdb may come first. */
.Lnested:
	UNWIND_HINT_IRET_REGS offset=48
	movq	(REG_IP - LOW_REGS)(%rsp), %rdi
	decq	%rdi
	look_up	.Lnot_plain
	cmpb	$KIND_STEP, TRAP_KIND(%rdx)
	je	.Lstep
	ja	.Lnot_plain
	cmpb	$0, TRAP_IS_TRAPPING(%rdx)
	je	.Lnot_plain
	jmp	.Lstep

.Lother:
	UNWIND_HINT_IRET_REGS offset=48
	cmpb	$KIND_STEP, TRAP_KIND(%rdx)
	je	.Lstep
	ja	.Lnot_plain
	cmpb	$0, TRAP_IS_TRAPPING(%rdx)
	je	.Lnot_plain
	cmpb	$KIND_RETURNS, TRAP_KIND(%rdx)
	jne	.Lstep
	movq	PP_SINGLE(%rdx), %rcx
	cmpb	$BARE_ONE, PROBE_BARE(%rcx)
	je	.Lbare
	ja	.Lbare_set
.Lstep:
	push_other_regs
	UNWIND_HINT_REGS
	ENCODE_FRAME_POINTER
	addl	$NMI_COUNT, PER_CPU_VAR(KP_PREEMPT_COUNT)
	movq	%rsp, %rdi
	movq	REG_IP(%rsp), %rsi
	decq	%rsi
	call	kp_hit_breakpoint
	testl	%eax, %eax
	jnz	.Lleave
	/* it was removed just now, and there is another one */
	subl	$NMI_COUNT, PER_CPU_VAR(KP_PREEMPT_COUNT)
	pop_other_regs
	UNWIND_HINT_IRET_REGS offset=48
.Lnot_plain:
	UNWIND_HINT_IRET_REGS offset=48
	pop_few_regs
	leaq	((GAP + 1) * 8)(%rsp), %rsp
/* A jump to the kernel's entry, written before anybody comes here. */
SYM_INNER_LABEL(kp_x86_gate_back, SYM_L_GLOBAL)
	kp_no_endbr
	UNWIND_HINT_IRET_REGS
	.byte	0xe9
	.long	0
	ud2
SYM_CODE_END(kp_x86_gate)
SYM_INNER_LABEL(kp_x86_gate_end, SYM_L_GLOBAL)

	.data
	.balign	8
/* Where gate_landing.c has written, or is to write; or 0. */
SYM_DATA(kp_x86_landing, .quad 0)
