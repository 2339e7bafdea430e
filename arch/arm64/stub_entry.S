/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what stubs call. x30 points to the members of struct kp_arm64_stub. */
#include <linux/linkage.h>
#include <asm/asm-offsets.h>
#include <asm/assembler.h>
#include <asm/ptrace.h>

#include <kp_arch_types.h>

/* Offset of the data from where x30 points to. */
#define STUB_DATA	8
/* The same for a detour; a macro's argument has no spaces. */
.equ detour_data, KP_ARM64_DETOUR_DATA - KP_ARM64_DETOUR_BACK
.equ post_data, KP_ARCH_POST_OWNER - KP_ARM64_POST_BACK
/* What the stub of a jprobe has pushed. */
#define JPROBE_PUSHED	16

/*
 * A struct pt_regs at sp, but for x30 and pc, which C completes but for what is
 * said below. \above: bytes between it and where sp was. Leaves the data, which
 * is at x30 + \data, in x1. The frame record leads to the frame of the function's
 * caller.
 */
.macro save_regs above=0 data=STUB_DATA
	stp	x0, x1, [sp, #S_X0]
	stp	x2, x3, [sp, #S_X2]
	stp	x4, x5, [sp, #S_X4]
	stp	x6, x7, [sp, #S_X6]
	stp	x8, x9, [sp, #S_X8]
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
	save_regs
	mov	x0, sp
	bl	kp_arm64_return
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
	save_regs above=JPROBE_PUSHED
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
