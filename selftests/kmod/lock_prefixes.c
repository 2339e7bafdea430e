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
 * probed: whether there is a probe just before a lock prefix of this module's
 * hits: reading calls it; how often it was called, or -1 if not each call had a hit
 * locked: whether that lock prefix is there now
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <asm/alternative.h>

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

/* --- a lock prefix within what a jump would cover */

static unsigned int num_calls;
static unsigned int num_hits;

extern u8 lock_prefix_behind[];

static noinline __noclone void call_locked(void)
{
	asm volatile(".globl lock_prefix_behind\n"
		     "lock_prefix_behind: cltd\n"
		     LOCK_PREFIX "incl %0"
		     : "+m" (num_calls) : : "edx", "memory");
}

static int pre_count(struct kprobe *kp, struct pt_regs *regs)
{
	num_hits++;
	return 0;
}

static struct kprobe behind = { .addr = lock_prefix_behind,
				.pre_handler = pre_count };
static bool is_probed;

static int set_probed(const char *value, const struct kernel_param *param)
{
	bool add;
	int ret = kstrtobool(value, &add);

	if (ret || add == is_probed)
		return ret ?: -EINVAL;
	if (add)
		ret = register_kprobe(&behind);
	else
		unregister_kprobe(&behind);
	if (ret)
		return ret;
	is_probed = add;
	wait_for_kprobe_optimizer();
	return 0;
}

static const struct kernel_param_ops probed_ops = { .set = set_probed };
module_param_cb(probed, &probed_ops, NULL, 0200);

static int call_and_show(char *buf, const struct kernel_param *param)
{
	call_locked();
	return sysfs_emit(buf, "%d\n",
			  READ_ONCE(num_hits) == READ_ONCE(num_calls) ?
			  READ_ONCE(num_hits) : -1);
}

static const struct kernel_param_ops hits_ops = { .get = call_and_show };
module_param_cb(hits, &hits_ops, NULL, 0400);

/* Its address, if text had it, would be one where something may jump. */
static int show_locked(char *buf, const struct kernel_param *param)
{
	u8 *prefix = lock_prefix_behind;

	OPTIMIZER_HIDE_VAR(prefix);
	return sysfs_emit(buf, "%d\n", is_there(prefix + 1));
}

static const struct kernel_param_ops locked_ops = { .get = show_locked };
module_param_cb(locked, &locked_ops, NULL, 0400);

static int __init lock_prefixes_init(void)
{
	return start && start < end ? 0 : -EINVAL;
}

static void __exit lock_prefixes_exit(void)
{
	if (is_probed)
		unregister_kprobe(&behind);
}

module_init(lock_prefixes_init);
module_exit(lock_prefixes_exit);
MODULE_DESCRIPTION("Tries to probe the kernel's lock prefixes");
MODULE_LICENSE("GPL");
