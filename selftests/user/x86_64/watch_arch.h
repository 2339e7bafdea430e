/* SPDX-License-Identifier: GPL-2.0 */
/* x86: a debug register by way of ptrace. For watch_holder.c. */
#ifndef WATCH_ARCH_H
#define WATCH_ARCH_H

#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>

/* Watch for writes of 8 bytes, beside those before; 0 if it can be had. */
static inline int ptrace_watch(pid_t child, int i, const void *addr)
{
	size_t registers = offsetof(struct user, u_debugreg);
	unsigned long dr7 = 0;
	int j;

	for (j = 0; j <= i; j++)
		dr7 |= 1UL << (2 * j) | 9UL << (16 + 4 * j);
	return ptrace(PTRACE_POKEUSER, child, registers + i * sizeof(long),
		      addr) ||
	       ptrace(PTRACE_POKEUSER, child, registers + 7 * sizeof(long),
		      dr7);
}

#endif /* WATCH_ARCH_H */
