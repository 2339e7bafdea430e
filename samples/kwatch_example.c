// SPDX-License-Identifier: GPL-2.0
/* A watchpoint: who writes this variable? */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kwatch.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>

static char *symbol = "console_printk";
module_param(symbol, charp, 0400);
MODULE_PARM_DESC(symbol, "variable to watch");
static unsigned int length = 4;
module_param(length, uint, 0400);
MODULE_PARM_DESC(length, "how many bytes of it: 1, 2, 4 or 8");
static bool stack;
module_param(stack, bool, 0400);
MODULE_PARM_DESC(stack, "who has called the function that writes, too");

/* From the instruction that writes on, without what has called the handler. */
static void show_stack_of(unsigned long ip)
{
#ifdef CONFIG_STACKTRACE
	unsigned long entries[24];
	unsigned int i, num, first = 0;

	num = stack_trace_save(entries, ARRAY_SIZE(entries), 0);
	for (i = 0; i < num; i++)
		if (entries[i] == ip)
			first = i;
	for (i = first; i < num; i++)
		pr_info("  %pS\n", (void *)entries[i]);
#endif
}

static void on_write(struct kwatch *kw, struct pt_regs *regs, u64 old_value,
		     u64 new_value)
{
	pr_info("%s: %llu -> %llu, written by %pS in %s (pid %d)\n",
		kw->symbol_name, old_value, new_value,
		(void *)instruction_pointer(regs), current->comm, current->pid);
	if (stack)
		show_stack_of(instruction_pointer(regs));
}

static struct kwatch watch = {
	.type		= KWATCH_WRITE,
	.value_handler	= on_write,
};

static int __init example_init(void)
{
	int ret;

	watch.symbol_name = symbol;
	watch.length = length;
	ret = register_kwatch_probe(&watch);
	if (ret) {
		pr_err("register_kwatch_probe %s: %d\n", symbol, ret);
		return ret;
	}
	pr_info("watching %s at %px\n", symbol, (void *)watch.addr);
	return 0;
}

static void __exit example_exit(void)
{
	unregister_kwatch_probe(&watch);
	pr_info("%s is watched no more\n", symbol);
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a watchpoint");
MODULE_LICENSE("GPL");
