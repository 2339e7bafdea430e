// SPDX-License-Identifier: GPL-2.0
/*
 * A client as they are written for 6.x: get_kretprobe() and get_kretprobe_retaddr()
 * in place of members, no fault_handler.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>

static int entered(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long past = instruction_pointer(regs) - (unsigned long)p->addr;

	pr_info("<%s> at its place %d\n", p->symbol_name, past <= 4);
	return 0;
}

static void done(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
	pr_info("<%s> post\n", p->symbol_name);
}

static struct kprobe kp = {
	.symbol_name = "kernel_clone",
	.pre_handler = entered,
	.post_handler = done,
};

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);

	if (!rp)
		return 0;
	pr_info("<%s> left, to %d\n", rp->kp.symbol_name,
		get_kretprobe_retaddr(ri) != 0);
	return 0;
}
NOKPROBE_SYMBOL(on_return);

static struct kretprobe rp = {
	.handler = on_return,
	.kp.symbol_name = "kernel_clone",
	.maxactive = 20,
};

static int __init year_init(void)
{
	int ret = register_kprobe(&kp);

	if (ret < 0)
		return ret;
	ret = register_kretprobe(&rp);
	if (ret < 0) {
		unregister_kprobe(&kp);
		return ret;
	}
	pr_info("on entry %d\n", !!(kp.flags & KPROBE_FLAG_ON_FUNC_ENTRY));
	return 0;
}

static void __exit year_exit(void)
{
	unregister_kretprobe(&rp);
	unregister_kprobe(&kp);
}

module_init(year_init)
module_exit(year_exit)
MODULE_DESCRIPTION("A client in the style of 6.x");
MODULE_LICENSE("GPL");
