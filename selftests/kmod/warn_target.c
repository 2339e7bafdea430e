// SPDX-License-Identifier: GPL-2.0
/* Loading it warns, once, and goes on. */
#include <linux/module.h>

static int __init warn_target_init(void)
{
	WARN(1, "warn_target: on purpose\n");
	return 0;
}

static void __exit warn_target_exit(void)
{
}

module_init(warn_target_init);
module_exit(warn_target_exit);
MODULE_DESCRIPTION("Warns");
MODULE_LICENSE("GPL");
