/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: where instructions are, and mistakes that only arm64 knows. Included once. */
#ifndef BADINPUT_ARCH_H
#define BADINPUT_ARCH_H

/* Of bt_layout: the second instruction, five of them, and padding. */
#define BT_SECOND	4
#define BT_STARTS	0, 4, 12, 16, 28
#define BT_PADDING	36
/* mov w0, #42 */
#define BT_OPCODE	0x52800540

#define PERCPU_SYMBOL	"runqueues"
#define ABSOLUTE_SYMBOL	"_kernel_flags_le_lo32"
#define NOINSTR_SYMBOL	"el1h_64_sync_handler"
#define ENTRY_SYMBOL	"el1h_64_sync"
#define NOKPROBE_KERNEL	"do_debug_exception"
#define SWITCH_TO	"cpu_switch_to"
/* In the instruction that calls the function tracer, and its last byte. */
#define IN_FTRACE	5
#define IN_FTRACE_END	7

BY_SYMBOL(start_4, "bt_layout", 4)
BY_SYMBOL(start_16, "bt_layout", 16)
BY_SYMBOL(start_32, "badinput_target:bt_layout", 32)
BY_SYMBOL(middle_2, "badinput_target:bt_layout", 2)
BY_ADDR(middle_3, bt_layout, 3)

BY_SYMBOL(foreign_breakpoint, "bt_foreign", 4)
BY_SYMBOL(behind_foreign_breakpoint, "bt_foreign", 8)
BY_SYMBOL(insn_native_brk, "bt_native_brk", 0)
BY_SYMBOL(insn_our_brk, "bt_our_brk", 0)
BY_SYMBOL(insn_bug_brk, "bt_bug_brk", 0)
BY_SYMBOL(insn_svc, "bt_svc", 0)
BY_SYMBOL(insn_hvc, "bt_hvc", 0)
BY_SYMBOL(insn_smc, "bt_smc", 0)
BY_SYMBOL(insn_hlt, "bt_hlt", 0)
BY_SYMBOL(insn_eret, "bt_eret", 0)
BY_SYMBOL(insn_udf, "bt_udf", 0)
BY_SYMBOL(insn_unallocated, "bt_unallocated", 0)
BY_SYMBOL(insn_ldxr, "bt_exclusive", 0)
BY_SYMBOL(insn_between_exclusives, "bt_exclusive", 4)
BY_SYMBOL(insn_stxr, "bt_exclusive", 8)
BY_SYMBOL(insn_behind_exclusives, "bt_exclusive", 12)
BY_SYMBOL(insn_ldaxp, "bt_ldaxp", 0)
BY_SYMBOL(insn_read_elr, "bt_read_elr", 0)
BY_SYMBOL(insn_write_spsr, "bt_write_spsr", 0)
BY_SYMBOL(insn_spsel, "bt_spsel", 0)
BY_SYMBOL(insn_daifset, "bt_daifset", 0)
BY_SYMBOL(insn_read_daif, "bt_read_daif", 0)
BY_SYMBOL(insn_wfi, "bt_wfi", 0)
BY_SYMBOL(insn_yield, "bt_yield", 0)
BY_SYMBOL(insn_tstart, "bt_tstart", 0)
BY_SYMBOL(insn_copy, "bt_copy", 0)
BY_SYMBOL(insn_autiasp, "bt_autiasp", 0)
BY_SYMBOL(insn_retaa, "bt_retaa", 0)
BY_SYMBOL(insn_literal, "bt_literal", 0)
BY_SYMBOL(insn_prfm_literal, "bt_prfm_literal", 0)
BY_SYMBOL(insn_ldadd, "bt_ldadd", 0)
BY_SYMBOL(insn_bti, "bt_bti", 0)

#define ARCH_MISTAKES							\
	MISTAKE(start_4), MISTAKE(start_16), MISTAKE(start_32),		\
	MISTAKE(middle_2), MISTAKE(middle_3),				\
	MISTAKE(foreign_breakpoint), MISTAKE(behind_foreign_breakpoint), \
	MISTAKE(insn_native_brk), MISTAKE(insn_our_brk),		\
	MISTAKE(insn_bug_brk), MISTAKE(insn_svc), MISTAKE(insn_hvc),	\
	MISTAKE(insn_smc), MISTAKE(insn_hlt), MISTAKE(insn_eret),	\
	MISTAKE(insn_udf), MISTAKE(insn_unallocated),			\
	MISTAKE(insn_ldxr), MISTAKE(insn_between_exclusives),		\
	MISTAKE(insn_stxr), MISTAKE(insn_behind_exclusives),		\
	MISTAKE(insn_ldaxp), MISTAKE(insn_read_elr),			\
	MISTAKE(insn_write_spsr), MISTAKE(insn_spsel),			\
	MISTAKE(insn_daifset), MISTAKE(insn_read_daif),			\
	MISTAKE(insn_wfi), MISTAKE(insn_yield), MISTAKE(insn_tstart),	\
	MISTAKE(insn_copy), MISTAKE(insn_autiasp), MISTAKE(insn_retaa),	\
	MISTAKE(insn_literal), MISTAKE(insn_prfm_literal),		\
	MISTAKE(insn_ldadd), MISTAKE(insn_bti),

#endif /* BADINPUT_ARCH_H */
