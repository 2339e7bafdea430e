// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that sleep in functions, or end there, as the owner of the parameters
 * likes:
 *
 * start: so many more threads sleep in return_life_sleep()
 * let_go: so many of them, the oldest first, return from there and end
 * asleep: how many are in return_life_sleep()
 * wrong: how many got a wrong result
 * die: so many threads end in return_life_die(), before the write returns
 * users: how many are in return_life_user(); 0 lets them go
 *
 * Whoever writes to return_life in debugfs sleeps in return_life_user().
 *
 * Knows nothing of kprobes.
 */
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "../../compat/task.h"
#include "return_life.h"

#define MAX_SLEEPERS	2000

/**
 * struct return_life_sleeper - a thread in return_life_sleep()
 * @task: it
 * @queue: where it waits
 * @x: what it calls with
 * @go: lets it go
 */
struct return_life_sleeper {
	struct task_struct *task;
	wait_queue_head_t queue;
	unsigned long x;
	bool go;
};

static struct return_life_sleeper *sleepers[MAX_SLEEPERS];
static unsigned int num_started, num_let_go;
static atomic_t asleep, wrong, users;
static DECLARE_WAIT_QUEUE_HEAD(users_queue);
static bool users_go;
static DECLARE_COMPLETION(dying);
static struct dentry *file;

noinline unsigned long return_life_sleep(unsigned long x,
					 struct return_life_sleeper *sleeper)
{
	atomic_inc(&asleep);
	wait_event_idle(sleeper->queue, READ_ONCE(sleeper->go));
	atomic_dec(&asleep);
	return return_life_model(x);
}

noinline unsigned long return_life_outer(unsigned long x,
					 struct return_life_sleeper *sleeper)
{
	return return_life_sleep(x, sleeper) + 1;
}

noinline unsigned long return_life_user(unsigned long x)
{
	int ret;

	atomic_inc(&users);
	ret = wait_event_killable(users_queue, READ_ONCE(users_go));
	atomic_dec(&users);
	return ret ? 0 : return_life_model(x);
}

noinline unsigned long return_life_die(unsigned long x)
{
	/* the compiler is not to see that it never returns */
	if (READ_ONCE(file))
		kp_kthread_complete_and_exit(&dying, 0);
	return return_life_model(x);
}

noinline unsigned long return_life_die_outer(unsigned long x)
{
	return return_life_die(x) + 1;
}

noinline unsigned long return_life_call(unsigned long x, void (*fn)(void))
{
	fn();
	return return_life_model(x);
}
EXPORT_SYMBOL_GPL(return_life_call);

noinline unsigned long return_life_call_outer(unsigned long x,
					      void (*fn)(void))
{
	return return_life_call(x, fn) + 1;
}
EXPORT_SYMBOL_GPL(return_life_call_outer);

static int sleeper_fn(void *data)
{
	struct return_life_sleeper *sleeper = data;
	unsigned long x = sleeper->x;

	if (return_life_outer(x, sleeper) != return_life_model(x) + 1)
		atomic_inc(&wrong);
	set_current_state(TASK_INTERRUPTIBLE);
	while (!kthread_should_stop()) {
		schedule();
		set_current_state(TASK_INTERRUPTIBLE);
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

static int start_one(void)
{
	struct return_life_sleeper *sleeper;

	if (num_started == MAX_SLEEPERS)
		return -ENOSPC;
	sleeper = kzalloc(sizeof(*sleeper), GFP_KERNEL);
	if (!sleeper)
		return -ENOMEM;
	init_waitqueue_head(&sleeper->queue);
	sleeper->x = 7 * num_started;
	sleeper->task = kthread_run(sleeper_fn, sleeper, "life/%u",
				    num_started);
	if (IS_ERR(sleeper->task)) {
		int ret = PTR_ERR(sleeper->task);

		kfree(sleeper);
		return ret;
	}
	sleepers[num_started++] = sleeper;
	return 0;
}

static void let_go(unsigned int num)
{
	unsigned int i, end = min(num_started, num_let_go + num);

	for (i = num_let_go; i < end; i++) {
		WRITE_ONCE(sleepers[i]->go, true);
		wake_up(&sleepers[i]->queue);
	}
	for (; num_let_go < end; num_let_go++) {
		kthread_stop(sleepers[num_let_go]->task);
		kfree(sleepers[num_let_go]);
	}
	if (num_let_go < num_started)
		return;
	num_let_go = 0;
	num_started = 0;
}

static int start_set(const char *value, const struct kernel_param *param)
{
	unsigned int num;
	int ret = kstrtouint(value, 0, &num);

	while (!ret && num--)
		ret = start_one();
	return ret;
}

static const struct kernel_param_ops start_ops = { .set = start_set };
module_param_cb(start, &start_ops, NULL, 0200);

static int let_go_set(const char *value, const struct kernel_param *param)
{
	unsigned int num;
	int ret = kstrtouint(value, 0, &num);

	if (!ret)
		let_go(num);
	return ret;
}

static const struct kernel_param_ops let_go_ops = { .set = let_go_set };
module_param_cb(let_go, &let_go_ops, NULL, 0200);

static int die_fn(void *data)
{
	return_life_die_outer((unsigned long)data);
	/* only where that has returned */
	atomic_inc(&wrong);
	complete(&dying);
	return 0;
}

static int die_set(const char *value, const struct kernel_param *param)
{
	unsigned int num, i, started;
	struct task_struct *task;
	int ret = kstrtouint(value, 0, &num);

	if (ret)
		return ret;
	for (started = 0; started < num; started++) {
		task = kthread_run(die_fn, NULL, "life_die/%u", started);
		if (IS_ERR(task)) {
			ret = PTR_ERR(task);
			break;
		}
	}
	for (i = 0; i < started; i++)
		wait_for_completion(&dying);
	return ret;
}

static const struct kernel_param_ops die_ops = { .set = die_set };
module_param_cb(die, &die_ops, NULL, 0200);

static int users_set(const char *value, const struct kernel_param *param)
{
	WRITE_ONCE(users_go, true);
	wake_up_all(&users_queue);
	while (atomic_read(&users))
		schedule_timeout_uninterruptible(1);
	WRITE_ONCE(users_go, false);
	return 0;
}

static int atomic_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(param->arg));
}

static const struct kernel_param_ops users_ops = {
	.set = users_set,
	.get = atomic_get,
};
module_param_cb(users, &users_ops, &users, 0600);

static const struct kernel_param_ops atomic_ops = { .get = atomic_get };
module_param_cb(asleep, &atomic_ops, &asleep, 0400);
module_param_cb(wrong, &atomic_ops, &wrong, 0400);

static ssize_t user_write(struct file *unused, const char __user *buf,
			  size_t size, loff_t *pos)
{
	unsigned long x = size, result = return_life_user(x);

	if (!result)
		return -EINTR;
	if (result != return_life_model(x))
		atomic_inc(&wrong);
	return size;
}

static const struct file_operations user_fops = {
	.owner = THIS_MODULE,
	.write = user_write,
};

static int __init return_life_target_init(void)
{
	file = debugfs_create_file("return_life", 0200, NULL, NULL, &user_fops);
	return PTR_ERR_OR_ZERO(file);
}

static void __exit return_life_target_exit(void)
{
	debugfs_remove(file);
	let_go(MAX_SLEEPERS);
}

module_init(return_life_target_init);
module_exit(return_life_target_exit);
MODULE_DESCRIPTION("Tasks that sleep in functions, or end there");
MODULE_LICENSE("GPL");
