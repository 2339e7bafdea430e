// SPDX-License-Identifier: GPL-2.0
/* Shows text as it is: 64 bytes at `addr`, in hexadecimal, in `text`. */
#include <linux/module.h>

static ulong addr;
module_param(addr, ulong, 0400);

static int text_get(char *buf, const struct kernel_param *param)
{
	return sprintf(buf, "%*phN\n", 64, (void *)addr);
}

static const struct kernel_param_ops text_ops = {
	.get = text_get,
};
module_param_cb(text, &text_ops, NULL, 0400);

MODULE_DESCRIPTION("Shows text as it is");
MODULE_LICENSE("GPL");
