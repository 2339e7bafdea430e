/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: SIMD and floating point. */

.macro SIMD group, name, code:vararg
	CASE \group, \name, INSN_SIMD
	PROBE
	\code
	END
.endm

	/* --- loads and stores */

	.irp reg, b, h, s, d, q
	SIMD simd_ldst, ldr_\reg, ldr \reg\()3, [x1]
	SIMD simd_ldst, ldr_\reg\()_pre, ldr \reg\()3, [x1, #-16]!
	SIMD simd_ldst, ldr_\reg\()_post, ldr \reg\()3, [x1], #16
	SIMD simd_ldst, str_\reg, str \reg\()4, [x1]
	SIMD simd_ldst, str_\reg\()_unscaled, str \reg\()4, [x1, #5]
	.endr
	.irp reg, s, d, q
	SIMD simd_pair, ldp_\reg, ldp \reg\()3, \reg\()4, [x1, #32]
	SIMD simd_pair, stp_\reg\()_pre, stp \reg\()3, \reg\()4, [x1, #-64]!
	.endr
	SIMD simd_pair, ldnp_q, ldnp q3, q4, [x1, #32]
	SIMD simd_multiple, ld1, ld1 {v0.16b}, [x1]
	SIMD simd_multiple, ld1_post, ld1 {v0.8h, v1.8h}, [x1], #32
	SIMD simd_multiple, ld1_four, ld1 {v0.2d, v1.2d, v2.2d, v3.2d}, [x1]
	SIMD simd_multiple, ld2, ld2 {v4.4s, v5.4s}, [x1]
	SIMD simd_multiple, ld3, ld3 {v4.16b, v5.16b, v6.16b}, [x1]
	SIMD simd_multiple, ld4, ld4 {v4.8h, v5.8h, v6.8h, v7.8h}, [x1], #64
	SIMD simd_multiple, st1, st1 {v0.16b}, [x1]
	SIMD simd_multiple, st2, st2 {v4.4s, v5.4s}, [x1], #32
	SIMD simd_multiple, st4, st4 {v4.16b, v5.16b, v6.16b, v7.16b}, [x1]
	SIMD simd_multiple, ld1_lane, ld1 {v4.s}[2], [x1]
	SIMD simd_multiple, st1_lane, st1 {v4.h}[5], [x1]
	SIMD simd_multiple, ld1r, ld1r {v4.8b}, [x1]

	/* --- vectors */

	.irp op, add, sub, mul, cmeq, cmgt, smax, umin
	SIMD simd, \op\()_v, \op v0.4s, v1.4s, v2.4s
	.endr
	.irp op, and, orr, eor, bic, bsl
	SIMD simd, \op\()_v, \op v0.16b, v1.16b, v2.16b
	.endr
	SIMD simd, fadd_v, fadd v0.2d, v1.2d, v2.2d
	SIMD simd, fmla_v, fmla v0.4s, v1.4s, v2.4s
	SIMD simd, tbl, tbl v0.16b, {v1.16b, v2.16b}, v3.16b
	SIMD simd, ext, ext v0.16b, v1.16b, v2.16b, #5
	SIMD simd, zip1, zip1 v0.8h, v1.8h, v2.8h
	SIMD simd, dup, dup v0.4s, w3
	SIMD simd, ins, ins v0.d[1], x3
	SIMD simd, umov, umov x0, v1.d[1]
	SIMD simd, smov, smov x0, v1.h[3]
	SIMD simd, movi, movi v0.2d, #0xff00ff00ff00ff00
	SIMD simd, shl, shl v0.2d, v1.2d, #7
	SIMD simd, addv, addv s0, v1.4s
	SIMD simd, pmull, pmull v0.8h, v1.8b, v2.8b

	/* --- scalars */

	SIMD fp, fadd, fadd d0, d1, d2
	SIMD fp, fmul_s, fmul s0, s1, s2
	SIMD fp, fdiv, fdiv d0, d1, d2
	SIMD fp, fmadd, fmadd d0, d1, d2, d3
	SIMD fp, fsqrt, fsqrt s0, s1
	SIMD fp, fcmp, fcmp d0, d1
	SIMD fp, fcsel, fcsel d0, d1, d2, ne
	SIMD fp, fcvtzs, fcvtzs x0, d1
	SIMD fp, scvtf, scvtf d0, x3
	SIMD fp, fmov_to, fmov x0, d1
	SIMD fp, fmov_from, fmov d0, x3
	SIMD fp, fmov_imm, fmov d0, #1.5
	SIMD fp, fccmp, fccmp d0, d1, #3, gt

	/* --- cryptography */

.macro CRYPTO name, cpu, code:vararg
	CASE crypto, \name, INSN_SIMD, \cpu
	PROBE
	\code
	END
.endm
	CRYPTO aese, CPU_AES, aese v0.16b, v1.16b
	CRYPTO aesimc, CPU_AES, aesimc v0.16b, v1.16b
	CRYPTO sha256h, CPU_SHA, sha256h q0, q1, v2.4s
	CRYPTO sha256su0, CPU_SHA, sha256su0 v0.4s, v1.4s
	CRYPTO udot, CPU_DOTPROD, udot v0.4s, v1.16b, v2.16b
