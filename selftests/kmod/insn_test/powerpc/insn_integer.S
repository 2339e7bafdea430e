/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: arithmetic, logic, comparisons, rotation. */

	ONE add, addi, addi r3,r6,-0x123
	ONE add, addis, addis r3,r6,0x7654
	ONE add, li, li r3,-5
	ONE add, lis, lis r3,-0x7000
	ONE add, addic, addic r3,r6,77
	ONE add, addic_dot, addic. r3,r6,-77
	ONE add, subfic, subfic r3,r6,1234
	ONE add, mulli, mulli r3,r6,-19
	.irp op, add, subf, addc, subfc, adde, subfe, mullw, mulld, divw, divwu, divd, divdu
	ONE arithmetic, \op, \op r3,r6,r7
	ONE arithmetic, \op\()_dot, \op\(). r3,r6,r7
	ONE arithmetic, \op\()o, \op\()o r3,r6,r7
	.endr
	.irp op, addme, addze, subfme, subfze, neg
	ONE arithmetic, \op, \op r3,r6
	ONE arithmetic, \op\()_dot, \op\(). r3,r6
	.endr
	.irp op, mulhw, mulhwu, mulhd, mulhdu
	ONE arithmetic, \op, \op r3,r6,r7
	ONE arithmetic, \op\()_dot, \op\(). r3,r6,r7
	.endr
	.irp op, ori, oris, xori, xoris, andi., andis.
	ONE logic, \op, \op r3,r6,0xabcd
	.endr
	.irp op, and, andc, or, orc, xor, nand, nor, eqv
	ONE logic, \op, \op r3,r6,r7
	ONE logic, \op\()_dot, \op\(). r3,r6,r7
	.endr
	.irp op, cntlzw, cntlzd, extsb, extsh, extsw
	ONE logic, \op, \op r3,r6
	ONE logic, \op\()_dot, \op\(). r3,r6
	.endr
	.irp op, popcntb, popcntw, popcntd, prtyw, prtyd
	ONE logic, \op, \op r3,r6
	.endr
	ONE logic, bpermd, bpermd r3,r6,r7
	ONE logic, cmpb, cmpb r3,r6,r7
	.irp op, slw, srw, sraw, sld, srd, srad
	ONE shift, \op, \op r3,r6,r7
	ONE shift, \op\()_dot, \op\(). r3,r6,r7
	.endr
	ONE shift, srawi, srawi r3,r6,7
	ONE shift, sradi_dot, sradi. r3,r6,43
	ONE rotate, rlwinm, rlwinm r3,r6,5,3,20
	ONE rotate, rlwinm_dot, rlwinm. r3,r6,31,25,4
	ONE rotate, rlwnm, rlwnm r3,r6,r7,1,30
	ONE rotate, rlwimi, rlwimi r3,r6,12,4,19
	ONE rotate, rldicl, rldicl r3,r6,33,11
	ONE rotate, rldicr_dot, rldicr. r3,r6,44,22
	ONE rotate, rldic, rldic r3,r6,7,9
	ONE rotate, rldimi, rldimi r3,r6,21,17
	ONE rotate, rldcl, rldcl r3,r6,r7,8
	ONE rotate, rldcr, rldcr r3,r6,r7,50
	.irp cr, 0, 1, 7
	ONE compare, cmpwi_\cr, cmpwi cr\cr,r6,-3
	ONE compare, cmpdi_\cr, cmpdi cr\cr,r6,55
	ONE compare, cmplwi_\cr, cmplwi cr\cr,r6,0x8000
	ONE compare, cmpldi_\cr, cmpldi cr\cr,r6,1
	ONE compare, cmpw_\cr, cmpw cr\cr,r6,r7
	ONE compare, cmpd_\cr, cmpd cr\cr,r6,r7
	ONE compare, cmplw_\cr, cmplw cr\cr,r6,r7
	ONE compare, cmpld_\cr, cmpld cr\cr,r6,r7
	.endr
	.irp op, crand, cror, crxor, crnand, crnor, creqv, crandc, crorc
	CASE cr, \op, INSN_ALL_FLAGS
	PROBE
	\op 0,1,2
	END
	.endr
	CASE cr, mcrf, INSN_ALL_FLAGS
	PROBE
	mcrf cr3,cr0
	END
	CASE cr, isel, INSN_ALL_FLAGS
	PROBE
	isel r3,r6,r7,2
	END
	ONE spr, mfcr, mfcr r3
	ONE spr, mfocrf, mfocrf r3,0x40
	ONE spr, mtcrf, mtcrf 0xa5,r6
	ONE spr, mtocrf, mtocrf 0x01,r6
	ONE spr, mflr, mflr r3
	ONE spr, mtlr, mtlr r6
	ONE spr, mfctr, mfctr r3
	ONE spr, mtctr, mtctr r6
	ONE spr, mfxer, mfxer r3
	CASE spr, mtxer
	rlwinm r6,r6,0,0,2
	PROBE
	mtxer r6
	END
	ONE spr, mfpvr, mfpvr r3
	.irp op, isync, sync, lwsync, eieio, ptesync
	ONE barrier, \op, \op
	.endr
	ONE barrier, or_1_1_1, or r1,r1,r1
	ONE barrier, or_2_2_2, or r2,r2,r2
	CASE isa_3_0, modsd, 0, CPU_ISA_3_0
	PROBE
	modsd r3,r6,r7
	END
	CASE isa_3_0, cnttzd, 0, CPU_ISA_3_0
	PROBE
	cnttzd. r3,r6
	END
	CASE isa_3_0, extswsli, 0, CPU_ISA_3_0
	PROBE
	extswsli r3,r6,9
	END
	CASE isa_3_0, maddld, 0, CPU_ISA_3_0
	PROBE
	maddld r3,r6,r7,r8
	END
	CASE isa_3_0, setb, INSN_ALL_FLAGS, CPU_ISA_3_0
	PROBE
	setb r3,cr0
	END
