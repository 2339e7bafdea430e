// SPDX-License-Identifier: GPL-2.0
/* powerpc: probes in user space. */
#include <linux/sched.h>

#include <internal/arch.h>

/**
 * kp_arch_user_trapnr() - see internal/arch.h
 *
 * The kernel's uprobes put a number there that no trap has, before they let the
 * task step.
 */
int kp_arch_user_trapnr(void)
{
	return current->thread.trap_nr > INT_MAX ? -1 : current->thread.trap_nr;
}
