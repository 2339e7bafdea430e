/* SPDX-License-Identifier: GPL-2.0 */
/* The cases, and the table of them. */
#include <asm/ppc_asm.h>
#include "insn_cases.h"

	.machine "power9"
#include "../insn_words.S"

#include "insn_branches.S"
#include "insn_integer.S"
#include "insn_memory.S"
#include "insn_refused.S"

	INSN_END trap
