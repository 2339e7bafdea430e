/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions whose every word is known. Only the first two are ever run, and of
 * the others nothing but what the mistakes name is probed.
 */
#include <asm/ppc_asm.h>

	.text
	.balign 64

/* Instructions from 0 to 35; breakpoints from 36 to 47. */
_GLOBAL(bt_layout)
0:	li	r3,42
	addi	r4,r3,1
	nop
	lis	r5,0x7feb
	cmpdi	r5,0
	beq	0b
	b	1f
1:	add	r6,r4,r5
	blr
	.size	DOTSYM(bt_layout), . - DOTSYM(bt_layout)
	.rept 3
	trap
	.endr

_GLOBAL(bt_next)
	li	r3,43
	blr
	.size	DOTSYM(bt_next), . - DOTSYM(bt_next)

.macro INSN name:req, words:vararg
	.balign 16
_GLOBAL(\name)
	.long	\words
	blr
	.size	DOTSYM(\name), . - DOTSYM(\name)
.endm

	INSN bt_foreign, 0x60000000, 0x7fe00008, 0x60000000
	INSN bt_native_trap, 0x7fe00008		/* trap */
	INSN bt_our_trap, 0x7feb5808		/* tw 31,r11,r11 */
	INSN bt_bug_trap, 0x0fe00000		/* twi 31,r0,0 */
	INSN bt_warn_trap, 0x0b030000		/* tdnei r3,0 */
	INSN bt_sc, 0x44000002
	INSN bt_scv, 0x44000001
	INSN bt_rfid, 0x4c000024
	INSN bt_hrfid, 0x4c000224
	INSN bt_mtmsr, 0x7c600124		/* mtmsr r3 */
	INSN bt_mtmsrd, 0x7c610164		/* mtmsrd r3,1 */
	INSN bt_mfmsr, 0x7c6000a6
	.balign 64				/* no prefix at the end of a block */
	INSN bt_prefixed, 0x06000000, 0x38600001, 0x60000000 /* pli r3,1; nop */
	/* ldarx r3,0,r4; addi r3,r3,1; stdcx. r3,0,r4; nop */
	INSN bt_reserve, 0x7c6020a8, 0x38630001, 0x7c6021ad, 0x60000000
	INSN bt_tbegin, 0x7c00051d
	INSN bt_mfsrr0, 0x7c7a02a6
	INSN bt_mtsrr1, 0x7c7b03a6
	INSN bt_stop, 0x4c0002e4
	INSN bt_bctar, 0x4e800460
	INSN bt_undefined, 0x00000000
	INSN bt_stdu, 0xf821ffe1		/* stdu r1,-32(r1) */
	INSN bt_lnia, 0x4c600004		/* lnia r3 */
	INSN bt_sync, 0x7c0004ac
	INSN bt_bdnz, 0x4200fff8		/* bdnz .-8 */
	.balign 16
