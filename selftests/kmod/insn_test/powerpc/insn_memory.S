/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: loads and stores. r4 and r5 point into insn_mem. */

	.irp op, lbz, lhz, lha, lwz, ld, lwa, stb, sth, stw, std
	ONE ldst, \op, \op r6,-24(r4)
	ONE ldst, \op\()_r0, \op r0,64(r5)
	.endr
	.irp op, lbzu, lhzu, lhau, lwzu, ldu, stbu, sthu, stwu, stdu
	ONE ldst_update, \op, \op r6,-48(r4)
	.endr
.macro INDEXED op
	CASE ldst_indexed, \op
	li r7,-88
	PROBE
	\op r6,r4,r7
	END
.endm
	.irp op, lbzx, lhzx, lhax, lwzx, lwax, ldx, stbx, sthx, stwx, \
		stdx, lhbrx, lwbrx, ldbrx, sthbrx, stwbrx, stdbrx, \
		lbzux, lwzux, ldux, stwux, stdux
	INDEXED \op
	.endr

	/* --- the stack */

	ONE stack, stdu_frame, stdu r1,-64(r1)
	ONE stack, stdu_small, stdu r1,-8(r1)
	CASE stack, stdux_frame
	li r7,-96
	PROBE
	stdux r1,r1,r7
	END
	ONE stack, std_above, std r6,16(r1)
	ONE stack, std_red_zone, std r31,-8(r1)
	ONE stack, std_red_zone_far, std r31,-200(r1)
	CASE stack, ld_red_zone
	std r31,-200(r1)
	std r30,-288(r1)
	PROBE
	ld r6,-200(r1)
	ld r7,-288(r1)
	END
	ONE stack, addi_up, addi r1,r1,32
	CASE stack, ld_back_chain
	stdu r1,-64(r1)
	PROBE
	ld r1,0(r1)
	END

	/* --- several, caches */

#ifdef __BIG_ENDIAN__
	ONE multiple, lmw, lmw r26,-64(r4)
	ONE multiple, stmw, stmw r26,-64(r4)
#endif
	ONE cache, dcbt, dcbt 0,r4
	ONE cache, dcbtst, dcbtst 0,r4
	ONE cache, dcbst, dcbst 0,r4
	ONE cache, dcbf, dcbf 0,r4
	ONE cache, icbi, icbi 0,r4
	CASE cache, dcbz
	rldicr r6,r4,0,56
	PROBE
	dcbz 0,r6
	END

	/* --- FP, VMX, VSX */

.macro SIMD name, code:vararg
	CASE simd, \name, INSN_SIMD
	PROBE
	\code
	END
.endm
	SIMD lfd, lfd 1,32(r4)
	SIMD stfd, stfd 1,32(r4)
	SIMD lfs, lfs 2,32(r4)
	SIMD lfdu, lfdu 2,32(r4)
	SIMD fmr, fmr 3,1
	SIMD fneg, fneg 3,1
	SIMD mfvsrd, mfvsrd r6,1
	SIMD mtvsrd, mtvsrd 1,r6
	SIMD lvx, lvx 1,0,r4
	SIMD stvx, stvx 1,0,r4
	SIMD vxor, vxor 1,2,3
	SIMD vperm, vperm 1,2,3,4
	SIMD vaddubm, vaddubm 1,2,3
	SIMD lxvd2x, lxvd2x 3,0,r4
	SIMD stxvd2x, stxvd2x 3,0,r4
	SIMD xxlor, xxlor 3,4,5
	SIMD xxpermdi, xxpermdi 3,4,5,1
