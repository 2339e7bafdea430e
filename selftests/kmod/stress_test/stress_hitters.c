// SPDX-License-Identifier: GPL-2.0
/* Two threads, one on each of two CPUs, that call the probed functions. */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "stress_functions.h"
#include "stress_hitters.h"

#define NUM_HITTERS	2

/**
 * struct hitter - one thread
 * @task: it
 * @state: of its random numbers
 * @calls: how often it called each function
 * @rounds: how often it called them all
 * @errors: results that were wrong
 */
struct hitter {
	struct task_struct *task;
	u64 state;
	unsigned long calls[STRESS_NUM_FUNCTIONS];
	unsigned long rounds;
	unsigned long errors;
};

static struct hitter hitters[NUM_HITTERS];

/* Marsaglia, "Xorshift RNGs", 2003: the same numbers everywhere. */
unsigned long stress_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 11;
}

static void hit_one(struct hitter *hitter, unsigned int i)
{
	const struct stress_function *function = &stress_functions[i];
	unsigned long x = stress_random(&hitter->state) % 2048;
	unsigned long result = function->call(x);

	hitter->calls[i]++;
	if (result == function->model(x))
		return;
	if (!hitter->errors++)
		pr_err("%s(%lu) is %lu, not %lu\n", function->name, x, result,
		       function->model(x));
}

static int hit(void *data)
{
	struct hitter *hitter = data;
	unsigned int i;

	while (!kthread_should_stop()) {
		for (i = 0; i < STRESS_NUM_FUNCTIONS; i++) {
			hit_one(hitter, i);
			/* where CPUs take turns, it is the other's now */
			cpu_relax();
		}
		WRITE_ONCE(hitter->rounds, hitter->rounds + 1);
		/* the tracer waits for every task to come by here */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

int stress_hitters_start(void)
{
	unsigned int i, cpu = cpumask_first(cpu_online_mask);

	for (i = 0; i < NUM_HITTERS; i++) {
		struct hitter *hitter = &hitters[i];

		if (!hitter->state)
			hitter->state = 88172645463325252ULL + i;
		hitter->task = kthread_create(hit, hitter, "hitter/%u", cpu);
		if (IS_ERR(hitter->task)) {
			hitter->task = NULL;
			stress_hitters_stop();
			return -ENOMEM;
		}
		kthread_bind(hitter->task, cpu);
		/* behind who registers, and who waits for a grace period */
		set_user_nice(hitter->task, MAX_NICE);
		wake_up_process(hitter->task);
		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
	}
	return 0;
}

void stress_hitters_stop(void)
{
	unsigned int i;

	for (i = 0; i < NUM_HITTERS; i++) {
		if (hitters[i].task)
			kthread_stop(hitters[i].task);
		hitters[i].task = NULL;
	}
}

/* Wait until each thread has called every function @num more times. */
void stress_hitters_wait_for_calls(unsigned long num)
{
	unsigned int i;

	for (i = 0; i < NUM_HITTERS; i++) {
		unsigned long rounds = READ_ONCE(hitters[i].rounds) + num;

		while (READ_ONCE(hitters[i].rounds) < rounds)
			schedule_timeout_uninterruptible(1);
	}
}

/* @calls of each function since the beginning, while none runs; the errors. */
unsigned long stress_hitters_sum_up(unsigned long *calls)
{
	unsigned long errors = 0;
	unsigned int i, k;

	for (k = 0; k < STRESS_NUM_FUNCTIONS; k++)
		calls[k] = 0;
	for (i = 0; i < NUM_HITTERS; i++) {
		errors += hitters[i].errors;
		for (k = 0; k < STRESS_NUM_FUNCTIONS; k++)
			calls[k] += hitters[i].calls[k];
	}
	return errors;
}
