/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: a debug register by way of ptrace. For watch_holder.c. */
#ifndef WATCH_ARCH_H
#define WATCH_ARCH_H

#include <asm/ptrace.h>
#include <elf.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

/* Watch for writes of 8 bytes, beside those before; 0 if it can be had. */
static inline int ptrace_watch(pid_t child, int i, const void *addr)
{
	struct user_hwdebug_state state = {};
	struct iovec iov = {
		.iov_base = &state,
		.iov_len = offsetof(struct user_hwdebug_state, dbg_regs[i + 1]),
	};
	int j;

	for (j = 0; j <= i; j++) {
		state.dbg_regs[j].addr = (unsigned long)addr;
		/* all bytes, stores, EL0, enabled */
		state.dbg_regs[j].ctrl = 0xff << 5 | 2 << 3 | 2 << 1 | 1;
	}
	return ptrace(PTRACE_SETREGSET, child, NT_ARM_HW_WATCH, &iov) != 0;
}

#endif /* WATCH_ARCH_H */
