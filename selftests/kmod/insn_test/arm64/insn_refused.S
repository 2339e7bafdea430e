/* SPDX-License-Identifier: GPL-2.0 */
/* What must be refused, by the decoder's reason. None of it is ever run. */

	/* targets far from the cases above */
	.skip 65536
insn_far:
	mov x0, #0xfa
	b insn_exit
insn_far_function:
	mov x0, #0xfaf
	ret
	.balign 8
insn_far_literal:
	.quad 0x0123456789abcdef, 0x1122334455667788

.macro NO rule, name, code:vararg
	REJECT \rule, \name
	PROBE
	\code
	END
.endm
	NO UNDEFINED, udf, .inst 0x00000000
	NO UNDEFINED, udf_5, .inst 0x00000005
	NO UNDEFINED, reserved, .inst 0x01000000
	NO UNDEFINED, op0_1, .inst 0x03000000
	NO UNDEFINED, op0_3, .inst 0x07000000
	NO UNDEFINED, branch_class, .inst 0x74000000
	NO UNDEFINED, branch_reg_class, .inst 0xd6ff0000
	NO UNDEFINED, literal_class, .inst 0xdc000000

	NO BREAKPOINT, brk, brk #0
	NO BREAKPOINT, brk_bug, brk #0x800
	NO BREAKPOINT, brk_kprobes, brk #4
	NO EXCEPTION, svc, svc #0
	NO EXCEPTION, hvc, hvc #0
	NO EXCEPTION, smc, smc #0
	NO EXCEPTION, hlt, hlt #1
	NO EXCEPTION, dcps1, dcps1
	NO ERET, eret, eret
	NO ERET, drps, drps
	NO ERET, eretaa, eretaa
	NO PC_AUTH, autiasppc, .inst 0xf380001f
	NO PC_AUTH, retaasppc, .inst 0x5500001f
	NO PC_AUTH, retaasppcr, .inst 0xd65f0be5
	NO SPSEL, msr_spsel_imm, msr SPSel, #0
	NO SPSEL, msr_spsel, msr SPSel, x0
	.irp reg, elr_el1, spsr_el1, esr_el1, far_el1, sp_el1, elr_el2, \
		spsr_el2, esr_el2, far_el2
	NO TRAP_REG, mrs_\reg, mrs x0, \reg
	NO TRAP_REG, msr_\reg, msr \reg, x0
	.endr
	NO TRANSACTION, tstart, .inst 0xd5233060
	NO TRANSACTION, ttest, .inst 0xd5233160
	NO TRANSACTION, tcommit, .inst 0xd503307f
	.irp op, ldxr, ldaxr, ldxrb, ldaxrh
	NO EXCLUSIVE, \op, \op w0, [x1]
	.endr
	NO EXCLUSIVE, stxr, stxr w0, x3, [x1]
	NO EXCLUSIVE, stlxrb, stlxrb w0, w3, [x1]
	NO EXCLUSIVE, ldxp, ldxp x3, x4, [x1]
	NO EXCLUSIVE, ldaxp, ldaxp w3, w4, [x1]
	NO EXCLUSIVE, stlxp, stlxp w0, x3, x4, [x1]
	NO COPY_SEQUENCE, cpyfp, .inst 0x19000400
	NO COPY_SEQUENCE, cpye, .inst 0x1d800400
	NO COPY_SEQUENCE, setp, .inst 0x19c00400

.macro IN_EXCLUSIVE name, code:vararg
	REJECT IN_EXCLUSIVE, in_exclusive_\name
1:	ldxr x3, [x1]
	\code
	PROBE
	add x3, x3, #1
	stxr w4, x3, [x1]
	cbnz w4, 1b
	END
.endm
	IN_EXCLUSIVE first, nop
	IN_EXCLUSIVE branch, cbz x3, 2f; nop; 2:
	IN_EXCLUSIVE last, .fill 30, 4, 0xd503201f
