// SPDX-License-Identifier: GPL-2.0
/*
 * A look at every task's kernel stack, to learn which code addresses some task
 * is going to return to. Every word counts: a stale one can only make an
 * address look used that is not.
 *
 * Task by task: each is held off its CPU while its stack is read, all others go
 * on. That suffices because nobody comes to these addresses any more: the
 * caller has made them unreachable, and has waited for those who were on their
 * way. A task that was seen elsewhere once never returns there. So it is
 * enough to find each task that there was at the beginning,
 *
 * - new ones: a task that is created begins with an empty stack;
 * - that is switched out: what it will go on with is on its stack. It stays
 *   switched out, since the scheduler's locks are held (kp_task_call());
 * - that is running: its CPU switches to the stopper, which looks;
 * - that is preempted, in an interrupt's exit too: its registers are on its
 *   stack. No other stack counts. Interrupts, softirqs and traps that have stacks
 *   of their own are over before their CPU can be switched to another task: those
 *   that were under way at the beginning are waited for by kp_wait_for_cpus();
 * - that is an idle task: is not preempted, and what it switches out in is the
 *   idle loop. Where it was before, kp_wait_for_cpus() has waited for;
 * - that is dying, and on no list any more: dying.c knows them; or, where the
 *   kernel has RCU-tasks, who asks waits for that first. When its state is
 *   TASK_DEAD and it is on no CPU it never runs again, and its stack may be
 *   about to be freed.
 *
 * Not where the kernel has no such functions: there it is done with all CPUs
 * stopped, for as long as it takes.
 */
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include <arch/task_hooks.h>
#include <kernel/dying.h>
#include <kernel/ksyms.h>
#include <kernel/quiesce.h>
#include <kernel/stacks.h>
#include <compat/rcu_tasks.h>
#include <compat/task.h>

/* A task that runs may have gone to another CPU before the stopper is there. */
#define MAX_TRIES	16

/**
 * struct request - a look that is asked for
 * @look: called for each word
 * @preempted: only the tasks that were preempted
 * @caller: the task that asks
 */
struct request {
	kp_stacks_look_fn look;
	bool preempted;
	const struct task_struct *caller;
};

static void look_at_stack(struct task_struct *task, unsigned long sp,
			  kp_stacks_look_fn look)
{
	unsigned long low = (unsigned long)task_stack_page(task);
	unsigned long high = low + THREAD_SIZE;
	unsigned long gap_end = 0;

	if (sp < low || sp >= high)
		sp = low;
	for (sp = ALIGN(sp, sizeof(long)); sp < high; sp += sizeof(long)) {
		const unsigned long *word = (unsigned long *)sp, *next;
		unsigned long before = 0;
		bool goes_on;

		if (sp >= gap_end)
			before = kp_arch_frame_sp(word, high, &goes_on);
		next = (unsigned long *)before;
		if (before && !goes_on)
			gap_end = before;
		/* at its end there may be what it is about to return to */
		else if (before <= high - sizeof(long) &&
			 IS_ALIGNED(before, sizeof(long)) && before > sp)
			look(task,
			     kp_arch_plain_address(READ_ONCE_NOCHECK(*next)),
			     true);
		look(task, kp_arch_plain_address(READ_ONCE_NOCHECK(*word)),
		     before && goes_on);
	}
}

/* A task that is switched out, and stays so. */
static void look_at_task(struct task_struct *task, const struct request *request)
{
	/* who looks: what has been seen is in its own frames */
	if (task == current || task == request->caller)
		return;
	/* it never runs again, and its stack may be about to be freed */
	if (!task_stack_page(task) || kp_task_state(task) == TASK_DEAD)
		return;
	if (!request->preempted || READ_ONCE(task->on_rq))
		look_at_stack(task, kp_arch_task_sp(task), request->look);
}

/* For kp_task_call(): interrupts are off, locks of the scheduler are held. */
static int look_if_off(struct task_struct *task, void *data)
{
	u64 start;

	/* pairs with the scheduler, which clears it when all has been saved */
	if (smp_load_acquire(&task->on_cpu))
		return -EAGAIN;
	start = ktime_get_mono_fast_ns();
	look_at_task(task, data);
	kp_stops_note_task(ktime_get_mono_fast_ns() - start);
	return 0;
}

/**
 * struct again - a task that was running is looked at by its CPU's stopper
 * @task: the task
 * @request: the look
 */
struct again {
	struct task_struct *task;
	struct request *request;
};

static int look_from_stopper(void *data)
{
	const struct again *again = data;

	/* the stopper itself is nowhere but here */
	if (again->task == current)
		return 0;
	return kp_task_call(again->task, look_if_off, again->request);
}

/* Returns whether it could be held. */
static bool look_at_any(struct task_struct *task, struct request *request)
{
	struct again again = { task, request };
	int i, ret;

	if (task == request->caller)
		return true;
	ret = kp_task_call(task, look_if_off, request);
	for (i = 0; ret && i < MAX_TRIES; i++)
		ret = kp_ksyms.stop_one_cpu(task_cpu(task), look_from_stopper,
					    &again);
	return !ret;
}

/**
 * struct tasks - tasks that are to be looked at
 * @all: a reference on each
 * @num: how many there are
 * @max: how many there is room for
 */
struct tasks {
	struct task_struct **all;
	size_t num;
	size_t max;
};

static void tasks_add(struct task_struct *task, void *data)
{
	struct tasks *tasks = data;

	if (tasks->num < tasks->max)
		tasks->all[tasks->num] = get_task_struct(task);
	tasks->num++;
}

/* Returns whether there are no others. */
static bool tasks_add_all(struct tasks *tasks)
{
	struct task_struct *process, *task;
	bool is_complete;

	tasks->num = 0;
	rcu_read_lock();
	for_each_process_thread(process, task)
		tasks_add(task, tasks);
	/* a dying task is noted before it leaves the lists */
	smp_rmb();
	is_complete = kp_dying_visit(tasks_add, tasks);
	rcu_read_unlock();
	return is_complete;
}

static void tasks_put(struct tasks *tasks)
{
	size_t i;

	for (i = 0; i < min(tasks->num, tasks->max); i++)
		put_task_struct(tasks->all[i]);
	kvfree(tasks->all);
}

/* Returns whether there is room for all, and there are no others. */
static bool tasks_get(struct tasks *tasks)
{
	*tasks = (struct tasks){};
	tasks_add_all(tasks);
	tasks->max = tasks->num + tasks->num / 4 + 64;
	tasks->all = kvmalloc_array(tasks->max, sizeof(*tasks->all),
				    GFP_KERNEL);
	if (tasks->all && tasks_add_all(tasks) && tasks->num <= tasks->max)
		return true;
	if (!tasks->all)
		tasks->max = 0;
	tasks_put(tasks);
	return false;
}

static bool look_one_by_one(struct request *request)
{
	bool is_complete = true;
	struct tasks tasks;
	size_t i;

	/* interrupts, and idle tasks */
	kp_wait_for_cpus();
	if (!tasks_get(&tasks))
		return false;
	for (i = 0; i < tasks.num; i++) {
		is_complete &= look_at_any(tasks.all[i], request);
		cond_resched();
	}
	tasks_put(&tasks);
	return is_complete;
}

static void look_at_visited(struct task_struct *task, void *data)
{
	look_at_task(task, data);
}

static int look_at_all(void *data)
{
	struct task_struct *process, *task;

	/* nobody holds tasklist_lock: that would keep a CPU from stopping */
	for_each_process_thread(process, task)
		look_at_task(task, data);
	return kp_dying_visit(look_at_visited, data) ? 0 : -EAGAIN;
}

/**
 * kp_stacks_look() - report every word on every task's stack
 * @look: called for each, with interrupts off and locks of the scheduler held
 * @preempted: only the stacks of tasks that were preempted, for code in which
 *	nobody sleeps: what a sleeper's stack still holds of it is stale
 *
 * Nobody may come any more to the addresses that are looked for, but those who
 * are at one of them already, or in what calls none but handlers.
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

	if (!kp_has_task_call() || !kp_ksyms.stop_one_cpu)
		return !kp_stop_cpus(look_at_all, &request, NULL);
	return look_one_by_one(&request);
}

/**
 * kp_stacks_look_at_caller() - report every word on the stack of who calls this
 * @look: called for each
 *
 * kp_stacks_look() leaves the caller out, as it has in its own frames what it has
 * looked for.
 *
 * Context: process context.
 */
void kp_stacks_look_at_caller(kp_stacks_look_fn look)
{
	look_at_stack(current, (unsigned long)__builtin_frame_address(0), look);
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
