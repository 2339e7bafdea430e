// SPDX-License-Identifier: GPL-2.0
/* A return probe that times a function: how long each call took. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sched.h>

static char *symbol = "kernel_clone";
module_param(symbol, charp, 0400);
MODULE_PARM_DESC(symbol, "function to time");

/* What is kept from the function's entry to its return. */
struct call {
	ktime_t entered;
};

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct call *call = (struct call *)ri->data;

	/* kernel threads are left alone: their calls have no return handler */
	if (!current->mm)
		return 1;
	call->entered = ktime_get();
	return 0;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct call *call = (struct call *)ri->data;

	pr_info("%s returned %ld to %pS after %lld ns\n", symbol,
		regs_return_value(regs), ri->ret_addr,
		ktime_to_ns(ktime_sub(ktime_get(), call->entered)));
	return 0;
}

static struct kretprobe probe = {
	.handler = on_return,
	.entry_handler = on_entry,
	.data_size = sizeof(struct call),
};

static int __init example_init(void)
{
	int ret;

	probe.kp.symbol_name = symbol;
	ret = register_kretprobe(&probe);
	if (ret) {
		pr_err("register_kretprobe %s: %d\n", symbol, ret);
		return ret;
	}
	pr_info("return probe at %pS\n", probe.kp.addr);
	return 0;
}

static void __exit example_exit(void)
{
	unregister_kretprobe(&probe);
	pr_info("return probe at %pS removed; calls missed: %d\n",
		probe.kp.addr, probe.nmissed);
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a return probe");
MODULE_LICENSE("GPL");
