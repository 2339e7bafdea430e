// SPDX-License-Identifier: GPL-2.0
/* Has init text to probe. With fail=1, loading it fails after that has run. */
#include <linux/module.h>

#include "kmod_arch.h"

static int fail;
module_param(fail, int, 0400);

noinline int gone_init_text(int value);
noinline int __init gone_init_text(int value)
{
	asm volatile(KMOD_FIRST);
	return value + 1;
}

noinline int gone_core_text(int value);
noinline int gone_core_text(int value)
{
	asm volatile(KMOD_FIRST);
	return value + 2;
}

static int __init gone_init(void)
{
	int sum = 0, i;

	for (i = 0; i < 5; i++)
		sum += gone_init_text(i) + gone_core_text(i);
	if (sum != 35)
		pr_err("%s: sum is %d\n", __func__, sum);
	return fail ? -ENODEV : 0;
}

static void __exit gone_exit(void)
{
}

module_init(gone_init);
module_exit(gone_exit);
MODULE_DESCRIPTION("Init text to probe");
MODULE_LICENSE("GPL");
