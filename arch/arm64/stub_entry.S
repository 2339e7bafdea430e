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

#include <arch/arm64/entry_macros.S>

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
	usage_of x0, x21
	add_at	x0, -1, w1, w2
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
	enter_plain data=post_data, size=KP_ARCH_MAX_INSN_SIZE, dit=\dit, \
		    slow=.Lslow\@, counted=.Lcounted\@
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
