/* SPDX-License-Identifier: GPL-2.0 */
/* Waiting for CPUs, and stopping them. */
#ifndef KP_KERNEL_QUIESCE_H
#define KP_KERNEL_QUIESCE_H

#include <linux/cpumask.h>
#include <linux/sched.h>
#include <linux/types.h>

struct seq_file;

void kp_wait_for_cpus(void);
void kp_wait_for_hits(void);
int __must_check kp_stop_cpus(int (*fn)(void *data), void *data,
			      const struct cpumask *cpus);
void kp_assert_no_cpu_comes(void);
void kp_stops_note_task(u64 ns);
void kp_stops_show(struct seq_file *m);

/**
 * kp_give_way() - let others run, in loops over many probepoints
 *
 * cond_resched() also asks RCU, at some fifty instructions. RCU sets
 * need_resched() where it waits for long.
 *
 * Context: process context.
 */
static inline void kp_give_way(void)
{
	if (unlikely(need_resched()))
		cond_resched();
}

#endif /* KP_KERNEL_QUIESCE_H */
