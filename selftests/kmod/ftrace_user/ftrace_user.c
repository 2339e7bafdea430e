// SPDX-License-Identifier: GPL-2.0
/*
 * Other users of the function tracer, at side_fn0. Parameters:
 *
 * function: 1 to trace it, 0 to stop
 * direct: 1 to have it call a trampoline, as BPF does, where there is that
 * patch: 1 to have it replaced by another function, as a live patch does
 * calls: how often these were called; each begins with 0
 * updates: how often the function tracer has changed text since `count` was
 *	written; needs `count` 1 first, 0 in the end
 */
#include <linux/kprobes.h>
#include <linux/linkage.h>
#include <linux/module.h>

#include "../../../compat/ftrace.h"
#include "../../../compat/ftrace_direct.h"

static const char target[] = "side_fn0";
static atomic_t updates;
extern atomic_t ftrace_user_calls;

atomic_t ftrace_user_calls;

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
/* the trampoline; it may change the flags at an entry */
asm(".text\n"
    "	.type ftrace_user_trampoline, @function\n"
    "ftrace_user_trampoline:\n"
    "	lock incl ftrace_user_calls(%rip)\n"
    "	" ASM_RET
    "	.size ftrace_user_trampoline, . - ftrace_user_trampoline\n");
extern const char ftrace_user_trampoline[];

#ifdef kp_register_ftrace_direct
static int direct_switch(struct ftrace_ops *ops, bool on)
{
	unsigned long trampoline = (unsigned long)ftrace_user_trampoline;

	return on ? kp_register_ftrace_direct(ops, trampoline) :
		    kp_unregister_ftrace_direct(ops, trampoline);
}
#else
/* Until 5.15: by address, and @ops only says whether it is on. */
static int direct_switch(struct ftrace_ops *ops, bool on)
{
	unsigned long trampoline = (unsigned long)ftrace_user_trampoline;
	struct kprobe site = {
		.symbol_name = target,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret = register_kprobe(&site);
	unsigned long ip = (unsigned long)site.addr;

	if (ret)
		return ret;
	unregister_kprobe(&site);
	ret = on ? register_ftrace_direct(ip, trampoline) :
		   unregister_ftrace_direct(ip, trampoline);
	if (!ret)
		ops->flags ^= FTRACE_OPS_FL_ENABLED;
	return ret;
}
#endif
#else
static int direct_switch(struct ftrace_ops *ops, bool on)
{
	return -EOPNOTSUPP;
}
#endif

static void notrace on_call(unsigned long ip, unsigned long parent_ip,
			    struct ftrace_ops *ops, KP_FTRACE_REGS *fregs)
{
	atomic_inc(&ftrace_user_calls);
}

static notrace unsigned long replacement(unsigned long value)
{
	atomic_inc(&ftrace_user_calls);
	return value;
}

static void notrace on_patched(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops,
			       KP_FTRACE_REGS *fregs)
{
	instruction_pointer_set(kp_ftrace_get_regs(fregs),
				(unsigned long)replacement);
}

static struct ftrace_ops function_ops = { .func = on_call };

static struct ftrace_ops patch_ops = {
	.func = on_patched,
	.flags = FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_IPMODIFY,
};

static struct ftrace_ops direct_ops;

static int ops_switch(struct ftrace_ops *ops, bool on)
{
	char name[sizeof(target)];
	int ret;

	if (!on && ops == &direct_ops)
		return direct_switch(ops, false);
	if (!on)
		return unregister_ftrace_function(ops);
	atomic_set(&ftrace_user_calls, 0);
	memcpy(name, target, sizeof(name));
	ret = ftrace_set_filter(ops, name, strlen(name), 1);
	if (ret)
		return ret;
	if (ops == &direct_ops)
		return direct_switch(ops, true);
	return register_ftrace_function(ops);
}

/* What is on has the flag. */
static int ops_set(const char *value, const struct kernel_param *param)
{
	struct ftrace_ops *ops = param->arg;
	bool on;
	int ret = kstrtobool(value, &on);

	if (ret || on == !!(ops->flags & FTRACE_OPS_FL_ENABLED))
		return ret;
	return ops_switch(ops, on);
}

static const struct kernel_param_ops ops_param = { .set = ops_set };
module_param_cb(function, &ops_param, &function_ops, 0200);
module_param_cb(direct, &ops_param, &direct_ops, 0200);
module_param_cb(patch, &ops_param, &patch_ops, 0200);

static int calls_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(&ftrace_user_calls));
}

static const struct kernel_param_ops calls_ops = { .get = calls_get };
module_param_cb(calls, &calls_ops, NULL, 0400);

static int on_update(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&updates);
	return 0;
}

static struct kprobe update_probe = {
	.symbol_name = "ftrace_modify_all_code",
	.pre_handler = on_update,
};

static bool is_counting;

static int count_set(const char *value, const struct kernel_param *param)
{
	bool on;
	int ret = kstrtobool(value, &on);

	if (ret)
		return ret;
	if (on && !is_counting)
		ret = register_kprobe(&update_probe);
	else if (!on && is_counting)
		unregister_kprobe(&update_probe);
	if (!ret)
		is_counting = on;
	atomic_set(&updates, 0);
	return ret;
}

static const struct kernel_param_ops count_ops = { .set = count_set };
module_param_cb(count, &count_ops, NULL, 0200);

static int updates_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(&updates));
}

static const struct kernel_param_ops updates_ops = { .get = updates_get };
module_param_cb(updates, &updates_ops, NULL, 0400);

static int __init ftrace_user_init(void)
{
	return 0;
}

static void __exit ftrace_user_exit(void)
{
	if (is_counting)
		unregister_kprobe(&update_probe);
	if (function_ops.flags & FTRACE_OPS_FL_ENABLED)
		ops_switch(&function_ops, false);
	if (direct_ops.flags & FTRACE_OPS_FL_ENABLED)
		ops_switch(&direct_ops, false);
	if (patch_ops.flags & FTRACE_OPS_FL_ENABLED)
		ops_switch(&patch_ops, false);
}

module_init(ftrace_user_init);
module_exit(ftrace_user_exit);
MODULE_DESCRIPTION("Other users of the function tracer");
MODULE_LICENSE("GPL");
