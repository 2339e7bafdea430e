/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions whose every word is known. Only the first two are ever run, and of
 * the others nothing but what the mistakes name is probed. SYM_FUNC_START would put
 * a landing pad in front.
 */
#include <linux/linkage.h>

	.text
	.balign 64

/* Instructions from 0 to 35; breakpoints from 36 to 47. */
SYM_START(bt_layout, SYM_L_GLOBAL, SYM_A_NONE)
	.inst 0x52800540			/* mov w0, #42 */
	adr x1, bt_layout
	nop
	movz x2, #0xd420, lsl #16
	cbz x2, bt_layout
	b 1f
1:	add x3, x1, x2
	ldr x4, [x1]
	ret
SYM_FUNC_END(bt_layout)
	.rept 3
	.inst 0xd4200020			/* brk #1 */
	.endr

SYM_START(bt_next, SYM_L_GLOBAL, SYM_A_NONE)
	mov w0, #43
	ret
SYM_FUNC_END(bt_next)

.macro INSN name:req, words:vararg
	.balign 16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	.inst \words
	ret
SYM_FUNC_END(\name)
.endm

	INSN bt_foreign, 0xd503201f, 0xd4200020, 0xd503201f
	INSN bt_native_brk, 0xd4200080		/* brk #4 */
	INSN bt_our_brk, 0xd4216000		/* brk #0xb00 */
	INSN bt_bug_brk, 0xd4210000		/* brk #0x800 */
	INSN bt_svc, 0xd4000001
	INSN bt_hvc, 0xd4000002
	INSN bt_smc, 0xd4000003
	INSN bt_hlt, 0xd4400000
	INSN bt_eret, 0xd69f03e0
	INSN bt_udf, 0x00000000
	INSN bt_unallocated, 0xdc000000
	/* ldxr w0, [x1]; add w0, w0, #1; stxr w2, w0, [x1]; nop */
	INSN bt_exclusive, 0x885f7c20, 0x11000400, 0x88027c20, 0xd503201f
	INSN bt_ldaxp, 0xc87f8440		/* ldaxp x0, x1, [x2] */
	INSN bt_read_elr, 0xd5384020		/* mrs x0, elr_el1 */
	INSN bt_write_spsr, 0xd5184000		/* msr spsr_el1, x0 */
	INSN bt_spsel, 0xd50041bf		/* msr spsel, #1 */
	INSN bt_daifset, 0xd50342df		/* msr daifset, #2 */
	INSN bt_read_daif, 0xd53b4220		/* mrs x0, daif */
	INSN bt_wfi, 0xd503207f
	INSN bt_yield, 0xd503203f
	INSN bt_tstart, 0xd5233060		/* tstart x0 */
	INSN bt_copy, 0x19020440		/* cpyfp [x0]!, [x2]!, x2! */
	INSN bt_autiasp, 0xd50323bf
	INSN bt_retaa, 0xd65f0bff
	INSN bt_literal, 0x58000040		/* ldr x0, .+8 */
	INSN bt_prfm_literal, 0xd8000040	/* prfm pldl1keep, .+8 */
	INSN bt_ldadd, 0xf8200020		/* ldadd x0, x0, [x1] */
	INSN bt_bti, 0xd503245f			/* bti c */
	.balign 16

	.section .note.GNU-stack, "", @progbits
