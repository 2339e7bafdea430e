// SPDX-License-Identifier: GPL-2.0
/*
 * Instances of return probes run short where asking for more must not be done without
 * end, or too late: in the interrupt that asks, and on a CPU that goes off. A thread calls
 * low_deep() within itself, @depth deep; there is a return probe on that and on @path.
 *
 * Interrupts are off until the last call, where it spins, not preempted: nobody adds
 * instances, and what asks for them comes when there are none. With cpu=1 it
 * sleeps there until the module goes, having been on CPU 1 alone; what is read then says
 * how CPU 1 has gone off and come; or with cpu=0 how the machine has slept. A handler tries to
 * move a watch on that way.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/kwatch.h>
#include <linux/module.h>
#include <linux/smp.h>

#include "ktap.h"

static uint depth = 300;
module_param(depth, uint, 0400);
static int cpu = -1;
module_param(cpu, int, 0400);
static char *path = "irq_work_run";
module_param(path, charp, 0400);
static char *move_at = "rcutree_dying_cpu";
module_param(move_at, charp, 0400);

/* How often @path has returned, and what moving the watch returned. */
static uint returned;
module_param(returned, uint, 0400);
static int moved = 1;
module_param(moved, int, 0400);

static struct task_struct *thread;
static DECLARE_COMPLETION(at_last);

static void stay(void)
{
	if (cpu >= 0) {
		complete(&at_last);
		while (!kthread_should_stop())
			schedule_timeout_interruptible(HZ / 10);
		return;
	}
	local_irq_enable();
	mdelay(10);
	local_irq_disable();
}

unsigned int low_deep(unsigned int n);
noinline unsigned int low_deep(unsigned int n)
{
	unsigned int sum = 0;

	if (n)
		sum = low_deep(n - 1);
	else
		stay();
	/* no loop instead of the call */
	barrier();
	return n + sum;
}

static int thread_fn(void *unused)
{
	if (cpu < 0) {
		preempt_disable();
		local_irq_disable();
	}
	low_deep(depth);
	if (cpu < 0) {
		local_irq_enable();
		preempt_enable();
		complete(&at_last);
	}
	while (!kthread_should_stop())
		schedule_timeout_interruptible(HZ / 10);
	return 0;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	returned++;
	return 0;
}

static struct kretprobe on_deep = { .kp.symbol_name = "low_deep" };
static struct kretprobe on_path = { .handler = on_return };

static struct kretprobe *rps[] = { &on_deep, &on_path };

static u32 watched, other;

static void on_write(struct kwatch *kw, struct pt_regs *regs, int debugreg)
{
}

static struct kwatch watch = {
	.addr		= (unsigned long)&watched,
	.length		= sizeof(watched),
	.type		= KWATCH_WRITE,
	.handler	= on_write,
};

static int on_dying(struct kprobe *kp, struct pt_regs *regs)
{
	moved = move_kwatch_probe(&watch, (unsigned long)&other);
	return 0;
}

static struct kprobe mover = { .pre_handler = on_dying };

static DECLARE_COMPLETION(has_run);

static void run(struct irq_work *work)
{
	complete(&has_run);
}

static struct irq_work work;

static void queue(void *unused)
{
	irq_work_queue(&work);
}

/* Whether an irq_work of that CPU runs. */
static int runs_get(char *buffer, const struct kernel_param *param)
{
	reinit_completion(&has_run);
	smp_call_function_single(cpu, queue, NULL, 1);
	return sysfs_emit(buffer, "%d\n",
			  !!wait_for_completion_timeout(&has_run, 5 * HZ));
}

static const struct kernel_param_ops runs_ops = { .get = runs_get };
module_param_cb(runs, &runs_ops, NULL, 0400);

static int on_cpu_init(void)
{
	int ret;

	mover.symbol_name = move_at;
	ret = register_kwatch_probe(&watch);
	if (ret)
		return ret;
	ret = register_kprobe(&mover);
	if (ret)
		unregister_kwatch_probe(&watch);
	return ret;
}

static void on_cpu_exit(void)
{
	unregister_kprobe(&mover);
	unregister_kwatch_probe(&watch);
}

static int __init low_init(void)
{
	int ret;

	init_irq_work(&work, run);
	on_path.kp.symbol_name = path;
	ret = register_kretprobes(rps, ARRAY_SIZE(rps));
	if (ret)
		return ret;
	if (cpu >= 0)
		ret = on_cpu_init();
	if (ret)
		goto unregister;
	thread = kthread_create(thread_fn, NULL, "return_low");
	if (IS_ERR(thread)) {
		ret = PTR_ERR(thread);
		goto exit_cpu;
	}
	if (cpu >= 0)
		kthread_bind(thread, cpu);
	wake_up_process(thread);
	wait_for_completion(&at_last);
	if (cpu < 0) {
		ktap_begin();
		ktap_result(on_deep.nmissed, "there are calls without an instance: %d",
			    on_deep.nmissed);
		ktap_result(on_path.nmissed, "%s finds none: %d", path,
			    on_path.nmissed);
		ktap_end();
	}
	return 0;

exit_cpu:
	if (cpu >= 0)
		on_cpu_exit();
unregister:
	unregister_kretprobes(rps, ARRAY_SIZE(rps));
	return ret;
}

static void __exit low_exit(void)
{
	kthread_stop(thread);
	if (cpu >= 0)
		on_cpu_exit();
	unregister_kretprobes(rps, ARRAY_SIZE(rps));
	irq_work_sync(&work);
}

module_init(low_init);
module_exit(low_exit);
MODULE_DESCRIPTION("Return probes run short of instances");
MODULE_LICENSE("GPL");
