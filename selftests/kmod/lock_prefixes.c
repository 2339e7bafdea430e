// SPDX-License-Identifier: GPL-2.0
/*
 * Tries to probe each lock prefix of the kernel's that comes and goes with the
 * second CPU. Parameters:
 *
 * start, end: where the kernel's table of them is
 * stext, etext: the kernel's text; what lies elsewhere is gone after the start
 * num: how many there are
 * accepted: how many of them can be probed; reading tries
 * there: how many are there now
 */
#include <linux/kprobes.h>
#include <linux/module.h>

#define LOCK_PREFIX_BYTE	0xf0

static ulong start, end;
module_param(start, ulong, 0400);
module_param(end, ulong, 0400);

static ulong stext, etext;
module_param(stext, ulong, 0400);
module_param(etext, ulong, 0400);

/* Where a line of the table, at @where, leads. */
static u8 *prefix_at(const s32 *where)
{
	return (u8 *)where + *where;
}

static bool is_there(u8 *prefix)
{
	return *prefix == LOCK_PREFIX_BYTE;
}

static bool is_accepted(u8 *prefix)
{
	struct kprobe kp = { .addr = prefix };

	if (register_kprobe(&kp))
		return false;
	unregister_kprobe(&kp);
	return true;
}

static bool is_any(u8 *prefix)
{
	return true;
}

static int count(char *buf, const struct kernel_param *param)
{
	bool (*is_counted)(u8 *prefix) = param->arg;
	unsigned int num = 0;
	const s32 *where;
	u8 *prefix;

	for (where = (s32 *)start; where < (s32 *)end; where++) {
		prefix = prefix_at(where);
		if (prefix >= (u8 *)stext && prefix < (u8 *)etext)
			num += is_counted(prefix);
	}
	return sysfs_emit(buf, "%u\n", num);
}

static const struct kernel_param_ops count_ops = { .get = count };
module_param_cb(num, &count_ops, is_any, 0400);
module_param_cb(accepted, &count_ops, is_accepted, 0400);
module_param_cb(there, &count_ops, is_there, 0400);

static int __init lock_prefixes_init(void)
{
	return start && start < end ? 0 : -EINVAL;
}

static void __exit lock_prefixes_exit(void)
{
}

module_init(lock_prefixes_init);
module_exit(lock_prefixes_exit);
MODULE_DESCRIPTION("Tries to probe the kernel's lock prefixes");
MODULE_LICENSE("GPL");
