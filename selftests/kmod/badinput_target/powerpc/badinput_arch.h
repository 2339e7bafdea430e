/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: where instructions are, and mistakes that only powerpc knows. Included once. */
#ifndef BADINPUT_ARCH_H
#define BADINPUT_ARCH_H

/* Of bt_layout: the second instruction, five of them, and padding. */
#define BT_SECOND	4
#define BT_STARTS	0, 4, 12, 16, 28
#define BT_PADDING	36
/* li r3,42 */
#define BT_OPCODE	0x3860002a

#define PERCPU_SYMBOL	"runqueues"
#define ABSOLUTE_SYMBOL	"__no_absolute_symbol"
#define NOINSTR_SYMBOL	"program_check_exception"
#define ENTRY_SYMBOL	"program_check_common"
#define NOKPROBE_KERNEL	"notify_die"
#define SWITCH_TO	"_switch"
/* In the instruction that calls the function tracer, and its last byte. */
#define IN_FTRACE	13
#define IN_FTRACE_END	15

BY_SYMBOL(start_4, "bt_layout", 4)
BY_SYMBOL(start_16, "bt_layout", 16)
BY_SYMBOL(start_32, "badinput_target:bt_layout", 32)
BY_SYMBOL(middle_2, "badinput_target:bt_layout", 2)
BY_ADDR(middle_3, bt_layout, 3)

BY_SYMBOL(foreign_breakpoint, "bt_foreign", 4)
BY_SYMBOL(behind_foreign_breakpoint, "bt_foreign", 8)
BY_SYMBOL(insn_native_trap, "bt_native_trap", 0)
BY_SYMBOL(insn_our_trap, "bt_our_trap", 0)
BY_SYMBOL(insn_bug_trap, "bt_bug_trap", 0)
BY_SYMBOL(insn_warn_trap, "bt_warn_trap", 0)
BY_SYMBOL(insn_sc, "bt_sc", 0)
BY_SYMBOL(insn_scv, "bt_scv", 0)
BY_SYMBOL(insn_rfid, "bt_rfid", 0)
BY_SYMBOL(insn_hrfid, "bt_hrfid", 0)
BY_SYMBOL(insn_mtmsr, "bt_mtmsr", 0)
BY_SYMBOL(insn_mtmsrd, "bt_mtmsrd", 0)
BY_SYMBOL(insn_mfmsr, "bt_mfmsr", 0)
BY_SYMBOL(insn_suffix, "bt_prefixed", 4)
BY_SYMBOL(insn_behind_suffix, "bt_prefixed", 8)
BY_SYMBOL(insn_ldarx, "bt_reserve", 0)
BY_SYMBOL(insn_in_reservation, "bt_reserve", 4)
BY_SYMBOL(insn_stdcx, "bt_reserve", 8)
BY_SYMBOL(insn_behind_reservation, "bt_reserve", 12)
BY_SYMBOL(insn_tbegin, "bt_tbegin", 0)
BY_SYMBOL(insn_mfsrr0, "bt_mfsrr0", 0)
BY_SYMBOL(insn_mtsrr1, "bt_mtsrr1", 0)
BY_SYMBOL(insn_stop, "bt_stop", 0)
BY_SYMBOL(insn_bctar, "bt_bctar", 0)
BY_SYMBOL(insn_undefined, "bt_undefined", 0)
BY_SYMBOL(insn_stdu, "bt_stdu", 0)
BY_SYMBOL(insn_lnia, "bt_lnia", 0)
BY_SYMBOL(insn_sync, "bt_sync", 0)
BY_SYMBOL(insn_bdnz, "bt_bdnz", 0)

/* Removed, the kernel's own leaves zero in the second word. */
static int insn_prefixed(void)
{
	NOT_ON_NATIVE();
	return try_symbol("bt_prefixed", 0);
}

#define ARCH_MISTAKES							\
	MISTAKE(start_4), MISTAKE(start_16), MISTAKE(start_32),		\
	MISTAKE(middle_2), MISTAKE(middle_3),				\
	MISTAKE(foreign_breakpoint), MISTAKE(behind_foreign_breakpoint), \
	MISTAKE(insn_native_trap), MISTAKE(insn_our_trap),		\
	MISTAKE(insn_bug_trap), MISTAKE(insn_warn_trap),		\
	MISTAKE(insn_sc), MISTAKE(insn_scv), MISTAKE(insn_rfid),	\
	MISTAKE(insn_hrfid), MISTAKE(insn_mtmsr), MISTAKE(insn_mtmsrd),	\
	MISTAKE(insn_mfmsr), MISTAKE(insn_prefixed),			\
	MISTAKE(insn_suffix), MISTAKE(insn_behind_suffix),		\
	MISTAKE(insn_ldarx), MISTAKE(insn_in_reservation),		\
	MISTAKE(insn_stdcx), MISTAKE(insn_behind_reservation),		\
	MISTAKE(insn_tbegin), MISTAKE(insn_mfsrr0), MISTAKE(insn_mtsrr1), \
	MISTAKE(insn_stop), MISTAKE(insn_bctar),			\
	MISTAKE(insn_undefined), MISTAKE(insn_stdu), MISTAKE(insn_lnia), \
	MISTAKE(insn_sync), MISTAKE(insn_bdnz),

#endif /* BADINPUT_ARCH_H */
