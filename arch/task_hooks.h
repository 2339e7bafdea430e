/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The arch contract: stacks of tasks that are switched out, in <kp_arch_task.h>.
 * The compiler sees each hook's type here.
 */
#ifndef KP_ARCH_TASK_HOOKS_H
#define KP_ARCH_TASK_HOOKS_H

#include <arch/contract.h>
#include <arch/hook.h>
#include <kp_arch_task.h>

/* The stack pointer of a task that is switched out. */
KP_ARCH_HOOK(unsigned long, kp_arch_task_sp, const struct task_struct *task);

/* A return address as it is without what protects it. */
KP_ARCH_HOOK(unsigned long, kp_arch_plain_address, unsigned long word);

/*
 * Whether on such a task's stack, which ends at @end, there may be at @word what
 * an exception has saved, first the address; or what a detour has, and the space
 * that it leaves. Returns where the stack ended before, or 0; and whether the task
 * goes on at that address. Where a jump covers one instruction only, nobody asks.
 */
KP_ARCH_HOOK(unsigned long, kp_arch_frame_sp, const unsigned long *word,
	     unsigned long end, bool *goes_on);

#endif /* KP_ARCH_TASK_HOOKS_H */
