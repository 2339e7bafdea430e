// SPDX-License-Identifier: GPL-2.0
/*
 * A client as they were written for 2.6: a jprobe, members that are set one by
 * one. Not init_module(), which objtool refuses since 7.x.
 */
#include <linux/module.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

struct kernel_clone_args;

static struct kprobe kp;
static int faults;

static int handler_pre(struct kprobe *p, struct pt_regs *regs)
{
	pr_info("year_2006: pre %d\n",
		instruction_pointer(regs) >= (unsigned long)p->addr);
	return 0;
}

static void handler_post(struct kprobe *p, struct pt_regs *regs,
			 unsigned long flags)
{
	pr_info("year_2006: post\n");
}

static int handler_fault(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	faults++;
	return 0;
}

static pid_t jkernel_clone(struct kernel_clone_args *args)
{
	pr_info("year_2006: jprobe %d\n", !!args);
	jprobe_return();
	/* NOTREACHED */
	return 0;
}

static struct jprobe jp = {
	.entry = JPROBE_ENTRY(jkernel_clone),
	.kp = {
		.symbol_name = "kernel_clone",
	},
};

static int __init year_init(void)
{
	int ret;

	kp.pre_handler = handler_pre;
	kp.post_handler = handler_post;
	kp.fault_handler = handler_fault;
	kp.symbol_name = "kernel_clone";
	ret = register_kprobe(&kp);
	if (ret < 0) {
		pr_info("register_kprobe failed, returned %d\n", ret);
		return ret;
	}
	ret = register_jprobe(&jp);
	if (ret < 0) {
		unregister_kprobe(&kp);
		pr_info("register_jprobe failed, returned %d\n", ret);
		return ret;
	}
	return 0;
}

static void __exit year_exit(void)
{
	unregister_jprobe(&jp);
	unregister_kprobe(&kp);
	pr_info("year_2006: %d faults\n", faults);
}

module_init(year_init);
module_exit(year_exit);
MODULE_DESCRIPTION("A client in the style of 2.6");
MODULE_LICENSE("GPL");
