// SPDX-License-Identifier: GPL-2.0
/* A probe at dying_call(): the dying task is to be preempted there. */
#include <linux/kprobes.h>
#include <linux/module.h>

#include "dying_target.h"

static int ask(struct kprobe *kp, struct pt_regs *regs)
{
	dying_ask();
	return 0;
}

static struct kprobe probe = {
	.symbol_name = "dying_call",
	.pre_handler = ask,
};

static int __init dying_client_init(void)
{
	return register_kprobe(&probe);
}

static void __exit dying_client_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(dying_client_init);
module_exit(dying_client_exit);
MODULE_DESCRIPTION("A probe that a dying task hits");
MODULE_LICENSE("GPL");
