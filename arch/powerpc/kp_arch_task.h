/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: facts about a task that is not running (internal/arch.h). */
#ifndef KP_ARCH_TASK_H
#define KP_ARCH_TASK_H

#include <linux/sched.h>

/* Where the stack of a task that was switched out ends. */
static inline unsigned long kp_arch_task_sp(const struct task_struct *task)
{
	return READ_ONCE(task->thread.ksp);
}

#endif /* KP_ARCH_TASK_H */
