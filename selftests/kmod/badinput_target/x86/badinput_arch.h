/* SPDX-License-Identifier: GPL-2.0 */
/* x86: where instructions are, and names of symbols. */
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

#endif /* BADINPUT_ARCH_H */
