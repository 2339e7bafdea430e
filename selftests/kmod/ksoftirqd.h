/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A thread of real-time priority that spins keeps ksoftirqd from its CPU, and
 * with it the grace periods that everybody waits for. ksoftirqd goes first.
 */
#ifndef KP_KSOFTIRQD_H
#define KP_KSOFTIRQD_H

#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/string.h>
#include <uapi/linux/sched/types.h>

#define KSOFTIRQD_MAX	8

/* The spinning one is to be made so by sched_set_fifo_low(). */
static void ksoftirqd_goes_first(bool goes_first)
{
	struct task_struct *tasks[KSOFTIRQD_MAX], *task;
	unsigned int num = 0;

	rcu_read_lock();
	for_each_process(task)
		if (strstarts(task->comm, "ksoftirqd/") && num < KSOFTIRQD_MAX)
			tasks[num++] = get_task_struct(task);
	rcu_read_unlock();
	/* these may sleep */
	while (num--) {
		if (goes_first)
			sched_set_fifo(tasks[num]);
		else
			sched_set_normal(tasks[num], 0);
		put_task_struct(tasks[num]);
	}
}

#endif /* KP_KSOFTIRQD_H */
