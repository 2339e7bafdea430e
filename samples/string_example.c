// SPDX-License-Identifier: GPL-2.0
/* A string of user space, from a function's second argument: what is opened. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#ifdef CONFIG_PPC
#define second_argument(regs)	((regs)->gpr[4])
#else
#define second_argument(regs)	regs_get_kernel_argument(regs, 1)
#endif

static char *symbol = "do_sys_openat2";
module_param(symbol, charp, 0400);
MODULE_PARM_DESC(symbol, "function to probe");

static int on_call(struct kprobe *kp, struct pt_regs *regs)
{
	const char __user *from = (const char __user *)second_argument(regs);
	char name[128];
	long len;

	/* A handler must not sleep: what is not in memory is -EFAULT. */
	pagefault_disable();
	len = strncpy_from_user(name, from, sizeof(name));
	pagefault_enable();
	if (len < 0)
		pr_info("%s opens what cannot be read: %ld\n", current->comm, len);
	else
		pr_info("%s opens %*pE\n", current->comm, (int)len, name);
	return 0;
}

static struct kprobe probe = {
	.pre_handler = on_call,
};

static int __init example_init(void)
{
	int ret;

	probe.symbol_name = symbol;
	ret = register_kprobe(&probe);
	if (ret)
		pr_err("register_kprobe %s: %d\n", symbol, ret);
	return ret;
}

static void __exit example_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a kprobe that reads a string of user space");
MODULE_LICENSE("GPL");
