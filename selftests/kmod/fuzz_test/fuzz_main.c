// SPDX-License-Identifier: GPL-2.0
/*
 * Several tasks do random operations of the API; see fuzz.h. The seed is told,
 * and with it each task does the same again; with one CPU under -icount they
 * also take turns as before.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched/task.h>

#include "../ktap.h"
#include "fuzz.h"

static uint operations = 2000;
module_param(operations, uint, 0400);
MODULE_PARM_DESC(operations, "what each task does, and looks at");
static ulong seed = 1;
module_param(seed, ulong, 0400);
/* Whether each call must be counted: not while `enabled` is switched. */
static bool exact = true;
module_param(exact, bool, 0400);

/* Read by our script: from now on nobody is alone. */
static bool started;
module_param(started, bool, 0400);

static struct fuzz_task tasks[FUZZ_NUM_TASKS];

static int start(void)
{
	unsigned int i;

	for (i = 0; i < FUZZ_NUM_TASKS; i++) {
		struct fuzz_task *task = &tasks[i];

		task->number = i;
		task->random = 88172645463325252ULL + 1000003 * seed + i;
		task->task = kthread_create(fuzz_task_run, task, "fuzz/%u", i);
		if (IS_ERR(task->task)) {
			task->task = NULL;
			return -ENOMEM;
		}
		get_task_struct(task->task);
		wake_up_process(task->task);
	}
	return 0;
}

static bool all_are_done(void)
{
	unsigned int i;

	for (i = 0; i < FUZZ_NUM_TASKS; i++)
		if (READ_ONCE(tasks[i].operations) < operations)
			return false;
	return true;
}

static void stop(void)
{
	unsigned int i;

	for (i = 0; i < FUZZ_NUM_TASKS; i++) {
		if (!tasks[i].task)
			continue;
		kthread_stop(tasks[i].task);
		put_task_struct(tasks[i].task);
	}
}

static bool has_all_posts(const struct fuzz_place *place, unsigned int k)
{
	return place->ret[0] || place->ret[1] ||
	       place->hits[k] == place->posts[k] + place->faults[k];
}

/*
 * The load of fuzz_memory() that faults has a fixup, and some kernels for powerpc tell of no
 * fault that has.
 */
static bool is_untold(const struct fuzz_place *place, unsigned int k)
{
	return !strcmp(fuzz_symbol(k), "fuzz_memory") &&
	       place->function == k && place->hits[k] == 1 && !place->posts[k] &&
	       kprobe_symbol_address("__bad_page_fault");
}

/* What was learned must make sense itself. */
static bool is_plausible(void)
{
	unsigned int i, k, num_untold = 0;
	bool ret = true;

	for (i = 0; i < FUZZ_NUM_FUNCTIONS; i++)
		if (!fuzz_returns[i][i]) {
			ktap_note("%s: no return", fuzz_symbol(i));
			ret = false;
		}
	for (i = 0; i < fuzz_num_places; i++) {
		const struct fuzz_place *place = &fuzz_places[i];
		const char *name = fuzz_symbol(place->function);

		for (k = 0; k < FUZZ_NUM_FUNCTIONS; k++)
			if (!has_all_posts(place, k) &&
			    !(is_untold(place, k) && !num_untold++)) {
				ktap_note("%s+%u, called %s: %u hits, %u posts, %u faults",
					  name, place->offset, fuzz_symbol(k),
					  place->hits[k], place->posts[k],
					  place->faults[k]);
				ret = false;
			}
		if (!place->offset && !place->hits[place->function]) {
			ktap_note("%s: no hit", name);
			ret = false;
		}
	}
	return ret;
}

static void report(void)
{
	unsigned int i, num = 0, calls = 0, wrong = 0, accepted = 0;

	for (i = 0; i < FUZZ_NUM_TASKS; i++) {
		num += tasks[i].operations;
		calls += tasks[i].calls;
		wrong += tasks[i].wrong;
	}
	for (i = 0; i < fuzz_num_places; i++)
		accepted += !fuzz_places[i].ret[0];
	ktap_note("seed %lu: %u operations, %u calls, %u of %u addresses",
		  seed, num, calls, accepted, fuzz_num_places);
	ktap_result(accepted > FUZZ_NUM_FUNCTIONS, "functions may be probed");
	ktap_result(num >= FUZZ_NUM_TASKS * operations && calls, "all was done");
	ktap_result(fuzz_all_calls_made(), "each call was made");
	ktap_result(!wrong, "all is as the model says");
	ktap_result(!atomic_read(&fuzz_late_calls),
		    "no handler is called after its probe is gone");
	ktap_result(fuzz_text_is_as_before(), "text is as before");
}

static int __init fuzz_init(void)
{
	int ret;

	ktap_begin();
	fuzz_is_exact = exact;
	fuzz_operations = operations;
	fuzz_results_learn();
	ret = fuzz_places_learn();
	ktap_result(!ret, "each address alone");
	ktap_result(is_plausible(), "there each hit is counted, and has its post");
	if (!ret) {
		ret = start();
		ktap_result(!ret, "tasks start");
		WRITE_ONCE(started, true);
		while (!ret && !all_are_done())
			schedule_timeout_interruptible(HZ / 10);
		stop();
		report();
	}
	ktap_end();
	return 0;
}

static void __exit fuzz_exit(void)
{
}

module_init(fuzz_init);
module_exit(fuzz_exit);
MODULE_DESCRIPTION("Random operations of the API against a model");
MODULE_LICENSE("GPL");
