/* SPDX-License-Identifier: GPL-2.0 */
/* x86: where instructions are, and mistakes that only x86 knows. Included once. */
#ifndef BADINPUT_ARCH_H
#define BADINPUT_ARCH_H

/* Of bt_layout: the second instruction, five of them, and padding. */
#define BT_SECOND	5
#define BT_STARTS	0, 5, 12, 18, 28
#define BT_PADDING	36
/* mov $42, %eax */
#define BT_OPCODE	0xb8

#define PERCPU_SYMBOL	"current_task"
#define ABSOLUTE_SYMBOL	"fixed_percpu_data"
#define NOINSTR_SYMBOL	"exc_int3"
#define ENTRY_SYMBOL	"asm_exc_int3"
#define NOKPROBE_KERNEL	"notify_die"
#define SWITCH_TO	"__switch_to"
/* In the instruction that calls the function tracer, and its last byte. */
#define IN_FTRACE	1
#define IN_FTRACE_END	4

BY_SYMBOL(start_5, "bt_layout", 5)
BY_SYMBOL(start_18, "bt_layout", 18)
BY_SYMBOL(start_34, "badinput_target:bt_layout", 34)
BY_SYMBOL(middle_4, "badinput_target:bt_layout", 4)
BY_ADDR(middle_20, bt_layout, 20)

BY_ADDR(addr_vsyscall, (void *)0xffffffffff600000, 0)

BY_SYMBOL(foreign_breakpoint, "bt_foreign", 1)
BY_SYMBOL(behind_foreign_breakpoint, "bt_foreign", 2)
BY_SYMBOL(insn_ud2, "bt_ud2", 0)
BY_SYMBOL(insn_int80, "bt_int80", 0)
BY_SYMBOL(insn_iretq, "bt_iretq", 0)
BY_SYMBOL(insn_lretq, "bt_lretq", 0)
BY_SYMBOL(insn_far_call, "bt_far_call", 0)
BY_SYMBOL(insn_far_jump, "bt_far_jump", 0)
BY_SYMBOL(insn_mov_ss, "bt_mov_ss", 0)
BY_SYMBOL(insn_behind_mov_ss, "bt_mov_ss", 2)
BY_SYMBOL(insn_mov_gs, "bt_mov_gs", 0)
BY_SYMBOL(insn_swapgs, "bt_swapgs", 0)
BY_SYMBOL(insn_sysretq, "bt_sysretq", 0)
BY_SYMBOL(insn_lock_nop, "bt_lock_nop", 0)
BY_SYMBOL(insn_behind_sti, "bt_sti_nop", 1)
BY_SYMBOL(insn_sti_hlt, "bt_sti_hlt", 0)
BY_SYMBOL(insn_undefined, "bt_undefined", 0)
BY_SYMBOL(insn_behind_undefined, "bt_undefined", 1)
BY_SYMBOL(insn_xbegin, "bt_xbegin", 0)
BY_SYMBOL(insn_vmlaunch, "bt_vmlaunch", 0)
BY_SYMBOL(insn_vmcall, "bt_vmcall", 0)
BY_SYMBOL(insn_jump_memory, "bt_jump_memory", 0)
BY_SYMBOL(insn_call_memory, "bt_call_memory", 0)
BY_SYMBOL(insn_branch16, "bt_branch16", 0)

#define ARCH_MISTAKES							\
	MISTAKE(start_5), MISTAKE(start_18), MISTAKE(start_34),		\
	MISTAKE(middle_4), MISTAKE(middle_20),				\
	MISTAKE(addr_vsyscall),						\
	MISTAKE(foreign_breakpoint), MISTAKE(behind_foreign_breakpoint), \
	MISTAKE(insn_ud2), MISTAKE(insn_int80), MISTAKE(insn_iretq),	\
	MISTAKE(insn_lretq), MISTAKE(insn_far_call),			\
	MISTAKE(insn_far_jump), MISTAKE(insn_mov_ss),			\
	MISTAKE(insn_behind_mov_ss), MISTAKE(insn_mov_gs),		\
	MISTAKE(insn_swapgs), MISTAKE(insn_sysretq),			\
	MISTAKE(insn_lock_nop), MISTAKE(insn_behind_sti),		\
	MISTAKE(insn_sti_hlt), MISTAKE(insn_undefined),			\
	MISTAKE(insn_behind_undefined), MISTAKE(insn_xbegin),		\
	MISTAKE(insn_vmlaunch), MISTAKE(insn_vmcall),			\
	MISTAKE(insn_jump_memory), MISTAKE(insn_call_memory),		\
	MISTAKE(insn_branch16),

#endif /* BADINPUT_ARCH_H */
