/* SPDX-License-Identifier: GPL-2.0 */
/* jt_call(): call a function with all registers and flags under control. */
#include <linux/linkage.h>
#include <asm/assembler.h>

/* Of struct jt_state. */
#define FLAGS	(8 * 31)
#define DAIF	(8 * 32)
#define SP	(8 * 33)

/* All but x18, which may be the shadow call stack's, and x30. */
.macro ALL_REGS do, dop
	\dop	x0, x1, [x30, #(8 * 0)]
	\dop	x2, x3, [x30, #(8 * 2)]
	\dop	x4, x5, [x30, #(8 * 4)]
	\dop	x6, x7, [x30, #(8 * 6)]
	\dop	x8, x9, [x30, #(8 * 8)]
	\dop	x10, x11, [x30, #(8 * 10)]
	\dop	x12, x13, [x30, #(8 * 12)]
	\dop	x14, x15, [x30, #(8 * 14)]
	\dop	x16, x17, [x30, #(8 * 16)]
	\do	x19, [x30, #(8 * 19)]
	\dop	x20, x21, [x30, #(8 * 20)]
	\dop	x22, x23, [x30, #(8 * 22)]
	\dop	x24, x25, [x30, #(8 * 24)]
	\dop	x26, x27, [x30, #(8 * 26)]
	\dop	x28, x29, [x30, #(8 * 28)]
.endm

	.text

/* void jt_call(void): jt_target from jt_in to jt_out, its first sp to jt_sp */
SYM_FUNC_START(jt_call)
	stp	x29, x30, [sp, #-96]!
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	mov	x0, sp
	str_l	x0, jt_sp, x1
	mrs	x0, daif
	str_l	x0, saved_daif, x1
	adr_l	x30, jt_in
	ldr	x0, [x30, #FLAGS]
	msr	nzcv, x0
	ldr	x0, [x30, #DAIF]
	msr	daif, x0
	ALL_REGS ldr, ldp
	adr_l	x30, jt_target
	ldr	x30, [x30]
	blr	x30
SYM_INNER_LABEL(jt_back, SYM_L_GLOBAL)
	str	x30, [sp, #-16]!
	adr_l	x30, jt_out
	ALL_REGS str, stp
	ldr	x0, [sp], #16
	str	x0, [x30, #(8 * 30)]
	mrs	x0, nzcv
	str	x0, [x30, #FLAGS]
	mrs	x0, daif
	str	x0, [x30, #DAIF]
	mov	x0, sp
	str	x0, [x30, #SP]
	ldr_l	x0, saved_daif
	msr	daif, x0
	ldr_l	x0, jt_sp
	mov	sp, x0
	ldp	x19, x20, [sp, #16]
	ldp	x21, x22, [sp, #32]
	ldp	x23, x24, [sp, #48]
	ldp	x25, x26, [sp, #64]
	ldp	x27, x28, [sp, #80]
	ldp	x29, x30, [sp], #96
	ret
SYM_FUNC_END(jt_call)

	.bss
	.balign 8
.macro VARIABLE name, size:vararg
	.globl	\name
\name:	.skip	\size
.endm
	VARIABLE jt_in, 8 * 34
	VARIABLE jt_out, 8 * 34
	VARIABLE jt_target, 8
	VARIABLE jt_sp, 8
	VARIABLE saved_daif, 8

	.section .note.GNU-stack, "", @progbits
