// SPDX-License-Identifier: GPL-2.0
/* A probe at a function's entry: who calls it, on which CPU. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/sched.h>

static char *symbol = "kernel_clone";
module_param(symbol, charp, 0400);
MODULE_PARM_DESC(symbol, "function to probe");

static int on_call(struct kprobe *kp, struct pt_regs *regs)
{
	pr_info("pre_handler %s: called by %s (pid %d)\n", kp->symbol_name,
		current->comm, current->pid);
	return 0;
}

static void on_done(struct kprobe *kp, struct pt_regs *regs,
		    unsigned long flags)
{
	pr_info("post_handler %s: instruction at %pS done\n", kp->symbol_name,
		kp->addr);
}

static struct kprobe probe = {
	.pre_handler = on_call,
	.post_handler = on_done,
};

static int __init example_init(void)
{
	int ret;

	probe.symbol_name = symbol;
	ret = register_kprobe(&probe);
	if (ret) {
		pr_err("register_kprobe %s: %d\n", symbol, ret);
		return ret;
	}
	pr_info("probe at %pS\n", probe.addr);
	return 0;
}

static void __exit example_exit(void)
{
	unregister_kprobe(&probe);
	pr_info("probe at %pS removed\n", probe.addr);
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a kprobe");
MODULE_LICENSE("GPL");
