// SPDX-License-Identifier: GPL-2.0
/*
 * A client as they were written for 3.x and 4.x: return probes with data, in a
 * batch; handlers marked __kprobes; a probe that is off at first.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/sched.h>

struct call {
	ktime_t entered;
	pid_t pid;
};

static int __kprobes entered(struct kretprobe_instance *ri,
			     struct pt_regs *regs)
{
	struct call *call = (struct call *)ri->data;

	/* kernel threads are left out */
	if (!current->mm)
		return 1;
	call->entered = ktime_get();
	call->pid = ri->task->pid;
	return 0;
}

static int __kprobes returned(struct kretprobe_instance *ri,
			      struct pt_regs *regs)
{
	struct call *call = (struct call *)ri->data;
	s64 took = ktime_to_ns(ktime_sub(ktime_get(), call->entered));

	pr_info("%s: %d, positive %d, same task %d, back to %d\n",
		ri->rp->kp.symbol_name, (int)regs_return_value(regs) > 0,
		took > 0, call->pid == current->pid, !!ri->ret_addr);
	return 0;
}

static struct kretprobe of_clone = {
	.handler = returned,
	.entry_handler = entered,
	.data_size = sizeof(struct call),
	.maxactive = 20,
	.kp.symbol_name = "kernel_clone",
};

static struct kretprobe of_wake = {
	.handler = returned,
	.entry_handler = entered,
	.data_size = sizeof(struct call),
	.maxactive = 20,
	.kp.symbol_name = "wake_up_new_task",
};

static struct kretprobe *both[] = { &of_clone, &of_wake };

static int __kprobes seen(struct kprobe *p, struct pt_regs *regs)
{
	pr_info("enabled later\n");
	return 0;
}

static struct kprobe later = {
	.symbol_name = "kernel_clone",
	.pre_handler = seen,
	.flags = KPROBE_FLAG_DISABLED,
};

static int __init year_init(void)
{
	int ret = register_kretprobes(both, ARRAY_SIZE(both));

	if (ret < 0)
		return ret;
	ret = register_kprobe(&later);
	if (ret < 0) {
		unregister_kretprobes(both, ARRAY_SIZE(both));
		return ret;
	}
	return enable_kprobe(&later);
}

static void __exit year_exit(void)
{
	unregister_kprobe(&later);
	unregister_kretprobes(both, ARRAY_SIZE(both));
	pr_info("missed %d of clone\n", of_clone.nmissed);
}

module_init(year_init)
module_exit(year_exit)
MODULE_DESCRIPTION("A client in the style of 3.x and 4.x");
MODULE_LICENSE("GPL");
