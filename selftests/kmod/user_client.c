// SPDX-License-Identifier: GPL-2.0
/*
 * Probes in user space by command. What is written to the parameter cmd is done,
 * and the parameter result says what came of it:
 *
 * path I PATH SYMBOL|- OFFSET [ret] [post] [fault] [only PID] [disabled] [skip]
 * inode I PATH OFFSET [likewise]
 * del I, insert I, remove I; killed I: del, in a task with SIGKILL pending
 * clear I: its struct kprobe, registered or not
 * many NUM PATH: user_many_0 to user_many_<NUM - 1>, as probes 0 to NUM - 1
 * all: sum of hits, and of returns
 * hits I, returns I, args I, value I: what handlers have counted and seen last
 * posts I: calls of the post_handler; how far it was from the pre_handler, and
 *	what was in the register of return values
 * faults I: calls of the fault_handler, the last trap number
 *
 * skip: the pre_handler makes the function return 42.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/uaccess.h>

#include "kmod_arch.h"
#include "test_arch.h"

#define MAX_PROBES	100

/**
 * struct slot - one probe
 * @kp: the probe
 * @up: where it is
 * @skip: its pre_handler makes the function return
 * @hits: calls of the pre_handler
 * @returns: calls of the ret_handler
 * @args: the first two arguments of the last call
 * @value: the last value returned
 * @posts: calls of the post_handler
 * @faults: calls of the fault_handler
 * @before: address that the last pre_handler saw
 * @after: address that the last post_handler saw
 * @trapnr: of the last fault_handler
 */
static struct slot {
	struct kprobe kp;
	struct uprobe up;
	bool skip;
	atomic_t hits;
	atomic_t returns;
	unsigned long args[2];
	unsigned long value;
	atomic_t posts;
	atomic_t faults;
	unsigned long before;
	unsigned long after;
	int trapnr;
} slots[MAX_PROBES];

static atomic_t wrong;
static char result[128];
module_param_string(result, result, sizeof(result), 0400);

/* In user space, arguments are where a system call has them, but the fourth. */
static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	struct slot *slot = container_of(kp, struct slot, kp);
	u8 byte;

	might_sleep();
	atomic_inc(&slot->hits);
	slot->args[0] = test_argument(regs, 0);
	slot->args[1] = test_argument(regs, 1);
	slot->before = instruction_pointer(regs);
	if (!user_mode(regs) || !slot->up.inode || !slot->up.own ||
	    copy_from_user(&byte, (void __user *)instruction_pointer(regs), 1))
		atomic_inc(&wrong);
	if (!slot->skip)
		return 0;
	return !kmod_user_return(regs, 42);
}

static void on_post(struct kprobe *kp, struct pt_regs *regs,
		    unsigned long flags)
{
	struct slot *slot = container_of(kp, struct slot, kp);

	might_sleep();
	atomic_inc(&slot->posts);
	slot->after = instruction_pointer(regs);
	slot->value = regs_return_value(regs);
	if (!user_mode(regs) || atomic_read(&slot->hits) == 0)
		atomic_inc(&wrong);
}

static int on_fault(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	struct slot *slot = container_of(kp, struct slot, kp);

	might_sleep();
	atomic_inc(&slot->faults);
	slot->trapnr = trapnr;
	if (instruction_pointer(regs) != slot->before)
		atomic_inc(&wrong);
	return 0;
}

/* Leaves without saying that it did. */
static int on_hit_wrong(struct kprobe *kp, struct pt_regs *regs)
{
	instruction_pointer_set(regs, 0);
	return 0;
}

static void on_return(struct kprobe *kp, struct pt_regs *regs,
		      unsigned long func)
{
	struct slot *slot = container_of(kp, struct slot, kp);

	might_sleep();
	atomic_inc(&slot->returns);
	slot->value = regs_return_value(regs);
	if (!user_mode(regs) || !func)
		atomic_inc(&wrong);
}

static struct slot *prepare(unsigned int i, const char *options)
{
	const char *only = strstr(options, "only ");
	struct slot *slot = &slots[i];

	memset(slot, 0, sizeof(*slot));
	slot->kp.user = &slot->up;
	slot->kp.pre_handler = strstr(options, "wrong") ? on_hit_wrong : on_hit;
	slot->skip = strstr(options, "skip");
	if (strstr(options, "ret"))
		slot->up.ret_handler = on_return;
	if (strstr(options, "post"))
		slot->kp.post_handler = on_post;
	if (strstr(options, "fault"))
		slot->kp.fault_handler = on_fault;
	if (strstr(options, "disabled"))
		slot->kp.flags = KPROBE_FLAG_DISABLED;
	if (only && sscanf(only, "only %d", &slot->up.pid) != 1)
		return NULL;
	return slot;
}

static int add_by_inode(struct slot *slot, const char *name,
			unsigned long offset)
{
	struct path path;
	int ret = kern_path(name, LOOKUP_FOLLOW, &path);

	if (ret)
		return ret;
	slot->up.inode = d_inode(path.dentry);
	slot->up.offset = offset;
	ret = register_kprobe_user(&slot->kp);
	path_put(&path);
	return ret;
}

static int add_many(unsigned int num, const char *path)
{
	char symbol[32];
	unsigned int i;
	int ret = 0;

	for (i = 0; i < num && i < MAX_PROBES && !ret; i++) {
		snprintf(symbol, sizeof(symbol), "user_many_%u", i);
		ret = register_uprobe_path(path, symbol, 0,
					   &prepare(i, "")->kp);
	}
	return ret;
}

static int sum(void)
{
	unsigned int i, hits = 0, returns = 0;

	for (i = 0; i < MAX_PROBES; i++) {
		hits += atomic_read(&slots[i].hits);
		returns += atomic_read(&slots[i].returns);
	}
	return snprintf(result, sizeof(result), "%u %u", hits, returns);
}

static int tell(const char *what, unsigned int i)
{
	struct slot *slot = &slots[i];

	if (!strcmp(what, "hits"))
		return snprintf(result, sizeof(result), "%d",
				atomic_read(&slot->hits));
	if (!strcmp(what, "returns"))
		return snprintf(result, sizeof(result), "%d",
				atomic_read(&slot->returns));
	if (!strcmp(what, "posts"))
		return snprintf(result, sizeof(result), "%d %ld %ld",
				atomic_read(&slot->posts),
				slot->after - slot->before, slot->value);
	if (!strcmp(what, "faults"))
		return snprintf(result, sizeof(result), "%d %d",
				atomic_read(&slot->faults), slot->trapnr);
	if (!strcmp(what, "args"))
		return snprintf(result, sizeof(result), "%lu %lu",
				slot->args[0], slot->args[1]);
	if (!strcmp(what, "value"))
		return snprintf(result, sizeof(result), "%ld",
				(long)slot->value);
	return 0;
}

static int one(const char *what, unsigned int i)
{
	if (!strcmp(what, "killed"))
		send_sig(SIGKILL, current, 1);
	if (!strcmp(what, "del") || !strcmp(what, "killed"))
		unregister_kprobe_user(&slots[i].kp);
	else if (!strcmp(what, "clear"))
		memset(&slots[i].kp, 0, sizeof(slots[i].kp));
	else if (!strcmp(what, "insert"))
		return insert_kprobe_userspace(&slots[i].kp);
	else if (!strcmp(what, "remove"))
		return remove_kprobe_user(&slots[i].kp);
	else
		return -EINVAL;
	return 0;
}

static int command(const char *value)
{
	char what[16], path[64], symbol[64];
	unsigned long offset;
	struct slot *slot;
	unsigned int i;
	int end = 0;

	if (sscanf(value, "path %u %63s %63s %li %n", &i, path, symbol,
		   &offset, &end) == 4 && i < MAX_PROBES) {
		slot = prepare(i, value + end);
		return register_uprobe_path(path, strcmp(symbol, "-") ?
					    symbol : NULL, offset, &slot->kp);
	}
	if (sscanf(value, "inode %u %63s %li %n", &i, path, &offset,
		   &end) == 3 && i < MAX_PROBES)
		return add_by_inode(prepare(i, value + end), path, offset);
	if (sscanf(value, "many %u %63s", &i, path) == 2)
		return add_many(i, path);
	if (sscanf(value, "%15s %u", what, &i) == 2 && i < MAX_PROBES)
		return one(what, i);
	return -EINVAL;
}

static int cmd_set(const char *value, const struct kernel_param *param)
{
	char what[16];
	unsigned int i;
	int ret;

	if (!strncmp(value, "all", 3) && sum())
		return 0;
	if (sscanf(value, "%15s %u", what, &i) == 2 && i < MAX_PROBES &&
	    tell(what, i))
		return 0;
	ret = command(value);
	snprintf(result, sizeof(result), "%d", ret);
	return 0;
}

static const struct kernel_param_ops cmd_ops = {
	.set = cmd_set,
};
module_param_cb(cmd, &cmd_ops, NULL, 0200);

static int wrong_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(&wrong));
}

static const struct kernel_param_ops wrong_ops = {
	.get = wrong_get,
};
module_param_cb(wrong, &wrong_ops, NULL, 0400);

static int __init user_client_init(void)
{
	return 0;
}

static void __exit user_client_exit(void)
{
	unsigned int i;

	for (i = 0; i < MAX_PROBES; i++)
		unregister_kprobe_user(&slots[i].kp);
}

module_init(user_client_init);
module_exit(user_client_exit);
MODULE_DESCRIPTION("Test: probes in user space by command");
MODULE_LICENSE("GPL");
