/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: branches, calls, returns, addresses. r0 tells where. */

	/* targets, to be reached backwards and by far */
insn_back:
	li r0,0xbac
	b insn_exit
insn_back_function:
	li r0,0xbaf
	blr

	/* Rn: the address of a label; clobbers LR */
.macro LABEL reg, label
	bcl 20,31,.Lnear\@
.Lnear\@:
	mflr \reg
	addi \reg,\reg,\label - .Lnear\@
.endm

	ONE nop, nop, nop
	ONE nop, nop_not, ori r0,r3,0

	/* --- b, bl */

	CASE b, b_forward
	PROBE
	b 1f
	li r0,1
1:	END
	CASE b, b_next
	PROBE
	b 1f
1:	END
	CASE b, b_back
	PROBE
	b insn_back
	END
	CASE b, b_far
	PROBE
	b insn_far
	END
	CASE bl, bl_forward
	PROBE
	bl 1f
	li r3,2
1:	END
	CASE bl, bl_next
	PROBE
	bl 1f
1:	END
	CASE bl, bl_and_back
	PROBE
	bl insn_back_function
	li r3,3
	END
	CASE bl, bl_far
	PROBE
	bl insn_far_function
	li r3,3
	END
	CASE bl, bcl_next
	PROBE
	bcl 20,31,1f
1:	END

	/* --- bc: by CR, by CTR, by both; and not taken, as a call */

.macro CASES_BC bo, bi, count
	CASE bc, bc_\bo\()_\bi\()_\count, INSN_ALL_FLAGS
	li r6,\count
	mtctr r6
	PROBE
	bc \bo,\bi,1f
	li r0,1
1:	END
	CASE bc, bcl_\bo\()_\bi\()_\count, INSN_ALL_FLAGS
	li r6,\count
	mtctr r6
	PROBE
	bcl \bo,\bi,insn_back
	END
.endm
	.irp bi, 0, 1, 2, 3, 31
	.irp bo, 0, 2, 4, 8, 10, 12
	CASES_BC \bo, \bi, 1
	.endr
	.endr
	.irp bo, 0, 2, 8, 10, 16, 18, 20
	CASES_BC \bo, 2, 0
	CASES_BC \bo, 2, 2
	.endr

	/* --- bclr, bcctr */

.macro CASES_BCLR bo, bi, count
	CASE bclr, bclr_\bo\()_\bi\()_\count, INSN_ALL_FLAGS
	li r6,\count
	mtctr r6
	LABEL r6, 1f
	mtlr r6
	li r6,0
	PROBE
	bclr \bo,\bi
	li r0,1
1:	END
	CASE bclr, bclrl_\bo\()_\bi\()_\count, INSN_ALL_FLAGS
	li r6,\count
	mtctr r6
	LABEL r6, 1f
	mtlr r6
	li r6,0
	PROBE
	bclrl \bo,\bi
	li r0,1
1:	END
.endm
	.irp bo, 0, 2, 4, 8, 10, 12, 16, 18, 20
	CASES_BCLR \bo, 2, 1
	.endr
	.irp bo, 0, 2, 16, 18
	CASES_BCLR \bo, 0, 2
	.endr

.macro CASES_BCCTR bo, bi
	CASE bcctr, bcctr_\bo\()_\bi, INSN_ALL_FLAGS
	LABEL r6, 1f
	mtctr r6
	PROBE
	bcctr \bo,\bi
	li r0,1
1:	END
	CASE bcctr, bcctrl_\bo\()_\bi, INSN_ALL_FLAGS
	LABEL r6, 1f
	mtctr r6
	PROBE
	bcctrl \bo,\bi
	li r0,1
1:	END
.endm
	.irp bo, 4, 12, 20
	CASES_BCCTR \bo, 0
	CASES_BCCTR \bo, 31
	.endr
	CASE bcctr, bctrl_and_back
	LABEL r6, insn_near_function
	mtctr r6
	PROBE
	bctrl
	li r3,3
	END
	b insn_exit
insn_near_function:
	li r0,0xaf
	blr

	/* --- addresses */

	CASE addpcis, addpcis_0, 0, CPU_ISA_3_0
	PROBE
	addpcis r3,0
	END
	CASE addpcis, addpcis_plus, 0, CPU_ISA_3_0
	PROBE
	addpcis r31,0x7abc
	END
	CASE addpcis, addpcis_minus, 0, CPU_ISA_3_0
	PROBE
	addpcis r0,-0x1235
	END
