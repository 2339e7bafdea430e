// SPDX-License-Identifier: GPL-2.0
/*
 * A look at every task's kernel stack, to learn which code addresses some task
 * is going to return to. Every word counts: a stale one can only make an
 * address look used that is not.
 *
 * Done with all other CPUs stopped, so that every task but the stoppers is
 * switched out and all that it will go on with is on its stack. Tasks that are
 * dying are no longer on the list: dying.c knows them; or, where the kernel has
 * RCU-tasks, who calls this waits for that first.
 */
#include <linux/cpumask.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/stop_machine.h>

#include <internal/dying.h>
#include <internal/ksyms.h>
#include <internal/stacks.h>
#include <compat/rcu_tasks.h>
#include <kp_arch_task.h>

static void look_at_task(struct task_struct *task, kp_stacks_look_fn look)
{
	unsigned long sp = kp_arch_task_sp(task);
	unsigned long low = (unsigned long)task_stack_page(task);
	unsigned long high = low + THREAD_SIZE;
	unsigned long next = 0, gap_end = 0;

	/* it never runs again, and its stack may be about to be freed */
	if (!low || READ_ONCE(task->__state) == TASK_DEAD)
		return;
	if (sp < low || sp >= high)
		sp = low;
	for (sp = ALIGN(sp, sizeof(long)); sp < high; sp += sizeof(long)) {
		const unsigned long *word = (unsigned long *)sp;
		unsigned long before = 0;
		bool goes_on;

		if (sp >= gap_end)
			before = kp_arch_frame_sp(word, high, &goes_on);
		if (before && !goes_on)
			gap_end = before;
		else if (before)
			next = before;
		/* at the end there may be what it is about to return to */
		look(task, kp_arch_plain_address(READ_ONCE_NOCHECK(*word)),
		     (before && goes_on) || sp == next);
	}
}

/**
 * struct request - a look that is asked for
 * @look: called for each word
 * @preempted: only the tasks that were preempted
 * @caller: the task that asks
 * @is_complete: result: no task was left out
 */
struct request {
	kp_stacks_look_fn look;
	bool preempted;
	const struct task_struct *caller;
	bool is_complete;
};

static void look_at_listed(struct task_struct *task, void *data)
{
	const struct request *request = data;

	/* who looks: what has been seen is in its own frames */
	if (task == current)
		return;
	if (!request->preempted ||
	    (READ_ONCE(task->on_rq) && task != request->caller))
		look_at_task(task, request->look);
}

static int look_at_all(void *data)
{
	struct request *request = data;
	struct task_struct *process, *task;
	int cpu;

	/* nobody holds tasklist_lock: that would keep a CPU from stopping */
	for_each_process_thread(process, task)
		look_at_listed(task, request);
	request->is_complete = kp_dying_visit(look_at_listed, request);
	/* these are never preempted */
	for_each_possible_cpu(cpu)
		if (!request->preempted)
			look_at_task(kp_ksyms.idle_task(cpu), request->look);
	return 0;
}

/**
 * kp_stacks_look() - report every word on every task's stack
 * @look: called for each, with all other CPUs stopped and interrupts off
 * @preempted: only the stacks of tasks that were preempted, for code in which
 *	nobody sleeps: what a sleeper's stack still holds of it is stale
 *
 * Context: process context; must not hold cpus_read_lock() or text_mutex.
 * Return: whether it was every task's. If not, that passes.
 */
bool kp_stacks_look(kp_stacks_look_fn look, bool preempted)
{
	struct request request = {
		.look = look,
		.preempted = preempted,
		.caller = current,
	};

	stop_machine(look_at_all, &request, NULL);
	return request.is_complete;
}

static unsigned long watched_start, watched_end;
static bool was_seen;

static void look_for_watched(struct task_struct *task, unsigned long word,
			     bool is_next)
{
	if (word >= watched_start && word < watched_end)
		was_seen = true;
}

/**
 * kp_stacks_wait() - wait until no task is in some code, or in what it calls
 * @start: start of the code, where nobody sleeps
 * @end: end of the code
 *
 * Nobody new may come in.
 *
 * Context: process context, module exit.
 */
void kp_stacks_wait(const void *start, const void *end)
{
	/* dying tasks are on no list */
	kp_synchronize_rcu_tasks();
	watched_start = (unsigned long)start;
	watched_end = (unsigned long)end;
	for (;;) {
		was_seen = false;
		if (kp_stacks_look(look_for_watched, true) && !was_seen)
			return;
		schedule_timeout_uninterruptible(HZ / 10);
	}
}

static int do_nothing(void *unused)
{
	return 0;
}

/**
 * kp_wait_for_cpus() - wait until code that has preemption disabled is through
 *
 * Also where RCU is not watching: every CPU schedules. Not for readers that may
 * be preempted.
 *
 * Context: process context, may sleep.
 */
void kp_wait_for_cpus(void)
{
	stop_machine(do_nothing, NULL, NULL);
}
