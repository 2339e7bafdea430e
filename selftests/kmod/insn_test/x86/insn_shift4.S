/* SPDX-License-Identifier: GPL-2.0 */
#define INSN_SHIFT	4
#define INSN_TABLE	insn_shift4
#define INSN_TABLE_END	insn_shift4_end
#include "insn_cases.S"
