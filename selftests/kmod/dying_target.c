// SPDX-License-Identifier: GPL-2.0
/*
 * A task that is dying, on no list any more, and is kept from its end, as the
 * owner of the parameters likes:
 *
 * die: "wait", and it sleeps; "call", and it calls dying_call(), where whoever
 *	asks for it (dying_ask()) has it preempted, as soon as may be
 * let_go: it goes on
 * state: none, dying, held, or gone and what dying_call(5) returned
 *
 * Knows nothing of kprobes.
 */
#include <linux/completion.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/module.h>

#include "dying_target.h"
#include "dying_task.h"
#include "kmod_arch.h"
#include "ksoftirqd.h"

asm(".text\n"
    "	.type dying_call, @function\n"
    "	.globl dying_call\n"
    "dying_call:\n"
    DYING_CALL
    "	" KMOD_RET
    "	.size dying_call, . - dying_call\n");

static struct task_struct *victim;
static bool sleeps, is_asked, is_held, is_let_go;
static long result;
static DECLARE_COMPLETION(go_on);
static DECLARE_COMPLETION(start_hog);
static struct task_struct *hog;

static void interrupt(struct irq_work *unused)
{
	complete(&start_hog);
}

static DEFINE_IRQ_WORK(work, interrupt);

void dying_ask(void)
{
	if (current != victim || sleeps || is_asked)
		return;
	is_asked = true;
	irq_work_queue(&work);
}
EXPORT_SYMBOL_GPL(dying_ask);

/* Takes the victim's CPU, and keeps it. */
static int hog_fn(void *unused)
{
	wait_for_completion(&start_hog);
	WRITE_ONCE(is_held, true);
	while (!READ_ONCE(is_let_go))
		cpu_relax();
	return 0;
}

static void run(void)
{
	if (sleeps) {
		WRITE_ONCE(is_held, true);
		wait_for_completion(&go_on);
	}
	WRITE_ONCE(result, dying_call(5));
}

static int victim_fn(void *unused)
{
	return dying_call_last(run);
}

static struct task_struct *start(int (*fn)(void *), const char *name)
{
	struct task_struct *task = kthread_create(fn, NULL, "%s", name);

	if (IS_ERR(task))
		return NULL;
	kthread_bind(task, 1);
	get_task_struct(task);
	if (fn == hog_fn)
		sched_set_fifo_low(task);
	return task;
}

static void forget(struct task_struct **task)
{
	if (*task)
		dying_wait(*task);
	*task = NULL;
}

static int die_set(const char *value, const struct kernel_param *param)
{
	if (victim)
		return -EBUSY;
	/* the other one will be taken */
	set_cpus_allowed_ptr(current, cpumask_of(0));
	sleeps = sysfs_streq(value, "wait");
	is_asked = false;
	is_held = false;
	is_let_go = false;
	result = 0;
	hog = sleeps ? NULL : start(hog_fn, "dying_hog");
	victim = start(victim_fn, "dying_victim");
	if (!victim)
		return -ENOMEM;
	if (hog)
		wake_up_process(hog);
	wake_up_process(victim);
	return 0;
}

static const struct kernel_param_ops die_ops = { .set = die_set };
module_param_cb(die, &die_ops, NULL, 0200);

static int let_go_set(const char *value, const struct kernel_param *param)
{
	WRITE_ONCE(is_let_go, true);
	if (sleeps)
		complete(&go_on);
	forget(&victim);
	forget(&hog);
	return 0;
}

static const struct kernel_param_ops let_go_ops = { .set = let_go_set };
module_param_cb(let_go, &let_go_ops, NULL, 0200);

static int state_get(char *buf, const struct kernel_param *param)
{
	if (!victim)
		return sysfs_emit(buf, result ? "gone %ld\n" : "none\n", result);
	return sysfs_emit(buf, "%s\n", READ_ONCE(is_held) &&
			  dying_is_unlisted(victim) ? "held" : "dying");
}

static const struct kernel_param_ops state_ops = { .get = state_get };
module_param_cb(state, &state_ops, NULL, 0400);

static int __init dying_target_init(void)
{
	if (num_online_cpus() < 2)
		return -EOPNOTSUPP;
	ksoftirqd_goes_first(true);
	return 0;
}

static void __exit dying_target_exit(void)
{
	if (victim)
		let_go_set(NULL, NULL);
	ksoftirqd_goes_first(false);
}

module_init(dying_target_init);
module_exit(dying_target_exit);
MODULE_DESCRIPTION("A task that is kept from its end");
MODULE_LICENSE("GPL");
