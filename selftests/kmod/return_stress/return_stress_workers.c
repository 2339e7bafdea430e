// SPDX-License-Identifier: GPL-2.0
/* Threads that call the probed functions, die there, and are killed there. */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/wait.h>

#include "../../../compat/task.h"
#include "return_stress.h"

static struct worker workers[NUM_WORKERS];
static bool shall_stop, shall_end;
static DECLARE_WAIT_QUEUE_HEAD(end_queue);
static atomic_long_t num_deaths;

atomic_t return_stress_unexplained;

/* Marsaglia, "Xorshift RNGs", 2003: the same numbers everywhere. */
unsigned long return_stress_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 11;
}

u32 return_stress_push(struct worker *worker, struct epoch *epoch)
{
	struct record *record = &worker->stack[worker->depth];

	if (worker->depth == MAX_DEPTH) {
		atomic_inc(&return_stress_unexplained);
		return 0;
	}
	record->epoch = epoch;
	record->serial = ++worker->serial;
	worker->depth++;
	return record->serial;
}

/* These calls have returned, and no handler was called. */
static void settle(struct worker *worker, unsigned int depth)
{
	while (worker->depth > depth) {
		struct epoch *epoch = worker->stack[--worker->depth].epoch;

		atomic_inc(&epoch->left);
		if (!READ_ONCE(epoch->is_leaving) &&
		    atomic_inc_return(&return_stress_unexplained) <= 10)
			pr_err("a return was not seen\n");
	}
}

/* A handler is called for the call: must be the latest, but for those gone. */
bool return_stress_pop(struct worker *worker, struct epoch *epoch, u32 serial)
{
	unsigned int i = worker->depth;

	while (i--) {
		if (worker->stack[i].epoch != epoch ||
		    worker->stack[i].serial != serial)
			continue;
		settle(worker, i + 1);
		worker->depth--;
		return true;
	}
	return false;
}

unsigned long return_stress_call(unsigned int i, unsigned long x,
				 struct worker *worker)
{
	const struct function *function = &return_stress_functions[i];
	unsigned int depth = worker->depth;
	unsigned long result;

	worker->entries[i]++;
	result = function->call(x, worker);
	settle(worker, depth);
	if (result != function->model(x) && !worker->num_wrong++)
		pr_err("%pS(%lu) is %lu, not %lu\n", function->text, x, result,
		       function->model(x));
	return result;
}

/* End the running worker. It does not return from what it is in. */
void return_stress_die(struct worker *worker)
{
	while (worker->depth)
		atomic_inc(&worker->stack[--worker->depth].epoch->died);
	atomic_long_inc(&num_deaths);
	complete(&worker->stopped);
	kp_kthread_complete_and_exit(&worker->dead, 0);
}

/* Perhaps sleep, and die there if somebody has killed us. */
void return_stress_pause(struct worker *worker)
{
	unsigned long number = return_stress_random(&worker->state);

	if (number % 16 == 0)
		schedule_timeout_killable(1 + number / 16 % 3);
	else if (number % 4 == 0)
		schedule();
	if (fatal_signal_pending(current))
		return_stress_die(worker);
}

static int work(void *data)
{
	struct worker *worker = data;
	unsigned long number;
	unsigned int i;

	allow_signal(SIGKILL);
	while (!READ_ONCE(shall_stop)) {
		number = return_stress_random(&worker->state);
		i = number % DIE;
		if (number / DIE % 256 == 0)
			i = DIE;
		WRITE_ONCE(worker->num_calls, worker->num_calls + 1);
		return_stress_call(i, number % 4096, worker);
		if (worker->depth)
			worker->num_wrong++;
		/* the tracer waits for every task to come by here */
		cond_resched_tasks_rcu_qs();
	}
	complete(&worker->stopped);
	wait_event_idle(end_queue, READ_ONCE(shall_end));
	kp_kthread_complete_and_exit(&worker->dead, 0);
}

static int start(struct worker *worker, unsigned int i)
{
	struct task_struct *task = kthread_create(work, worker, "stress/%u", i);

	if (IS_ERR(task))
		return PTR_ERR(task);
	worker->task = get_task_struct(task);
	init_completion(&worker->stopped);
	init_completion(&worker->dead);
	/* behind who registers, and who waits for a grace period */
	set_user_nice(task, MAX_NICE);
	wake_up_process(task);
	return 0;
}

static void forget(struct worker *worker)
{
	put_task_struct(worker->task);
	worker->task = NULL;
}

int return_stress_workers_start(u64 *state)
{
	unsigned int i;
	int ret = 0;

	WRITE_ONCE(shall_stop, false);
	WRITE_ONCE(shall_end, false);
	for (i = 0; i < NUM_WORKERS && !ret; i++) {
		if (!workers[i].state)
			workers[i].state = return_stress_random(state) + 1;
		ret = start(&workers[i], i);
	}
	if (ret) {
		return_stress_workers_stop();
		return_stress_workers_end();
	}
	return ret;
}

/* They are alive, and in no probed function. */
void return_stress_workers_stop(void)
{
	unsigned int i;

	WRITE_ONCE(shall_stop, true);
	for (i = 0; i < NUM_WORKERS; i++)
		if (workers[i].task)
			wait_for_completion(&workers[i].stopped);
}

void return_stress_workers_end(void)
{
	unsigned int i;

	WRITE_ONCE(shall_end, true);
	wake_up_all(&end_queue);
	for (i = 0; i < NUM_WORKERS; i++) {
		if (!workers[i].task)
			continue;
		wait_for_completion(&workers[i].dead);
		forget(&workers[i]);
	}
}

/* Others take the places of those that are dead. */
int return_stress_workers_revive(void)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < NUM_WORKERS && !ret; i++) {
		if (workers[i].task && !try_wait_for_completion(&workers[i].dead))
			continue;
		if (workers[i].task)
			forget(&workers[i]);
		ret = start(&workers[i], i);
	}
	return ret;
}

void return_stress_workers_kill(unsigned int i)
{
	if (workers[i].task)
		send_sig(SIGKILL, workers[i].task, 1);
}

/* Also while they run. */
unsigned long return_stress_workers_num_calls(void)
{
	unsigned long num = 0;
	unsigned int i;

	for (i = 0; i < NUM_WORKERS; i++)
		num += READ_ONCE(workers[i].num_calls);
	return num;
}

/* @calls of each function since the beginning, while none runs; the errors. */
unsigned long return_stress_workers_sum_up(unsigned long *calls)
{
	unsigned long num_wrong = 0;
	unsigned int i, k;

	for (k = 0; k < NUM_FUNCTIONS; k++)
		calls[k] = 0;
	for (i = 0; i < NUM_WORKERS; i++) {
		num_wrong += workers[i].num_wrong;
		for (k = 0; k < NUM_FUNCTIONS; k++)
			calls[k] += workers[i].entries[k];
	}
	return num_wrong;
}

unsigned long return_stress_workers_num_deaths(void)
{
	return atomic_long_read(&num_deaths);
}
