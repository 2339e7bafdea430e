/* SPDX-License-Identifier: GPL-2.0 */
#define INSN_SHIFT	1
#define INSN_TABLE	insn_shift1
#define INSN_TABLE_END	insn_shift1_end
#include "insn_cases.S"
