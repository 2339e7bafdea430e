/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what stubs and detours call. x30 points behind the call. */
#include <linux/linkage.h>
#include <asm/alternative.h>
#include <asm/asm-offsets.h>
#include <asm/assembler.h>
#include <asm/ptrace.h>
#include <asm/sysreg.h>

#include <arch/arm64/kp_offsets.h>
#include <kp_arch_types.h>

/* Offset of the data from where x30 points to; a macro's argument has no spaces. */
.equ return_data, KP_ARM64_STUB_DATA - 2 * 4
.equ jprobe_data, KP_ARM64_STUB_DATA - 3 * 4
.equ detour_data, KP_ARM64_DETOUR_DATA - KP_ARM64_DETOUR_BACK
.equ post_data, KP_ARCH_POST_OWNER - KP_ARM64_POST_BACK
/* What the stub of a jprobe has pushed. */
#define JPROBE_PUSHED	16

/* The registers but x30: a few ... */
.macro save_few
	stp	x0, x1, [sp, #S_X0]
	stp	x2, x3, [sp, #S_X2]
	stp	x4, x5, [sp, #S_X4]
	stp	x6, x7, [sp, #S_X6]
	stp	x8, x9, [sp, #S_X8]
.endm

/* ... and the rest. */
.macro save_others
	stp	x10, x11, [sp, #S_X10]
	stp	x12, x13, [sp, #S_X12]
	stp	x14, x15, [sp, #S_X14]
	stp	x16, x17, [sp, #S_X16]
	stp	x18, x19, [sp, #S_X18]
	stp	x20, x21, [sp, #S_X20]
	stp	x22, x23, [sp, #S_X22]
	stp	x24, x25, [sp, #S_X24]
	stp	x26, x27, [sp, #S_X26]
	stp	x28, x29, [sp, #S_X28]
.endm

/*
 * A struct pt_regs at sp, but for x30 and pc, which C completes but for what is
 * said below. \above: bytes between it and where sp was. Leaves the data, which
 * is at x30 + \data, in x1. The frame record leads to the frame of the function's
 * caller.
 */
.macro save_regs data above=0
	save_few
	save_others
	ldr	x1, [x30, #\data]
	mrs	x2, nzcv
	mrs	x3, daif
	orr	x2, x2, x3
	mrs	x3, CurrentEL
	orr	x2, x2, x3
	/* EL1h or EL2h */
	orr	x2, x2, #1
	add	x3, sp, #(PT_REGS_SIZE + \above)
	stp	x3, x30, [sp, #S_SP]
	str	x2, [sp, #S_PSTATE]
	mov	x3, #-1
	str	w3, [sp, #S_SYSCALLNO]
	stp	x29, x30, [sp, #S_STACKFRAME]
	add	x29, sp, #S_STACKFRAME
.endm

.macro restore_regs
	ldp	x2, x3, [sp, #S_X2]
	ldp	x4, x5, [sp, #S_X4]
	ldp	x6, x7, [sp, #S_X6]
	ldp	x8, x9, [sp, #S_X8]
	ldp	x10, x11, [sp, #S_X10]
	ldp	x12, x13, [sp, #S_X12]
	ldp	x14, x15, [sp, #S_X14]
	ldp	x16, x17, [sp, #S_X16]
	ldp	x18, x19, [sp, #S_X18]
	ldp	x20, x21, [sp, #S_X20]
	ldp	x22, x23, [sp, #S_X22]
	ldp	x24, x25, [sp, #S_X24]
	ldp	x26, x27, [sp, #S_X26]
	ldp	x28, x29, [sp, #S_X28]
.endm

/* Go on as the registers at sp say; \above as in save_regs. */
.macro leave_by_eret above
	restore_regs
	/* nothing comes between what follows and the return */
	msr	daifset, #0xf
	ldp	x0, x1, [sp, #S_PC]
	msr	elr_el1, x0
	msr	spsr_el1, x1
	ldp	x0, x1, [sp, #S_X0]
	ldr	x30, [sp, #S_LR]
	add	sp, sp, #(PT_REGS_SIZE + \above)
	eret
	sb
.endm

	.text
SYM_INNER_LABEL(kp_arch_stub_text, SYM_L_GLOBAL)

/* A function has returned to a KP_STUB_RETURN stub. */
SYM_FUNC_START(kp_arm64_return_common)
	sub	sp, sp, #PT_REGS_SIZE
	save_regs data=return_data
	mov	x0, sp
	bl	kp_arm64_return
.Lreturn_left:
	ldr	x0, [sp, #S_PSTATE]
	msr	nzcv, x0
	restore_regs
	ldp	x0, x1, [sp, #S_X0]
	ldr	x30, [sp, #S_LR]
	add	sp, sp, #PT_REGS_SIZE
	ret
SYM_FUNC_END(kp_arm64_return_common)

/*
 * A function with a jprobe has been entered: call the handler, with the
 * function's arguments.
 */
SYM_FUNC_START(kp_arm64_jprobe_common)
	sub	sp, sp, #PT_REGS_SIZE
	save_regs above=JPROBE_PUSHED data=jprobe_data
	/* what the stub has pushed, and room for the data */
	ldr	x3, [sp, #PT_REGS_SIZE]
	str	x3, [sp, #S_LR]
	str	x1, [sp, #(PT_REGS_SIZE + 8)]
	mov	x19, sp
	mov	x20, x1
	mov	x0, sp
	sub	sp, sp, #KP_ARCH_JPROBE_STACK
	mov	x2, sp
	bl	kp_arm64_jprobe_enter
	cbz	x0, .Lno_handler
	mov	x16, x0
	ldp	x0, x1, [x19, #S_X0]
	ldp	x2, x3, [x19, #S_X2]
	ldp	x4, x5, [x19, #S_X4]
	ldp	x6, x7, [x19, #S_X6]
	ldp	x8, x9, [x19, #S_X8]
	blr	x16
	/* it was to call jprobe_return() */
	mov	x0, x20
	bl	kp_jprobe_forgot
.Lno_handler:
	mov	x0, x19
	b	kp_arch_jprobe_leave
SYM_FUNC_END(kp_arm64_jprobe_common)

SYM_FUNC_START(kp_arch_jprobe_leave)
	mov	sp, x0
	add	x29, sp, #S_STACKFRAME
	ldr	x1, [sp, #(PT_REGS_SIZE + 8)]
	bl	kp_arm64_jprobe_leave
	leave_by_eret above=JPROBE_PUSHED
SYM_FUNC_END(kp_arch_jprobe_leave)

/*
 * A detour has made room for the registers, with a gap above them, and saved x30
 * there. Its call has left the way back in x30.
 */
SYM_FUNC_START(kp_arm64_detour_common)
	save_regs above=KP_ARM64_DETOUR_GAP data=detour_data
	/* where the look at the stacks finds it, too */
	str	x30, [sp, #PT_REGS_SIZE]
	mov	x0, sp
	bl	kp_arm64_detour
.Ldetour_left:
	tbnz	w0, #0, .Ldetour_moved
	ldr	x0, [sp, #S_PSTATE]
	msr	nzcv, x0
.Lregs_left:
	restore_regs
	ldp	x0, x1, [sp, #S_X0]
	ldr	x30, [sp, #PT_REGS_SIZE]
	ret
.Ldetour_moved:
	leave_by_eret above=KP_ARM64_DETOUR_GAP
SYM_FUNC_END(kp_arm64_detour_common)

/* Behind the instruction in a KP_SLOT_POST slot, likewise. */
SYM_FUNC_START(kp_arm64_post_common)
	save_regs above=KP_ARM64_DETOUR_GAP data=post_data
	str	x30, [sp, #PT_REGS_SIZE]
	mov	x0, sp
	bl	kp_arm64_post
	b	.Ldetour_left
SYM_FUNC_END(kp_arm64_post_common)

/* PSTATE, but for features, goes to \to. \tmp is left with CurrentEL, which is not 0. */
.macro get_pstate to tmp
	mrs	\to, nzcv
	mrs	\tmp, daif
	orr	\to, \to, \tmp
	mrs	\tmp, CurrentEL
	orr	\to, \to, \tmp
	/* EL1h or EL2h */
	orr	\to, \to, #1
.endm

/* The rest, as kp_arm64_pstate_features(), but for PAN ... */
.macro add_features to tmp dit
.if \dit
	mrs_s	\tmp, KP_ARM64_DIT
	orr	\to, \to, \tmp
.endif
alternative_if ARM64_SSBS
	mrs_s	\tmp, KP_ARM64_SSBS
	orr	\to, \to, \tmp
alternative_else_nop_endif
#ifdef CONFIG_ARM64_MTE
alternative_if ARM64_MTE
	mrs_s	\tmp, KP_ARM64_TCO
	orr	\to, \to, \tmp
alternative_else_nop_endif
#endif
.endm

/* ... and that. \tmp is not 0 before, and afterwards for go_if_user_access. */
.macro add_pan to tmp
#ifdef CONFIG_ARM64_SW_TTBR0_PAN
alternative_if_not ARM64_HAS_PAN
	/* the ASID */
	mrs	\tmp, ttbr0_el1
	lsr	\tmp, \tmp, #48
	orr	\to, \to, #PSR_PAN_BIT
alternative_else
	mrs_s	\tmp, KP_ARM64_PAN
	orr	\to, \to, \tmp
	eor	\tmp, \tmp, #PSR_PAN_BIT
alternative_endif
#else
alternative_if ARM64_HAS_PAN
	mrs_s	\tmp, KP_ARM64_PAN
	orr	\to, \to, \tmp
alternative_else_nop_endif
#endif
.endm

/* At \slow if handlers would have access to user memory. */
.macro go_if_user_access tmp slow
#ifdef CONFIG_ARM64_SW_TTBR0_PAN
	cbnz	\tmp, \slow
#else
	cbz	\tmp, \slow
#endif
.endm

/* \pc is where the frame record leads, as kp_set_frame() has it. */
.macro set_frame pc tmp
#ifdef KP_OFFERS_FRAME_META
	mov	\tmp, #FRAME_OF_REGS
	str	\tmp, [sp, #REGS_FRAME_TYPE]
	stp	xzr, xzr, [sp, #S_STACKFRAME]
#else
	stp	x29, \pc, [sp, #S_STACKFRAME]
#endif
	add	x29, sp, #S_STACKFRAME
.endm

/* As kp_atomic_enter(). The current task is in \task. */
.macro enter_atomic task tmp
	ldr	\tmp, [\task, #TASK_COUNT]
	add	\tmp, \tmp, #1
	str	\tmp, [\task, #TASK_COUNT]
.endm

/* Without a look whether another task is due. */
.macro uncount_atomic task tmp
	ldr	\tmp, [\task, #TASK_COUNT]
	sub	\tmp, \tmp, #1
	str	\tmp, [\task, #TASK_COUNT]
.endm

/* As kp_atomic_exit(); \wide is x0 to x17. */
.macro exit_atomic task tmp wide
	uncount_atomic \task, \tmp
#ifdef CONFIG_PREEMPTION
	ldr	\wide, [\task, #TASK_PREEMPT]
	cbnz	\wide, .Lnot_due\@
	bl	kp_hit_resched
.Lnot_due\@:
#endif
.endm

/* PSTATE.PAN is read anew in C, and TTBR0 for it. */
.macro forget_pan
	and	x20, x20, #~PSR_PAN_BIT
	str	x20, [sp, #S_PSTATE]
.endm

/* As kp_arm64_return_common(): if all is plain, with all of it here. */
SYM_FUNC_START(kp_arm64_return_plain)
	sub	sp, sp, #PT_REGS_SIZE
	save_few
	save_others
	ldr	x19, [x30, #return_data]
	get_pstate x20, x2
	add_pan x20, x2
	ldr	x3, [x19, #INSTANCE_RET_ADDR]
	add	x4, sp, #PT_REGS_SIZE
	stp	x3, x4, [sp, #S_LR]
	stp	x3, x20, [sp, #S_PC]
	mov	w4, #-1
	str	w4, [sp, #S_SYSCALLNO]
	set_frame x3, x4
	go_if_user_access x2, .Lreturn_slow
	/* and the member own: one without a limit, nor are there others */
	ldp	x0, x24, [x19, #INSTANCE_NEXT]
	ldr	w1, [x24, #RETURN_MAX]
	cbnz	x0, .Lreturn_slow
	cbnz	w1, .Lreturn_slow
	mrs	x21, sp_el0
	ldr	w0, [x21, #TASK_FLAGS]
	tbnz	w0, #TASK_IDLE_BIT, .Lreturn_slow
	enter_atomic x21, w0
	adr_this_cpu x22, kp_cpu, x23
	/* its member kp is at the same address */
	ldr	x2, [x24, #RETURN_RP]
	ldr	x4, [x2, #KRETPROBE_HANDLER]
	cbz	x4, .Lreturn_called
	mov	x1, sp
	stp	x2, x1, [x22, #CPU_RUNNING]
	mov	x0, x19
	blr	x4
.Lreturn_called:
	/* as kp_return_put() */
	add	x0, x19, #INSTANCE_TASK
	stlr	xzr, [x0]
	ldr	x0, [x19, #INSTANCE_HOME]
	mov	x1, #1
	lsl	x1, x1, x0
	and	x0, x0, #~(GROUP_BITS - 1)
.Lreturn_put:
	ldxr	x2, [x0]
	orr	x2, x2, x1
	/* what was stored is seen before the instance is free */
	stlxr	w3, x2, [x0]
	cbnz	w3, .Lreturn_put
	/* as kp_return_ref_task() */
	add	x0, x21, #TASK_USAGE
.Lreturn_unref:
	ldxr	w1, [x0]
	sub	w1, w1, #1
	stxr	w2, w1, [x0]
	cbnz	w2, .Lreturn_unref
	str	xzr, [x22, #CPU_RUNNING]
	exit_atomic x21, w1, x1
	ldr	x0, [sp, #S_PSTATE]
	msr	nzcv, x0
	restore_regs
	ldp	x0, x1, [sp, #S_X0]
	ldr	x30, [sp, #S_LR]
	add	sp, sp, #PT_REGS_SIZE
	ret
.Lreturn_slow:
	forget_pan
	mov	x0, sp
	mov	x1, x19
	bl	kp_arm64_return
	b	.Lreturn_left
SYM_FUNC_END(kp_arm64_return_plain)

/*
 * What a detour or a KP_SLOT_POST slot calls, as kp_arm64_detour_common(): if all is plain,
 * with all of it here. x30 is to be above the registers, where the look at the stacks finds
 * it too. Leaves
 *	x19	the probepoint, which is at x30 + \data
 *	x20	PSTATE
 *	x21	the current task
 *	x22	this CPU's struct kp_cpu
 *	x23	what is added to addresses of what is per CPU
 * and counts as atomic. At \slow nothing has been done but the saving, at \counted this
 * counts as atomic. \size: of the instruction, if it has run.
 */
.macro enter_plain data size dit slow counted
	ldr	x19, [x30, #\data]
	str	x30, [sp, #PT_REGS_SIZE]
	get_pstate x20, x2
	add_features x20, x3, \dit
	add_pan x20, x2
	ldr	x3, [x19]
.if \size
	add	x3, x3, #\size
.endif
	add	x4, sp, #(PT_REGS_SIZE + KP_ARM64_DETOUR_GAP)
	stp	x4, x3, [sp, #S_SP]
	str	x20, [sp, #S_PSTATE]
	mov	w4, #-1
	str	w4, [sp, #S_SYSCALLNO]
	set_frame x3, x4
	go_if_user_access x2, \slow
#ifdef CONFIG_ARM64_MTE
	tbnz	x20, #PSTATE_TCO_BIT, \slow
#endif
	mrs	x21, sp_el0
	enter_atomic x21, w0
	/* the last one is left with the offset */
	adr_this_cpu x22, kp_cpu, x23
	ldr	x0, [x22, #CPU_RUNNING]
	ldr	w1, [x21, #TASK_FLAGS]
	cbnz	x0, \counted
	tbnz	w1, #TASK_IDLE_BIT, \counted
.endm

/* Handlers have been called; at \changed if they have changed more of PSTATE than flags. */
.macro leave_plain changed
	ldr	x0, [sp, #S_PSTATE]
	eor	x1, x0, x20
	tst	x1, #PSTATE_NOT_FLAGS
	b.ne	\changed
	exit_atomic x21, w1, x1
#ifdef CONFIG_PREEMPTION
	ldr	x0, [sp, #S_PSTATE]
#endif
	msr	nzcv, x0
	restore_regs
	ldp	x0, x1, [sp, #S_X0]
	ldr	x30, [sp, #PT_REGS_SIZE]
	ret
.endm

/* All by C. */
.macro call_slow function
	forget_pan
	mov	x0, sp
	mov	x1, x19
	bl	\function
	b	.Ldetour_left
.endm

/* As kp_detour_enter(). */
.macro detour_plain dit
	save_others
	enter_plain data=detour_data, size=0, dit=\dit, slow=.Lslow\@, counted=.Lcounted\@
	ldr	x3, [x19, #PP_SINGLE]
	/* and the member call */
	ldp	x5, x0, [x3, #PROBE_HITS]
	mov	x1, sp
	/* and the member regs; after that, no nested hit changes it */
	stp	x0, x1, [x22, #CPU_RUNNING]
	/* nor counts, so this need not be atomic */
	ldr	x6, [x5, x23]
	add	x6, x6, #1
	str	x6, [x5, x23]
	/* its pre_handler; it may have been set to NULL */
	ldr	x4, [x0, #KPROBE_PRE]
	cbz	x4, .Lnone\@
	mov	x2, x19
	blr	x4
	str	xzr, [x22, #CPU_RUNNING]
	cbnz	w0, .Lset_pc\@
.Lgo_on\@:
	leave_plain .Lchanged\@

.Lnone\@:
	str	xzr, [x22, #CPU_RUNNING]
	b	.Lgo_on\@
.Lset_pc\@:
	mov	x1, #0
	b	.Lplain_moved
.Lchanged\@:
	/* to the copy */
	ldr	x1, [sp, #PT_REGS_SIZE]
	add	x1, x1, #(KP_ARCH_DETOUR_COPY - KP_ARM64_DETOUR_BACK)
	b	.Lplain_moved
.Lcounted\@:
	uncount_atomic x21, w0
.Lslow\@:
	call_slow kp_arm64_detour
.endm

/*
 * A detour of a return probe that may be bare: if so, kp_return_enter() for it, without
 * a limit, an entry_handler and an older instance; x30 is where the function returns to. If
 * anything is not so, nothing has been done but the saving, at the end of this. x30 and
 * the flags stay as they are. No handler is called, so access to user memory does not matter.
 */
.macro enter_bare
	save_few
	ldr	x0, [x30, #detour_data]
	mrs	x1, sp_el0
	enter_atomic x1, w2
	adr_this_cpu x2, kp_cpu, x3
	ldr	x2, [x2, #CPU_RUNNING]
	ldr	w4, [x1, #TASK_FLAGS]
	cbnz	x2, .Lcounted\@
	tbnz	w4, #TASK_IDLE_BIT, .Lcounted\@
	ldr	x4, [x0, #PP_SINGLE]
	ldrb	w5, [x4, #PROBE_BARE]
	sub	w5, w5, #BARE_ONE
	cbnz	w5, .Lcounted\@
	ldr	x5, [sp, #S_LR]
	/* perhaps a stub: a function has jumped to this one */
	and	x6, x5, #(KP_ARCH_STUB_SIZE - 1)
	cbz	x6, .Lcounted\@
	ldr	x6, [x4, #PROBE_OWN]
	ldr	x7, [x6, #RETURN_POOL]
	ldr	x7, [x7, #POOL_HINT]
	/* this CPU's group */
	ldr	x7, [x7, x3]
.Ltake\@:
	/* its free instances, of which the lowest is taken */
	ldaxr	x8, [x7]
	cbz	x8, .Lfull\@
	rbit	x9, x8
	clz	x9, x9
	sub	x2, x8, #1
	and	x8, x8, x2
	stlxr	w2, x8, [x7]
	cbnz	w2, .Ltake\@
	dmb	ish
	/* and its size */
	ldp	x7, x8, [x7, #GROUP_FIRST]
	madd	x7, x9, x8, x7
	ldr	x8, [x4, #PROBE_HITS]
	add	x8, x8, x3
.Lhit\@:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w2, x9, [x8]
	cbnz	w2, .Lhit\@
	ldr	x8, [x6, #RETURN_RP]
	/* and the members ret_addr, own */
	stp	x8, x5, [x7, #INSTANCE_RP]
	stp	xzr, x6, [x7, #INSTANCE_NEXT]
	add	x8, x1, #TASK_USAGE
.Lref\@:
	ldxr	w9, [x8]
	add	w9, w9, #1
	stxr	w2, w9, [x8]
	cbnz	w2, .Lref\@
	/* the sweep looks at the task, once there is a reference */
	add	x8, x7, #INSTANCE_TASK
	stlr	x1, [x8]
	ldr	x8, [x7, #INSTANCE_STUB]
	/* where the detour loads x30 from */
	str	x8, [sp, #S_LR]
	uncount_atomic x1, w2
#ifdef CONFIG_PREEMPTION
	ldr	x2, [x1, #TASK_PREEMPT]
	cbz	x2, .Ldue\@
#endif
.Lbare_left\@:
	ldp	x0, x1, [sp, #S_X0]
	ldp	x2, x3, [sp, #S_X2]
	ldp	x4, x5, [sp, #S_X4]
	ldp	x6, x7, [sp, #S_X6]
	ldp	x8, x9, [sp, #S_X8]
	ret

#ifdef CONFIG_PREEMPTION
.Ldue\@:
	/* the long way of leaving, which loads all registers */
	save_others
	mrs	x19, nzcv
	str	x30, [sp, #PT_REGS_SIZE]
	stp	x29, x30, [sp, #S_STACKFRAME]
	add	x29, sp, #S_STACKFRAME
	bl	kp_arm64_resched
	msr	nzcv, x19
	b	.Lregs_left
#endif
.Lfull\@:
	clrex
.Lcounted\@:
	uncount_atomic x1, w2
.endm

SYM_FUNC_START(kp_arm64_detour_return)
	enter_bare
	b	.Ldetour_plain
SYM_FUNC_END(kp_arm64_detour_return)

SYM_FUNC_START(kp_arm64_detour_return_dit)
	enter_bare
	b	.Ldetour_dit
SYM_FUNC_END(kp_arm64_detour_return_dit)

SYM_FUNC_START(kp_arm64_detour_plain)
	save_few
.Ldetour_plain:
	detour_plain dit=0
SYM_FUNC_END(kp_arm64_detour_plain)

SYM_FUNC_START(kp_arm64_detour_dit)
	save_few
.Ldetour_dit:
	detour_plain dit=1
SYM_FUNC_END(kp_arm64_detour_dit)

/* A handler has set where to go on, or \changed has it in x1. */
SYM_CODE_START_LOCAL(kp_arm64_plain_moved)
.Lplain_moved:
	mov	x0, sp
	bl	kp_arm64_moved
	b	.Ldetour_moved
SYM_CODE_END(kp_arm64_plain_moved)

/* As kp_post_enter(). */
.macro post_plain dit
	save_few
	save_others
	enter_plain data=post_data, size=KP_ARCH_MAX_INSN_SIZE, dit=\dit, slow=.Lslow\@, counted=.Lcounted\@
	ldr	x0, [x19, #PP_POSTS]
	ldr	x4, [x0, #KPROBE_POST]
	cbz	x4, .Lgo_on\@
	ldr	x24, [sp, #S_PC]
	mov	x1, sp
	stp	x0, x1, [x22, #CPU_RUNNING]
	mov	x2, #0
	mov	x3, x19
	blr	x4
	str	xzr, [x22, #CPU_RUNNING]
	ldr	x0, [sp, #S_PC]
	cmp	x0, x24
	b.ne	.Lset_pc\@
.Lgo_on\@:
	leave_plain .Lchanged\@

.Lset_pc\@:
	mov	x1, #0
	b	.Lplain_moved
.Lchanged\@:
	ldr	x1, [sp, #S_PC]
	b	.Lplain_moved
.Lcounted\@:
	uncount_atomic x21, w0
.Lslow\@:
	call_slow kp_arm64_post
.endm

SYM_FUNC_START(kp_arm64_post_plain)
	post_plain dit=0
SYM_FUNC_END(kp_arm64_post_plain)

SYM_FUNC_START(kp_arm64_post_dit)
	post_plain dit=1
SYM_FUNC_END(kp_arm64_post_dit)

SYM_INNER_LABEL(kp_arch_stub_text_end, SYM_L_GLOBAL)

/*
 * The kernel's function for breakpoints, or for steps, has been entered. What has
 * branched here (brk_entry.c) has pushed x30. No argument of the function is lost.
 * \function is called with the arguments from the one of number \first on.
 */
.macro ask_of_entry function first=0
	stp	x29, x30, [sp, #-48]!
	mov	x29, sp
	stp	x0, x1, [sp, #16]
	str	x2, [sp, #32]
	add	x0, sp, #(16 + 8 * \first)
	bl	\function
	tbnz	w0, #0, .Lis_ours_\@
	ldp	x0, x1, [sp, #16]
	ldr	x2, [sp, #32]
	ldp	x29, x30, [sp], #48
	ret
.Lis_ours_\@:
	ldp	x29, x30, [sp], #48
	/* from the function, which may return an int */
	ldr	x30, [sp], #16
	mov	x0, #0
	ret
.endm

/* The same for breakpoints: ESR_EL1 is in \esr, and pt_regs are argument \regs. */
.macro ask_of_brk esr regs
	and	w16, \esr, #0xffff
	mov	w17, #KP_ARM64_BRK_IMM
	cmp	w16, w17
	b.eq	.Lhas_ours_\@
	ret
.Lhas_ours_\@:
	ask_of_entry kp_arm64_brk \regs
.endm

/* do_el1_brk64(esr, regs) */
SYM_INNER_LABEL(kp_arm64_brk_text, SYM_L_GLOBAL)
SYM_FUNC_START(kp_arm64_brk64_common)
	ask_of_brk w0, 1
SYM_FUNC_END(kp_arm64_brk64_common)

/* brk_handler(unused, esr, regs) */
SYM_FUNC_START(kp_arm64_brk_handler_common)
	ask_of_brk w1, 2
SYM_FUNC_END(kp_arm64_brk_handler_common)
SYM_INNER_LABEL(kp_arm64_brk_text_end, SYM_L_GLOBAL)

SYM_FUNC_START(kp_arm64_softstep_common)
	ask_of_entry kp_arm64_softstep
SYM_FUNC_END(kp_arm64_softstep_common)
