/* SPDX-License-Identifier: GPL-2.0 */
/* The cases, and the table of them. */
#include "insn_cases.h"

	.arch armv8.5-a+lse+crypto+crc+dotprod+sb+rcpc+memtag+mops
#include "../insn_words.S"

#include "insn_branches.S"
#include "insn_integer.S"
#include "insn_memory.S"
#include "insn_simd.S"
#include "insn_system.S"
#include "insn_refused.S"

	INSN_END brk #0x100
	.section .note.GNU-stack, "", %progbits
