/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: data processing with immediates and with registers. */

	/* --- arithmetic */

	.irp op, add, adds, sub, subs
	ONE arithmetic, \op\()_imm, \op x0, x3, #0x123
	ONE arithmetic, \op\()_imm_shifted, \op x0, x3, #0x123, lsl #12
	ONE arithmetic, \op\()_imm_w, \op w0, w3, #1
	ONE arithmetic, \op\()_reg, \op x0, x3, x4
	ONE arithmetic, \op\()_lsl, \op x0, x3, x4, lsl #7
	ONE arithmetic, \op\()_lsr, \op x0, x3, x4, lsr #63
	ONE arithmetic, \op\()_asr_w, \op w0, w3, w4, asr #3
	ONE arithmetic, \op\()_uxtb, \op x0, x3, w4, uxtb #2
	ONE arithmetic, \op\()_sxth, \op x0, x3, w4, sxth
	ONE arithmetic, \op\()_sxtx, \op x0, x3, x4, sxtx #4
	.endr
	.irp op, adc, adcs, sbc, sbcs
	ONE arithmetic, \op, \op x0, x3, x4
	ONE arithmetic, \op\()_w, \op w0, w3, w4
	.endr
	ONE arithmetic, cmp, cmp x3, x4
	ONE arithmetic, cmn, cmn x3, x4
	ONE arithmetic, neg, neg x0, x3
	ONE arithmetic, negs, negs w0, w3

	/* --- logic */

	.irp op, and, ands, orr, eor, bic, bics, orn, eon
	ONE logic, \op\()_reg, \op x0, x3, x4
	ONE logic, \op\()_ror, \op x0, x3, x4, ror #13
	ONE logic, \op\()_w, \op w0, w3, w4, asr #5
	.endr
	.irp op, and, ands, orr, eor
	ONE logic, \op\()_imm, \op x0, x3, #0x00ff00ff00ff00ff
	ONE logic, \op\()_imm_w, \op w0, w3, #0x7
	.endr
	ONE logic, tst, tst x3, #0x8000000000000000
	ONE logic, mov_reg, mov x0, x3
	ONE logic, mvn, mvn x0, x3

	/* --- moves, bit fields */

	ONE move, movz, movz x0, #0x1234, lsl #16
	ONE move, movn, movn x0, #0x1234, lsl #48
	ONE move, movk, movk x0, #0x1234, lsl #32
	ONE move, movk_w, movk w0, #0x1234
	.irp op, sbfm, ubfm, bfm
	ONE bitfield, \op, \op x0, x3, #5, #40
	ONE bitfield, \op\()_insert, \op x0, x3, #40, #5
	ONE bitfield, \op\()_w, \op w0, w3, #5, #20
	.endr
	ONE bitfield, extr, extr x0, x3, x4, #17
	ONE bitfield, sxtw, sxtw x0, w3
	ONE bitfield, uxtb, uxtb w0, w3

	/* --- shifts, multiplication, division */

	.irp op, lsl, lsr, asr, ror
	ONE shift, \op, \op x0, x3, x4
	ONE shift, \op\()_w, \op w0, w3, w4
	.endr
	ONE multiply, madd, madd x0, x3, x4, x5
	ONE multiply, msub, msub w0, w3, w4, w5
	ONE multiply, smaddl, smaddl x0, w3, w4, x5
	ONE multiply, umsubl, umsubl x0, w3, w4, x5
	ONE multiply, smulh, smulh x0, x3, x4
	ONE multiply, umulh, umulh x0, x3, x4
	ONE multiply, udiv, udiv x0, x3, x4
	ONE multiply, sdiv, sdiv w0, w3, w4
	ONE multiply, udiv_zero, udiv x0, x3, xzr

	/* --- one source */

	ONE one_source, rbit, rbit x0, x3
	ONE one_source, rev, rev x0, x3
	ONE one_source, rev16, rev16 w0, w3
	ONE one_source, rev32, rev32 x0, x3
	ONE one_source, clz, clz x0, x3
	ONE one_source, cls, cls w0, w3
	CASE one_source, crc32b, 0, CPU_CRC32
	PROBE
	crc32b w0, w3, w4
	END
	CASE one_source, crc32cx, 0, CPU_CRC32
	PROBE
	crc32cx w0, w3, x4
	END

	/* --- conditions */

.macro CONDITION name, code:vararg
	CASE condition, \name, INSN_ALL_FLAGS
	PROBE
	\code
	END
.endm
	CONDITION csel, csel x0, x3, x4, hi
	CONDITION csinc, csinc w0, w3, w4, ge
	CONDITION csinv, csinv x0, x3, x4, mi
	CONDITION csneg, csneg x0, x3, x4, vs
	CONDITION cset, cset w0, gt
	CONDITION csetm, csetm x0, eq
	CONDITION ccmp_reg, ccmp x3, x4, #5, ne
	CONDITION ccmp_imm, ccmp w3, #17, #10, cs
	CONDITION ccmn, ccmn x3, x4, #0, le
	CASE condition, cfinv, INSN_ALL_FLAGS, CPU_FLAGM
	PROBE
	cfinv
	END
	CASE condition, rmif, INSN_ALL_FLAGS, CPU_FLAGM
	PROBE
	rmif x3, #7, #15
	END

	/* --- the stack pointer; what was never stored to belongs to interrupts */

.macro LOWERS name, code:vararg
	CASE stack, \name
	sub x3, sp, #40
	PROBE
	\code
	mov x0, sp
	add sp, sp, #128
	END
.endm
	LOWERS sub_sp, sub sp, sp, #64
	LOWERS and_sp, and sp, x3, #~15
	ONE stack, add_sp, add sp, sp, #32
	CASE stack, mov_sp
	add x3, sp, #32
	PROBE
	mov sp, x3
	END
	ONE stack, mov_fp, mov x29, sp
	ONE stack, push_pair, stp x29, x30, [sp, #-16]!
	ONE stack, pop_pair, ldp x29, x30, [sp], #32
	LOWERS push, str x3, [sp, #-16]!
	ONE stack, pop, ldr x0, [sp], #16
	ONE stack, store, str x3, [sp, #24]
	ONE stack, load, ldr x0, [sp, #24]
	ONE stack, store_pair, stp x19, x20, [sp, #16]

	/* --- pointer authentication */

	ONE auth, paciasp, hint #25
	ONE auth, pacibsp, hint #27
	ONE auth, paciaz, hint #24
	CASE auth, autiasp
	hint #25
	PROBE
	hint #29
	END
	ONE auth, xpaclri, hint #7
	CASE auth, pacia, 0, CPU_PAUTH
	PROBE
	pacia x0, x3
	END
	CASE auth, autia, 0, CPU_PAUTH
	pacia x1, x3
	PROBE
	autia x1, x3
	END
	CASE auth, pacga, 0, CPU_PAUTH
	PROBE
	pacga x0, x3, x4
	END
	CASE auth, ldraa, 0, CPU_PAUTH
	pacdza x1
	PROBE
	ldraa x0, [x1, #8]
	END
