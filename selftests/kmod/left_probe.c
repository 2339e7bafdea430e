// SPDX-License-Identifier: GPL-2.0
/*
 * Registers a probe by a jump, from memory that is no module's, and leaves: nobody can tell
 * whose it is.
 *
 * returns: a return probe at this function
 * symbol: else a kprobe at this one
 * handler: disabled, with a handler here: its module is known, but does not hold kprobes.ko
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>

static char *returns;
module_param(returns, charp, 0);

static char *symbol;
module_param(symbol, charp, 0);

static ulong handler;
module_param(handler, ulong, 0);

static int __init left_init(void)
{
	struct kretprobe *rp = kzalloc(sizeof(*rp), GFP_KERNEL);

	if (!rp)
		return -ENOMEM;
	/* the parameters go with this module */
	rp->kp.symbol_name = kstrdup(returns ?: symbol, GFP_KERNEL);
	rp->kp.pre_handler = (kprobe_pre_handler_t)handler;
	rp->kp.flags = handler ? KPROBE_FLAG_DISABLED : 0;
	if (returns)
		return register_kretprobe(rp);
	return register_kprobe(&rp->kp);
}

static void __exit left_exit(void)
{
}

module_init(left_init);
module_exit(left_exit);
MODULE_DESCRIPTION("Leaves a probe that is nobody's");
MODULE_LICENSE("GPL");
