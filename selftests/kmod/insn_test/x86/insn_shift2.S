/* SPDX-License-Identifier: GPL-2.0 */
#define INSN_SHIFT	2
#define INSN_TABLE	insn_shift2
#define INSN_TABLE_END	insn_shift2_end
#include "insn_cases.S"
