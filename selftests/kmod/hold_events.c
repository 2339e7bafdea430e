// SPDX-License-Identifier: GPL-2.0
/*
 * Holds the lock of all events, as whoever enables a probe in user space does while its
 * file is read. A task of its own does that: no other returns to user space with it.
 *
 * hold: 1 begins, and returns when the lock is held; 0 ends. Y while it is.
 */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/kstrtox.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>

/* Seconds after which it ends by itself: who waits for it may be who would end it. */
#define PATIENCE	30

static struct task_struct *holder;
static struct mutex *events;
static struct completion is_there, may_go;
static bool holds;

static int hold(void *unused)
{
	mutex_lock(events);
	WRITE_ONCE(holds, true);
	complete(&is_there);
	wait_for_completion_timeout(&may_go, PATIENCE * HZ);
	WRITE_ONCE(holds, false);
	mutex_unlock(events);
	/* it is waited for */
	while (!kthread_should_stop())
		schedule_timeout_idle(1);
	return 0;
}

static void end(void)
{
	if (!holder)
		return;
	complete(&may_go);
	kthread_stop(holder);
	holder = NULL;
}

static int begin(void)
{
	struct task_struct *task;

	end();
	/* kprobe_events.ko may have been loaded anew */
	events = (struct mutex *)kprobe_symbol_address("kprobe_events:kpe_mutex");
	if (!events)
		return -ENOENT;
	init_completion(&is_there);
	init_completion(&may_go);
	task = kthread_run(hold, NULL, "hold_events");
	if (IS_ERR(task))
		return PTR_ERR(task);
	holder = task;
	wait_for_completion(&is_there);
	return 0;
}

/* The kernel has one write at a time. */
static int set_hold(const char *val, const struct kernel_param *param)
{
	bool wanted;
	int ret = kstrtobool(val, &wanted);

	if (ret)
		return ret;
	if (wanted)
		return begin();
	end();
	return 0;
}

static const struct kernel_param_ops hold_ops = {
	.set = set_hold,
	.get = param_get_bool,
};
module_param_cb(hold, &hold_ops, &holds, 0600);

static int __init hold_events_init(void)
{
	return 0;
}

static void __exit hold_events_exit(void)
{
	end();
}

module_init(hold_events_init);
module_exit(hold_events_exit);
MODULE_DESCRIPTION("Holds the lock of all events");
MODULE_LICENSE("GPL");
