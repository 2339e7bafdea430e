/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: branches, calls, returns, addresses and literals. x0 tells where. */

	/* targets, to be reached backwards and by far */
insn_back:
	mov x0, #0xbac
	b insn_exit
insn_back_function:
	mov x0, #0xbacf
	ret

	/* --- nops */

	ONE nop, nop, nop
	ONE nop, yield, yield
	ONE nop, bti, hint #32
	ONE nop, bti_c, hint #34
	ONE nop, bti_j, hint #36
	ONE nop, bti_jc, hint #38

	/* --- b */

	CASE b, b_forward
	PROBE
	b 1f
	mov x0, #1
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

	/* --- b.cond */

.macro B_COND cond
	CASE b_cond, b_\cond\()_forward, INSN_ALL_FLAGS
	PROBE
	b.\cond 1f
	mov x0, #1
1:	END
	CASE b_cond, b_\cond\()_back, INSN_ALL_FLAGS
	PROBE
	b.\cond insn_back
	END
.endm
	.irp cond, eq, ne, cs, cc, mi, pl, vs, vc, hi, ls, ge, lt, gt, le, al, nv
	B_COND \cond
	.endr
	CASE b_cond, b_ne_far, INSN_ALL_FLAGS
	PROBE
	b.ne insn_far
	END

	/* --- compare and test */

.macro CB name, op, reg, value
	CASE cbz, \name
	mov x3, \value
	PROBE
	\op \reg, 1f
	mov x0, #1
1:	END
	CASE cbz, \name\()_back
	mov x3, \value
	PROBE
	\op \reg, insn_back
	END
.endm
	CB cbz_x_zero, cbz, x3, #0
	CB cbz_x_one, cbz, x3, #1
	CB cbz_x_high, cbz, x3, #0x100000000
	CB cbz_w_zero, cbz, w3, #0
	CB cbz_w_one, cbz, w3, #1
	CB cbz_w_high, cbz, w3, #0x100000000
	CB cbnz_x_zero, cbnz, x3, #0
	CB cbnz_x_one, cbnz, x3, #1
	CB cbnz_x_high, cbnz, x3, #0x100000000
	CB cbnz_w_zero, cbnz, w3, #0
	CB cbnz_w_one, cbnz, w3, #1
	CB cbnz_w_high, cbnz, w3, #0x100000000
	CB cbz_xzr, cbz, xzr, #1
	CB cbnz_wzr, cbnz, wzr, #1
	CASE cbz, cbz_x30
	PROBE
	cbz x30, 1f
	mov x0, #1
1:	END

.macro TB name, op, reg, bit, value
	CASE tbz, \name
	mov x3, \value
	PROBE
	\op \reg, \bit, 1f
	mov x0, #1
1:	END
	CASE tbz, \name\()_back
	mov x3, \value
	PROBE
	\op \reg, \bit, insn_back
	END
.endm
	.irp op, tbz, tbnz
	TB \op\()_0_clear, \op, w3, #0, #0xfffffffffffffffe
	TB \op\()_0_set, \op, w3, #0, #1
	TB \op\()_5_set, \op, w3, #5, #32
	TB \op\()_31_clear, \op, w3, #31, #0x7fffffff
	TB \op\()_31_set, \op, w3, #31, #0x80000000
	TB \op\()_32_clear, \op, x3, #32, #0xfffffffeffffffff
	TB \op\()_32_set, \op, x3, #32, #0x100000000
	TB \op\()_63_set, \op, x3, #63, #0x8000000000000000
	TB \op\()_xzr, \op, xzr, #63, #1
	.endr

	/* --- bl */

	CASE bl, bl_forward
	PROBE
	bl 1f
	add x0, x0, #1
	b 2f
1:	mov x0, #7
	ret
2:	END
	CASE bl, bl_next
	PROBE
	bl 1f
1:	END
	CASE bl, bl_back
	PROBE
	bl insn_back_function
	add x0, x0, #1
	END
	CASE bl, bl_far
	PROBE
	bl insn_far_function
	add x0, x0, #1
	END

	/* --- by register */

.macro BY_REG group, name, op, reg, set
	CASE \group, \name
	adr \set, 1f
	PROBE
	\op \reg
	mov x0, #1
1:	END
.endm
	BY_REG br, br_x3, br, x3, x3
	BY_REG br, br_x16, br, x16, x16
	BY_REG br, br_x17, br, x17, x17
	BY_REG br, br_x30, br, x30, x30
	BY_REG br, br_x29, br, x29, x29
	BY_REG ret, ret_x30, ret, , x30
	BY_REG ret, ret_x5, ret, x5, x5
	BY_REG blr, blr_x3, blr, x3, x3
	BY_REG blr, blr_x16, blr, x16, x16
	BY_REG blr, blr_x29, blr, x29, x29
	BY_REG blr, blr_x30, blr, x30, x30
	CASE blr, blr_and_back
	adrp x3, insn_far_function
	add x3, x3, :lo12:insn_far_function
	PROBE
	blr x3
	add x0, x0, #1
	END

	/* --- by register, with authentication */

	CASE auth_ret, retaa, INSN_NO_POST, CPU_PAUTH
	adr x30, 1f
	paciasp
	PROBE
	retaa
	mov x0, #1
1:	END

	/* By x17: by any other but x16 QEMU 10.0 gives up on a CPU that has BTI. */
	CASE auth_branch, braa, INSN_NO_POST, CPU_PAUTH
	adr x17, 1f
	pacia x17, x4
	PROBE
	braa x17, x4
	mov x0, #1
1:	END
	CASE auth_branch, brabz, INSN_NO_POST, CPU_PAUTH
	adr x17, 1f
	pacizb x17
	PROBE
	brabz x17
	mov x0, #1
1:	END
	CASE auth_call, blraa, INSN_NO_POST, CPU_PAUTH
	adr x17, 1f
	pacia x17, x4
	PROBE
	blraa x17, x4
	mov x0, #1
1:	END
	CASE auth_call, blraaz, INSN_NO_POST, CPU_PAUTH
	adr x17, 1f
	paciza x17
	PROBE
	blraaz x17
	mov x0, #1
1:	END

	/* --- addresses */

	ONE adr, adr_forward, adr x0, insn_far
	ONE adr, adr_back, adr x5, insn_back
	ONE adr, adr_odd, adr x5, insn_back + 3
	ONE adr, adr_x30, adr x30, .
	ONE adr, adr_xzr, adr xzr, insn_back
	ONE adr, adrp, adrp x0, insn_mem
	ONE adr, adrp_x16, adrp x16, insn_far
	ONE adr, adrp_xzr, adrp xzr, insn_mem

	/* --- literals */

	.balign 8
insn_literals:
	.quad 0x8123456789abcdef, 0xfedcba9876543210

	ONE literal, ldr_x_literal, ldr x0, insn_literals
	ONE literal, ldr_w_literal, ldr w0, insn_literals
	ONE literal, ldr_x1_literal, ldr x1, insn_literals + 4
	ONE literal, ldrsw_literal, ldrsw x0, insn_literals
	ONE literal, ldrsw_plus_literal, ldrsw x0, insn_literals + 8
	ONE literal, ldr_x16_literal, ldr x16, insn_literals + 8
	ONE literal, ldr_x30_literal, ldr x30, insn_far_literal
	ONE literal, ldr_xzr_literal, ldr xzr, insn_literals
	ONE literal, ldr_wzr_literal, ldr wzr, insn_literals
	ONE literal, prfm_literal, prfm pldl1keep, insn_literals
.macro SIMD_LITERAL name, code:vararg
	CASE simd_literal, \name, INSN_SIMD
	PROBE
	\code
	END
.endm
	SIMD_LITERAL ldr_s_literal, ldr s0, insn_literals
	SIMD_LITERAL ldr_d_literal, ldr d3, insn_literals + 4
	SIMD_LITERAL ldr_q_literal, ldr q15, insn_literals
	SIMD_LITERAL ldr_q7_literal, ldr q7, insn_far_literal
