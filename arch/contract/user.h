/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): probes in user space. */
#ifndef KP_ARCH_CONTRACT_USER_H
#define KP_ARCH_CONTRACT_USER_H

#include <arch/contract/types.h>

/* user.c, or user_die.c (KP_ARCH_USER_STEP): probes in user space. */

/**
 * kp_arch_user_trapnr() - the trap that the current task took in user space,
 *	stepping for the kernel's uprobes
 *
 * Context: at the entry of arch_uprobe_abort_xol() or uprobe_free_utask(), in
 * any context.
 * Return: its number, or -1 if there was none.
 */
int kp_arch_user_trapnr(void);

/**
 * kp_arch_user_steps_init() - have it told when a task has made a step in user
 *	space
 * @fn: called in that task's exception, before the kernel's uprobes
 *
 * Context: process context.
 * Return: 0; -EOPNOTSUPP if the kernel lacks a symbol.
 */
int __must_check kp_arch_user_steps_init(void (*fn)(void));

/**
 * kp_arch_user_steps_exit() - undo kp_arch_user_steps_init()
 *
 * When it returns, nobody is in what was called.
 */
void kp_arch_user_steps_exit(void);

#endif /* KP_ARCH_CONTRACT_USER_H */
