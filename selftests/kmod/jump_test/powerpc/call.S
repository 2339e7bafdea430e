/* SPDX-License-Identifier: GPL-2.0 */
/* jt_call(): call a function with all registers and flags under control. */
#include <asm/ppc_asm.h>

#define FRAME	256
/* Of struct jt_state. */
#define LR	(8 * 32)
#define CTR	(8 * 33)
#define XER	(8 * 34)
#define CR	(8 * 35)

/* Clobbers LR. */
.macro ADDRESS reg, symbol
	bcl	20,31,.Lhere\@
.Lhere\@:
	mflr	\reg
	addis	\reg,\reg,(\symbol - .Lhere\@)@ha
	addi	\reg,\reg,(\symbol - .Lhere\@)@l
.endm

	.text

/*
 * void jt_call(void): jt_target from jt_in to jt_out. r1, r13 and LR are not
 * taken from there; CTR is the target.
 */
_GLOBAL(jt_call)
	mflr	r0
	std	r0,16(r1)
	stdu	r1,-FRAME(r1)
	std	r2,24(r1)
	mfcr	r0
	std	r0,48(r1)
	.irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	std	\n,(64 + 8 * (\n - 14))(r1)
	.endr
	ADDRESS	r10, jt_sp
	std	r1,0(r10)
	ADDRESS	r10, jt_target
	ld	r10,0(r10)
	mtctr	r10
	ADDRESS	r31, jt_in
	ld	r0,CR(r31)
	mtcr	r0
	ld	r0,XER(r31)
	mtxer	r0
	.irp n, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, \
		20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld	\n,(8 * \n)(r31)
	.endr
	bctrl
	.globl	jt_back
jt_back:
	std	r30,-8(r1)
	std	r31,-16(r1)
	mflr	r30
	ADDRESS	r31, jt_out
	std	r30,LR(r31)
	ld	r30,-8(r1)
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, \
		20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	std	\n,(8 * \n)(r31)
	.endr
	ld	r0,-16(r1)
	std	r0,(8 * 31)(r31)
	mfctr	r0
	std	r0,CTR(r31)
	mfxer	r0
	std	r0,XER(r31)
	mfcr	r0
	std	r0,CR(r31)
	ADDRESS	r9, jt_sp
	ld	r1,0(r9)
	.irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld	\n,(64 + 8 * (\n - 14))(r1)
	.endr
	ld	r0,48(r1)
	mtcr	r0
	ld	r2,24(r1)
	addi	r1,r1,FRAME
	ld	r0,16(r1)
	mtlr	r0
	blr

	.bss
	.balign 8
.macro VARIABLE name, size:vararg
	.globl	\name
\name:	.skip	\size
.endm
	VARIABLE jt_in, 8 * 36
	VARIABLE jt_out, 8 * 36
	VARIABLE jt_target, 8
	VARIABLE jt_sp, 8
