// SPDX-License-Identifier: GPL-2.0
/*
 * A look at every task's kernel stack, to learn which code addresses some task
 * is going to return to. Every word counts: a stale one can only make an
 * address look used that is not.
 *
 * Done with all other CPUs stopped, so that every task but the stoppers is
 * switched out and all that it will go on with is on its stack. Tasks that are
 * dying are no longer on the list; who calls this on a preemptible kernel
 * waits for RCU-tasks first, which knows them.
 */
#include <linux/cpumask.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/stop_machine.h>

#include <internal/ksyms.h>
#include <internal/stacks.h>
#include <kp_arch_task.h>

static void look_at_task(struct task_struct *task, kp_stacks_look_fn look)
{
	unsigned long sp = kp_arch_task_sp(task);
	unsigned long low = (unsigned long)task_stack_page(task);
	unsigned long high = low + THREAD_SIZE;

	if (!low)
		return;
	if (sp < low || sp >= high)
		sp = low;
	for (sp = ALIGN(sp, sizeof(long)); sp < high; sp += sizeof(long))
		look(task, READ_ONCE_NOCHECK(*(unsigned long *)sp));
}

static int look_at_all(void *data)
{
	kp_stacks_look_fn look = data;
	struct task_struct *process, *task;
	int cpu;

	/* nobody holds tasklist_lock: that would keep a CPU from stopping */
	for_each_process_thread(process, task)
		look_at_task(task, look);
	for_each_possible_cpu(cpu)
		look_at_task(kp_ksyms.idle_task(cpu), look);
	return 0;
}

/**
 * kp_stacks_look() - report every word on every task's stack
 * @look: called for each, with all other CPUs stopped and interrupts off
 *
 * Context: process context; must not hold cpus_read_lock() or text_mutex.
 */
void kp_stacks_look(kp_stacks_look_fn look)
{
	stop_machine(look_at_all, look, NULL);
}
