// SPDX-License-Identifier: GPL-2.0
/*
 * Registers a return probe without handlers by a jump, from memory that is no module's, and
 * leaves: nobody can tell whose it is.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>

static int __init left_init(void)
{
	struct kretprobe *rp = kzalloc(sizeof(*rp), GFP_KERNEL);

	if (!rp)
		return -ENOMEM;
	rp->kp.symbol_name = "return_life_sleep";
	return register_kretprobe(rp);
}

static void __exit left_exit(void)
{
}

module_init(left_init);
module_exit(left_exit);
MODULE_DESCRIPTION("Leaves a return probe that is nobody's");
MODULE_LICENSE("GPL");
