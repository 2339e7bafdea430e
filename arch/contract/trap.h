/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): the trap, and what is on its way. */
#ifndef KP_ARCH_CONTRACT_TRAP_H
#define KP_ARCH_CONTRACT_TRAP_H

#include <arch/contract/types.h>

/* trap.c: the exception hook. */

int __must_check kp_arch_trap_init(void);
void kp_arch_trap_exit(void);

/**
 * kp_arch_trap_show() - for `stats`: how breakpoints reach us
 * @m: where to
 *
 * Context: process context.
 */
void kp_arch_trap_show(struct seq_file *m);

/* Functions where CPUs that are off wait: none can be waited for there. */
extern const char * const kp_arch_off_functions[];

/* trap_path.c: what must never be probed by a trap. */

/**
 * kp_arch_trap_path() - report the text that runs between a trap and the
 *	re-entry check, or between the last handler and the return
 * @report: called for every range
 * @data: passed on
 *
 * Context: process context, at init.
 * Return: 0, or what @report returned.
 */
int kp_arch_trap_path(int (*report)(unsigned long start, unsigned long end,
				    void *data), void *data);

/**
 * kp_arch_no_trap_path() - report the text that runs where no trap can be taken,
 *	whatever for
 * @report: called for every range
 * @data: passed on
 *
 * On CPUs that come up, before they have their vectors and what is per CPU, or
 * RCU knows of them; that wake up; that leave the kernel for another.
 *
 * Context: process context, at init.
 * Return: 0, -ENOENT (the log says what for), -ENOMEM, -E2BIG, or what @report
 * returned.
 */
int kp_arch_no_trap_path(int (*report)(unsigned long start, unsigned long end,
				       void *data), void *data);

#endif /* KP_ARCH_CONTRACT_TRAP_H */
