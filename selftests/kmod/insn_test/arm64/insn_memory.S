/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: loads and stores. x1 and x2 point into insn_mem. */

	/* --- one register, by addressing mode */

.macro MODES op, reg, scale
	ONE ldst, \op\()_\reg, \op \reg, [x1]
	ONE ldst, \op\()_\reg\()_imm, \op \reg, [x1, #8 * \scale]
	ONE ldst, \op\()_\reg\()_pre, \op \reg, [x1, #-16]!
	ONE ldst, \op\()_\reg\()_post, \op \reg, [x1], #24
	ONE ldst, \op\()_\reg\()_unscaled, \op \reg, [x1, #-13]
	CASE ldst, \op\()_\reg\()_lsl
	mov x3, #5
	PROBE
	\op \reg, [x1, x3]
	END
	CASE ldst, \op\()_\reg\()_sxtw
	mov w3, #-3
	PROBE
	\op \reg, [x1, w3, sxtw]
	END
.endm
	MODES ldr, x0, 8
	MODES ldr, w0, 4
	MODES ldrb, w0, 1
	MODES ldrh, w0, 2
	MODES ldrsb, x0, 1
	MODES ldrsb, w0, 1
	MODES ldrsh, x0, 2
	MODES ldrsw, x0, 4
	MODES str, x5, 8
	MODES str, w5, 4
	MODES strb, w5, 1
	MODES strh, w5, 2
	MODES str, xzr, 8
	CASE ldst, ldr_scaled
	mov x3, #5
	PROBE
	ldr x0, [x1, x3, lsl #3]
	END
	CASE ldst, str_scaled
	mov w3, #-2
	PROBE
	str w5, [x1, w3, sxtw #2]
	END
	ONE ldst, ldr_base, ldr x1, [x1, #8]
	ONE ldst, str_x16, str x16, [x2]
	ONE ldst, str_x30, str x30, [x2]

	/* --- pairs */

.macro PAIR op, a, b
	ONE pair, \op\()_\a, \op \a, \b, [x1, #32]
	ONE pair, \op\()_\a\()_pre, \op \a, \b, [x1, #-64]!
	ONE pair, \op\()_\a\()_post, \op \a, \b, [x1], #48
.endm
	PAIR ldp, x3, x4
	PAIR ldp, w3, w4
	PAIR ldpsw, x3, x4
	PAIR stp, x5, x6
	PAIR stp, w5, w6
	ONE pair, ldnp, ldnp x3, x4, [x1, #16]
	ONE pair, stnp, stnp x5, x6, [x1, #16]

	/* --- ordered */

	.irp op, ldar, ldarb, ldarh, stlr, stlrb, stlrh
	ONE ordered, \op, \op w5, [x1]
	.endr
	ONE ordered, ldar_x, ldar x0, [x1]
	ONE ordered, stlr_x, stlr x5, [x1]
	CASE ordered, ldapr, 0, CPU_LRCPC
	PROBE
	ldapr x0, [x1]
	END

	/* --- atomics */

.macro ATOMIC name, code:vararg
	CASE atomic, \name, 0, CPU_LSE
	PROBE
	\code
	END
.endm
	.irp op, ldadd, ldclr, ldeor, ldset, ldsmax, ldsmin, ldumax, ldumin
	ATOMIC \op, \op x5, x0, [x1]
	ATOMIC \op\()alb, \op\()alb w5, w0, [x1]
	.endr
	ATOMIC stadd, stadd w5, [x1]
	ATOMIC swp, swp x5, x0, [x1]
	ATOMIC swpalh, swpalh w5, w0, [x1]
	ATOMIC cas_fails, cas x5, x6, [x1]
	CASE atomic, cas_succeeds, 0, CPU_LSE
	ldr x5, [x1]
	PROBE
	casal x5, x6, [x1]
	END
	CASE atomic, casp, 0, CPU_LSE
	ldp x4, x5, [x1]
	PROBE
	casp x4, x5, x6, x7, [x1]
	END
	CASE atomic, casp_w, 0, CPU_LSE
	PROBE
	caspal w4, w5, w6, w7, [x1]
	END

	/* --- hints */

	ONE prefetch, prfm, prfm pldl1keep, [x1, #64]
	ONE prefetch, prfum, prfum pstl1strm, [x1, #-7]
