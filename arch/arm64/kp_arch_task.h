/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: facts about a task that is not running (arch/contract.h). */
#ifndef KP_ARCH_TASK_H
#define KP_ARCH_TASK_H

#include <linux/sched.h>

#include <compat/pointer_auth.h>

/* Where the stack of a task that was switched out ends. */
static inline unsigned long kp_arch_task_sp(const struct task_struct *task)
{
	return READ_ONCE(task->thread.cpu_context.sp);
}

/* Functions save return addresses with a signature (PAC). */
static inline unsigned long kp_arch_plain_address(unsigned long word)
{
	return kp_strip_insn_pac(word);
}

/* A branch covers one instruction. */
static inline unsigned long kp_arch_frame_sp(const unsigned long *word,
					     unsigned long end, bool *goes_on)
{
	return 0;
}

#endif /* KP_ARCH_TASK_H */
