// SPDX-License-Identifier: GPL-2.0
/* A module whose variable is watched, and that goes meanwhile. */
#include <linux/module.h>

extern unsigned int watch_target_word;
unsigned int watch_target_word;

/* In memory that goes when init is done. */
extern unsigned int watch_target_init_word;
unsigned int watch_target_init_word __initdata;

static int poke_set(const char *value, const struct kernel_param *param)
{
	WRITE_ONCE(watch_target_word, watch_target_word + 1);
	return 0;
}

static const struct kernel_param_ops poke_ops = {
	.set = poke_set,
};
module_param_cb(poke, &poke_ops, NULL, 0200);

static int __init watch_target_init(void)
{
	WRITE_ONCE(watch_target_init_word, 1);
	return 0;
}

static void __exit watch_target_exit(void)
{
}

module_init(watch_target_init);
module_exit(watch_target_exit);
MODULE_DESCRIPTION("Test: a module to be watched");
MODULE_LICENSE("GPL");
