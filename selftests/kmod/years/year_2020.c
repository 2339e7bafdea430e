// SPDX-License-Identifier: GPL-2.0
/*
 * A client as they were written for 5.x: kallsyms_lookup_name() is found by a probe
 * that is never hit, and wait_for_kprobe_optimizer() by that; fault_handler; handlers
 * that are marked by NOKPROBE_SYMBOL().
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/kprobes.h>

#ifdef CONFIG_PPC64_ELF_ABI_V2
#define ENTRY_INSNS	2
#else
#define ENTRY_INSNS	0
#endif

static unsigned long (*lookup)(const char *name);

static int find_lookup(void)
{
	struct kprobe kp = { .symbol_name = "kallsyms_lookup_name" };
	int ret = register_kprobe(&kp);

	if (ret < 0)
		return ret;
	/* on ELFv2, a probe is behind the two instructions that set r2 up */
	lookup = (void *)(kp.addr - ENTRY_INSNS);
	unregister_kprobe(&kp);
	return 0;
}

static int handler_pre(struct kprobe *p, struct pt_regs *regs)
{
	pr_info("pre, p->addr = 0x%p, running %d\n", p->addr,
		kprobe_running() == p);
	return 0;
}
NOKPROBE_SYMBOL(handler_pre);

static int handler_fault(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	pr_info("fault, trap #%d\n", trapnr);
	return 0;
}
NOKPROBE_SYMBOL(handler_fault);

static struct kprobe kp = {
	.pre_handler = handler_pre,
	.fault_handler = handler_fault,
};

static int __init year_init(void)
{
	int ret = find_lookup();
	void (*wait)(void);

	if (ret < 0) {
		pr_err("no lookup: %d\n", ret);
		return ret;
	}
	kp.addr = (kprobe_opcode_t *)lookup("kernel_clone");
	ret = register_kprobe(&kp);
	if (ret < 0) {
		pr_err("register_kprobe failed, returned %d\n", ret);
		return ret;
	}
	pr_info("planted at %p, gone %d, disabled %d\n", kp.addr,
		kprobe_gone(&kp), kprobe_disabled(&kp));
	wait = (void *)lookup("wait_for_kprobe_optimizer");
	if (wait) {
		wait();
		pr_info("waited for jumps\n");
	}
	return 0;
}

static void __exit year_exit(void)
{
	unregister_kprobe(&kp);
	pr_info("missed %lu\n", kp.nmissed);
}

module_init(year_init)
module_exit(year_exit)
MODULE_DESCRIPTION("A client in the style of 5.x");
MODULE_LICENSE("GPL");
