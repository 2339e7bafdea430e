/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what watches can do, and where they cannot be. For watch_api.c and watch_text.c. */
#ifndef WATCH_ARCH_H
#define WATCH_ARCH_H

#include <linux/linkage.h>
#include <linux/percpu.h>
#include <linux/stackprotector.h>
#include <linux/version.h>
#include <asm/nospec-branch.h>
#include <asm/special_insns.h>

#include "test_arch.h"

#define WATCH_CAN_READ		false
/* Hits by one access; QEMU's CPU tells of one alone. */
#define WATCH_MIN_OF_2		1
#define WATCH_ENTRY_TEXT	"asm_exc_debug"
#define WATCH_TRAP_TEXT		"exc_debug"

/* What the entry of a debug exception may read before watches are off. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 15, 0)
#define watch_canary(cpu)						\
	(kprobe_symbol_address("__stack_chk_guard") + per_cpu_offset(cpu))
#define WATCH_HAS_CANARY	IS_ENABLED(CONFIG_STACKPROTECTOR)
#else
#define WATCH_HAS_CANARY	true
#define watch_canary(cpu)						\
	((unsigned long)per_cpu_ptr(&fixed_percpu_data.stack_canary, cpu))
#endif
#define watch_spec_ctrl(cpu)						\
	((unsigned long)per_cpu_ptr(&x86_spec_ctrl_current, cpu))
/* On 5.10 it has no name, and is in what the kernel itself does not watch. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0) && \
	LINUX_VERSION_CODE < KERNEL_VERSION(6, 15, 0)
#define watch_top_of_stack(cpu)						\
	((unsigned long)per_cpu_ptr(&pcpu_hot.top_of_stack, cpu))
#define WATCH_HAS_TOP		true
#else
#define watch_top_of_stack(cpu)						\
	(kprobe_symbol_address("cpu_current_top_of_stack") +		\
	 per_cpu_offset(cpu))
#define WATCH_HAS_TOP		kprobe_symbol_address("cpu_current_top_of_stack")
#endif
#define WATCH_PRED_CMD		kprobe_symbol_address("x86_pred_cmd")
#define WATCH_HAS_ENTRY_DATA	true

/* In watch_covered.c: where the second of two instructions is that a jump covers. */
#define WATCH_COVERED		2
int watch_covered(int n);

/* Where the last page fault was, which its handler may not have read yet. */
#define WATCH_KEEPS_FAULT	true
#define watch_set_fault(addr)	native_write_cr2(addr)
#define watch_fault()		native_read_cr2()

#endif /* WATCH_ARCH_H */
