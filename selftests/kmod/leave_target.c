// SPDX-License-Identifier: GPL-2.0
/*
 * A thread on each CPU calls leave_called() all the time, which writes
 * leave_word.
 *
 * calls: how often, the least of all CPUs
 * wrong: how many calls returned something wrong
 * handled: calls of leave_pre(), a handler for clients that have none
 */
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "leave_target.h"

#define AT_ONCE	100

static struct task_struct *callers[NR_CPUS];
static unsigned long calls[NR_CPUS];
static atomic_t wrong, handled;

long leave_word;

noinline long leave_called(long x)
{
	/* instructions at any offset that tests ask for */
	asm volatile(".rept 12\n\tnop\n\t.endr");
	WRITE_ONCE(leave_word, x);
	return 3 * x + 1;
}

int leave_pre(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&handled);
	return 0;
}

static int call_on(void *data)
{
	unsigned long *count = data;
	long x;

	while (!kthread_should_stop()) {
		for (x = 0; x < AT_ONCE; x++)
			if (leave_called(x) != 3 * x + 1)
				atomic_inc(&wrong);
		WRITE_ONCE(*count, *count + AT_ONCE);
		schedule_timeout_interruptible(1);
	}
	return 0;
}

static int calls_get(char *buf, const struct kernel_param *param)
{
	unsigned long least = ULONG_MAX;
	int cpu;

	for_each_online_cpu(cpu)
		least = min(least, READ_ONCE(calls[cpu]));
	return sysfs_emit(buf, "%lu\n", least);
}

static const struct kernel_param_ops calls_ops = { .get = calls_get };
module_param_cb(calls, &calls_ops, NULL, 0400);

static int atomic_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(param->arg));
}

static const struct kernel_param_ops atomic_ops = { .get = atomic_get };
module_param_cb(wrong, &atomic_ops, &wrong, 0400);
module_param_cb(handled, &atomic_ops, &handled, 0400);

static void stop_all(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (!IS_ERR_OR_NULL(callers[cpu]))
			kthread_stop(callers[cpu]);
}

static int __init leave_target_init(void)
{
	int cpu;

	for_each_online_cpu(cpu) {
		callers[cpu] = kthread_create(call_on, &calls[cpu],
					      "leave_target/%d", cpu);
		if (IS_ERR(callers[cpu])) {
			stop_all();
			return -ENOMEM;
		}
		kthread_bind(callers[cpu], cpu);
		wake_up_process(callers[cpu]);
	}
	return 0;
}

static void __exit leave_target_exit(void)
{
	stop_all();
}

module_init(leave_target_init);
module_exit(leave_target_exit);
MODULE_DESCRIPTION("Test: what clients that leave have probed");
MODULE_LICENSE("GPL");
