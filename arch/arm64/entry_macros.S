/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: registers, PSTATE and counts at the entries in assembly; included by stub_entry.S. */

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
	mrs	\tmp, sctlr_el1
	ubfx	\tmp, \tmp, #KP_ARM64_DSSBS_SHIFT, #1
	orr	\to, \to, \tmp, lsl #KP_ARM64_SSBS_SHIFT
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

/* Where structs are randomized it may be far. */
.macro usage_of to task
	add	\to, \task, #(TASK_USAGE & 0xfff)
.if TASK_USAGE > 0xfff
	add	\to, \to, #(TASK_USAGE & ~0xfff)
.endif
.endm

/*
 * Add \by, 1 or -1, to what is at \at, as wide as \reg. An exclusive pair would
 * never end where perf watches that: it steps over each access.
 */
.macro add_at at by reg status
alternative_if_not ARM64_HAS_LSE_ATOMICS
.Ladd\@:
	ldxr	\reg, [\at]
	add	\reg, \reg, #\by
	stxr	\status, \reg, [\at]
	cbnz	\status, .Ladd\@
alternative_else
	.arch_extension lse
	mov	\reg, #\by
	stadd	\reg, [\at]
	nop
	nop
alternative_endif
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
	add_at	x8, 1, x9, w2
	ldr	x8, [x6, #RETURN_RP]
	/* and the members ret_addr, own */
	stp	x8, x5, [x7, #INSTANCE_RP]
	stp	xzr, x6, [x7, #INSTANCE_NEXT]
	usage_of x8, x1
	add_at	x8, 1, w9, w2
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
	/* the probepoint begins with its address */
	ldr	x3, [x0]
	str	x3, [sp, #S_PC]
	set_frame x3, x4
	bl	kp_arm64_resched
	msr	nzcv, x19
	b	.Lregs_left
#endif
.Lfull\@:
	clrex
.Lcounted\@:
	uncount_atomic x1, w2
.endm
