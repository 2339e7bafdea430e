/* SPDX-License-Identifier: GPL-2.0 */
/* Where all instructions have one length: what cases are made of, and their table. */

/* CASE ... PROBE, the probed instruction ... END */
.macro CASE group, name, flags=0, cpu=0
	.balign 4
	.type insn_\name, %function
insn_\name:
78:
	.macro END
	b insn_exit
	.pushsection .rodata.insn_text, "a"
76:	.asciz "\name"
75:	.asciz "\group"
	.popsection
	.pushsection .rodata.insn_cases, "a"
	.quad 78b, 77b, 76b, 75b
	.long \flags, \cpu, 0, 0
	.popsection
	.purgem END
	.endm
.endm

.macro PROBE
77:
.endm

#include "insn_one.S"

/* REJECT ... PROBE, the refused instruction ... END */
.macro REJECT rule, name
	.balign 4
	.type insn_no_\name, %function
insn_no_\name:
78:
	.macro END
79:
	.pushsection .rodata.insn_text, "a"
76:	.asciz "\name"
75:	.asciz "\rule"
	.popsection
	.pushsection .rodata.insn_rejects, "a"
	.quad 78b, 77b, 76b, 75b, 79b
	.popsection
	.purgem END
	.endm
.endm

	.section .rodata.insn_cases, "a"
	.balign 8
	.globl insn_cases
insn_cases:
	.section .rodata.insn_rejects, "a"
	.balign 8
	.globl insn_rejects
insn_rejects:

	.text
	.globl insn_text
insn_text:
/* Behind all cases. */
.macro INSN_END trap:vararg
	.globl insn_text_end
	.type insn_text_end, %function
insn_text_end:
	\trap

	.section .rodata.insn_cases, "a"
	.globl insn_cases_end
insn_cases_end:
	.section .rodata.insn_rejects, "a"
	.globl insn_rejects_end
insn_rejects_end:
.endm
