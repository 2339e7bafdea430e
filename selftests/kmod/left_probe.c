// SPDX-License-Identifier: GPL-2.0
/*
 * Registers a probe without handlers by a jump, from memory that is no module's, and
 * leaves: nobody can tell whose it is.
 *
 * returns: a return probe at this function
 * symbol: else a kprobe at this one
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>

static char *returns;
module_param(returns, charp, 0);

static char *symbol;
module_param(symbol, charp, 0);

static int __init left_init(void)
{
	struct kretprobe *rp = kzalloc(sizeof(*rp), GFP_KERNEL);

	if (!rp)
		return -ENOMEM;
	/* the parameters go with this module */
	rp->kp.symbol_name = kstrdup(returns ?: symbol, GFP_KERNEL);
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
