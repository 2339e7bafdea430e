/* SPDX-License-Identifier: GPL-2.0 */
/* RCU-tasks, where the kernel has it. */
#ifndef KP_COMPAT_RCU_TASKS_H
#define KP_COMPAT_RCU_TASKS_H

#include <linux/rcupdate.h>
#include <linux/rcupdate_wait.h>
#include <linux/sched.h>

#ifdef CONFIG_TASKS_RCU
#define kp_call_rcu_tasks	call_rcu_tasks
#define kp_rcu_barrier_tasks	rcu_barrier_tasks
#define kp_synchronize_rcu_tasks synchronize_rcu_tasks

/* In a worker: it can take minutes, and then is no hung task. */
static inline void kp_synchronize_rcu_tasks_idle(void)
{
	struct rcu_synchronize rs;

	init_rcu_head_on_stack(&rs.head);
	init_completion(&rs.completion);
	call_rcu_tasks(&rs.head, wakeme_after_rcu);
	while (wait_for_completion_interruptible(&rs.completion))
		cond_resched();
	destroy_rcu_head_on_stack(&rs.head);
}
#else
/* Without preemption nobody is switched out in a slot but asleep. */
#ifdef CONFIG_PREEMPTION
#define KP_LACKS_RCU_TASKS
#endif

static inline void kp_call_rcu_tasks(struct rcu_head *head, rcu_callback_t func)
{
	func(head);
}

static inline void kp_rcu_barrier_tasks(void)
{
}

static inline void kp_synchronize_rcu_tasks(void)
{
}

static inline void kp_synchronize_rcu_tasks_idle(void)
{
}
#endif

#endif /* KP_COMPAT_RCU_TASKS_H */
