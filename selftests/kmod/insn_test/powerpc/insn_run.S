/* SPDX-License-Identifier: GPL-2.0 */
/* insn_run(): run a case with all registers under control. */
#include <asm/asm-offsets.h>
#include <asm/ppc_asm.h>
#include "insn_cases.h"

#define STACK_BYTES	(8 * INSN_STACK_WORDS)
#define SAVED		256

/* Clobbers LR. */
.macro ADDRESS reg, symbol
	bcl 20,31,.Lhere\@
.Lhere\@:
	mflr \reg
	addis \reg,\reg,(\symbol - .Lhere\@)@ha
	addi \reg,\reg,(\symbol - .Lhere\@)@l
.endm

	.machine "power9"
	.text
_GLOBAL(insn_run)
	mflr r0
	std r0,16(r1)
	stdu r1,-SAVED(r1)
	std r2,24(r1)
	mfcr r0
	std r0,48(r1)
	.irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	std \n,64 + 8 * (\n - 14)(r1)
	.endr
	ADDRESS r10, saved_sp
	std r1,0(r10)

	/* a stack that is the same each time, with room below and above */
	addi r9,r1,-4 * STACK_BYTES
	rldicr r9,r9,0,55
	ADDRESS r10, insn_sp
	std r9,0(r10)
	ADDRESS r10, insn_stack_in
	mr r1,r9
	li r11,INSN_STACK_WORDS
	mtctr r11
1:	ld r12,0(r10)
	std r12,0(r9)
	addi r10,r10,8
	addi r9,r9,8
	bdnz 1b
	/* what a new frame would not write */
	mr r9,r1
	li r11,INSN_STACK_WORDS
	mtctr r11
	li r12,0
1:	stdu r12,-8(r9)
	bdnz 1b

	ADDRESS r10, insn_simd
	lwz r10,0(r10)
	cmpdi r10,0
	beq 2f
	ADDRESS r10, insn_simd_in
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7
	lxvd2x \n,0,r10
	addi r10,r10,16
	lxvd2x 32 + \n,0,r10
	addi r10,r10,16
	.endr
2:
	ADDRESS r31, insn_in
	ld r0,INSN_FLAGS(r31)
	mtcr r0
	ld r0,(8 * INSN_XER)(r31)
	mtxer r0
	ld r0,(8 * INSN_CTR)(r31)
	mtctr r0
	ld r0,(8 * INSN_LR)(r31)
	mtlr r0
	.irp n, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, \
		20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld \n,8 * \n(r31)
	.endr
	bctr

	.globl insn_exit
insn_exit:
	/* interrupts leave so much below the stack pointer alone */
	std r30,-8(r1)
	std r31,-16(r1)
	mflr r30
	ADDRESS r31, insn_out
	std r30,(8 * INSN_LR)(r31)
	ld r30,-8(r1)
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, \
		20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	std \n,8 * \n(r31)
	.endr
	ld r0,-16(r1)
	std r0,(8 * 31)(r31)
	li r0,0
	std r0,(8 * 13)(r31)
	mfctr r0
	std r0,(8 * INSN_CTR)(r31)
	mfxer r0
	std r0,(8 * INSN_XER)(r31)
	mfcr r0
	lbz r3,PACAIRQSOFTMASK(r13)
	clrldi r3,r3,63
	sldi r3,r3,32
	or r0,r0,r3
	std r0,INSN_FLAGS(r31)

	/* interrupts write below the stack pointer: so first of all */
	ADDRESS r9, insn_sp
	ld r9,0(r9)
	addi r9,r9,-STACK_BYTES
	ADDRESS r10, insn_stack_out
	li r11,2 * INSN_STACK_WORDS
	mtctr r11
1:	ld r12,0(r9)
	std r12,0(r10)
	addi r10,r10,8
	addi r9,r9,8
	bdnz 1b
	ADDRESS r9, saved_sp
	ld r1,0(r9)

	ADDRESS r10, insn_simd
	lwz r10,0(r10)
	cmpdi r10,0
	beq 2f
	ADDRESS r10, insn_simd_out
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7
	stxvd2x \n,0,r10
	addi r10,r10,16
	stxvd2x 32 + \n,0,r10
	addi r10,r10,16
	.endr
2:
	.irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld \n,64 + 8 * (\n - 14)(r1)
	.endr
	ld r0,48(r1)
	mtcr r0
	ld r2,24(r1)
	addi r1,r1,SAVED
	ld r0,16(r1)
	mtlr r0
	blr

	.bss
	.balign 64
.macro VARIABLE name, size:vararg
	.globl \name
\name:	.skip \size
	.balign 8
.endm
	VARIABLE insn_mem, INSN_MEM_SIZE
	VARIABLE insn_simd_in, 256
	VARIABLE insn_simd_out, 256
	VARIABLE insn_stack_in, STACK_BYTES
	VARIABLE insn_stack_out, 2 * STACK_BYTES
	VARIABLE insn_in, INSN_FLAGS + 8
	VARIABLE insn_out, INSN_FLAGS + 8
	VARIABLE insn_entry, 8
	VARIABLE insn_sp, 8
	VARIABLE saved_sp, 8
	VARIABLE insn_simd, 4
