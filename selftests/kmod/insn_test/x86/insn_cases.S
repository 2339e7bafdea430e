/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cases, and the table of them. INSN_SHIFT nops are put before the probed
 * instruction: the first of them is what is probed.
 */
#include "insn_cases.h"

#ifndef INSN_SHIFT
#define INSN_SHIFT	0
#define INSN_TABLE	insn_cases
#define INSN_TABLE_END	insn_cases_end
#endif

/* CASE ... PROBE, the probed instruction ... END */
.macro CASE group, name, flags=0, cpu=0
	.type insn_\name, @function
insn_\name:
78:
	.macro END
	jmp insn_exit
	.pushsection .rodata.insn_text, "a"
76:	.asciz "\name"
75:	.asciz "\group"
	.popsection
	.pushsection .rodata.insn_cases, "a"
	.quad 78b, 77b, 76b, 75b
	.long \flags, \cpu, INSN_SHIFT, 0
	.popsection
	.purgem END
	.endm
.endm

.macro PROBE
77:
	.rept INSN_SHIFT
	nop
	.endr
.endm

#include "../insn_one.S"

/* The same, with flags or on some CPUs only. */
.macro ONE_ON group, name, flags, cpu, code:vararg
	CASE \group, \name, \flags, \cpu
	PROBE
	\code
	END
.endm

/* REJECT ... PROBE, the refused instruction ... END */
.macro REJECT rule, name
	.type insn_no_\name, @function
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
	.globl INSN_TABLE
INSN_TABLE:
#if !INSN_SHIFT
	.section .rodata.insn_rejects, "a"
	.balign 8
	.globl insn_rejects
insn_rejects:
#endif

	.text
#if !INSN_SHIFT
	.globl insn_text
insn_text:
#endif
#include "insn_branches.S"
#include "insn_stack.S"
#include "insn_integer.S"
#include "insn_memory.S"
#include "insn_simd.S"
#include "insn_system.S"
#if !INSN_SHIFT
#include "insn_refused.S"

	.globl insn_text_end
	.type insn_text_end, @function
insn_text_end:
	int3

	.section .rodata.insn_rejects, "a"
	.globl insn_rejects_end
insn_rejects_end:
#endif

	.section .rodata.insn_cases, "a"
	.globl INSN_TABLE_END
INSN_TABLE_END:
	.section .note.GNU-stack, "", @progbits
