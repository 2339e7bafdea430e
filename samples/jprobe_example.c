// SPDX-License-Identifier: GPL-2.0
/* A jprobe: a function with the prototype of the probed one sees its calls. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/task.h>

/* As kernel_clone(). */
static pid_t on_clone(struct kernel_clone_args *args)
{
	pr_info("kernel_clone: flags 0x%llx, called by %s (pid %d)\n",
		args->flags, current->comm, current->pid);
	/* always the end of a jprobe's handler */
	jprobe_return();
	return 0;
}

static struct jprobe probe = {
	.entry = on_clone,
	.kp.symbol_name = "kernel_clone",
};

static int __init example_init(void)
{
	int ret;

	ret = register_jprobe(&probe);
	if (ret) {
		pr_err("register_jprobe: %d\n", ret);
		return ret;
	}
	pr_info("jprobe at %pS\n", probe.kp.addr);
	return 0;
}

static void __exit example_exit(void)
{
	unregister_jprobe(&probe);
	pr_info("jprobe removed\n");
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a jprobe");
MODULE_LICENSE("GPL");
