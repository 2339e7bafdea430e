/* SPDX-License-Identifier: GPL-2.0 */
#define INSN_SHIFT	3
#define INSN_TABLE	insn_shift3
#define INSN_TABLE_END	insn_shift3_end
#include "insn_cases.S"
