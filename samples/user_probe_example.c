// SPDX-License-Identifier: GPL-2.0
/* A probe in user space: who calls this function of a program, and its result. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

static char *path = "/bin/bash";
module_param(path, charp, 0400);
MODULE_PARM_DESC(path, "program or library");
static char *symbol = "readline";
module_param(symbol, charp, 0400);
MODULE_PARM_DESC(symbol, "function in it");

static int on_call(struct kprobe *kp, struct pt_regs *regs)
{
	pr_info("%s: called by %s (pid %d) at 0x%lx\n", symbol, current->comm,
		current->pid, instruction_pointer(regs));
	return 0;
}

static void on_return(struct kprobe *kp, struct pt_regs *regs,
		      unsigned long func)
{
	pr_info("%s: returned %ld in %s (pid %d)\n", symbol,
		regs_return_value(regs), current->comm, current->pid);
}

static struct uprobe place = {
	.ret_handler = on_return,
};

static struct kprobe probe = {
	.pre_handler	= on_call,
	.user		= &place,
};

static int __init example_init(void)
{
	int ret;

	ret = register_uprobe_path(path, symbol, 0, &probe);
	if (ret) {
		pr_err("register_uprobe_path %s:%s: %d\n", path, symbol, ret);
		return ret;
	}
	pr_info("probe at %s:%s, offset 0x%lx in the file\n", path, symbol,
		place.offset);
	return 0;
}

static void __exit example_exit(void)
{
	unregister_kprobe_user(&probe);
	pr_info("probe at %s:%s removed\n", path, symbol);
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a probe in user space");
MODULE_LICENSE("GPL");
