// SPDX-License-Identifier: GPL-2.0
/* A return probe as the parameters say; `returns` counts. */
#include <linux/kprobes.h>
#include <linux/module.h>

static char *symbol = "kernel_clone";
module_param(symbol, charp, 0400);

static ulong returns;
module_param(returns, ulong, 0400);

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	returns++;
	return 0;
}

static struct kretprobe probe = {
	.handler = on_return,
};

static int __init client_init(void)
{
	probe.kp.symbol_name = symbol;
	return register_kretprobe(&probe);
}

static void __exit client_exit(void)
{
	unregister_kretprobe(&probe);
}

module_init(client_init);
module_exit(client_exit);
MODULE_DESCRIPTION("A return probe as told");
MODULE_LICENSE("GPL");
