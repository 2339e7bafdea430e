/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: where instructions are, and names of symbols. */
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

#endif /* BADINPUT_ARCH_H */
