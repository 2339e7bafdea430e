// SPDX-License-Identifier: GPL-2.0
/* Is loaded and unloaded while stress_gone.ko probes it. */
#include <linux/module.h>

#include "ktap.h"

#define CALLS	20

noinline unsigned long stress_target_first(unsigned long x);
noinline unsigned long stress_target_first(unsigned long x)
{
	barrier();
	return x * 3 + 1;
}

noinline unsigned long stress_target_second(unsigned long x);
noinline unsigned long stress_target_second(unsigned long x)
{
	barrier();
	return stress_target_first(x) ^ 0x55;
}

static void call(void)
{
	unsigned long x, wrong = 0;

	for (x = 0; x < CALLS; x++)
		wrong += stress_target_second(x) != ((x * 3 + 1) ^ 0x55);
	if (wrong)
		ktap_result(false, "%lu wrong results", wrong);
}

static int calls_set(const char *value, const struct kernel_param *param)
{
	call();
	return 0;
}

static const struct kernel_param_ops calls_ops = {
	.set = calls_set,
};
module_param_cb(call, &calls_ops, NULL, 0200);

static int __init stress_target_init(void)
{
	call();
	return 0;
}

static void __exit stress_target_exit(void)
{
	call();
}

module_init(stress_target_init);
module_exit(stress_target_exit);
MODULE_DESCRIPTION("Target of stress_gone.ko");
MODULE_LICENSE("GPL");
