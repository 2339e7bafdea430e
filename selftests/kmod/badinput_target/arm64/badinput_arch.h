/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: where instructions are, and names of symbols. */
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

#endif /* BADINPUT_ARCH_H */
