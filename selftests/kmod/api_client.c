// SPDX-License-Identifier: GPL-2.0
/*
 * A probe as the parameters say; `hits` counts. Built twice, against our header
 * and, as api_client_native, against the kernel's own.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

static char *symbol = "kernel_clone";
module_param(symbol, charp, 0400);

static uint offset;
module_param(offset, uint, 0400);

static bool disabled;
module_param(disabled, bool, 0400);

static bool post = true;
module_param(post, bool, 0400);

static ulong hits;
module_param(hits, ulong, 0400);

static ulong post_hits;
module_param(post_hits, ulong, 0400);

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	hits++;
	return 0;
}

static void post_handler(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
	post_hits++;
}

static struct kprobe probe = {
	.pre_handler = pre_handler,
};

static int __init client_init(void)
{
	probe.symbol_name = symbol;
	probe.offset = offset;
	probe.post_handler = post ? post_handler : NULL;
	probe.flags = disabled ? KPROBE_FLAG_DISABLED : 0;
	return register_kprobe(&probe);
}

static void __exit client_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(client_init);
module_exit(client_exit);
MODULE_DESCRIPTION("A probe as told");
MODULE_LICENSE("GPL");
