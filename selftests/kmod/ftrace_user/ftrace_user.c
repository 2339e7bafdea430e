// SPDX-License-Identifier: GPL-2.0
/*
 * Another user of the function tracer. Parameters:
 *
 * function: 1 to trace side_fn0, 0 to stop
 * calls: how often it was called since
 * updates: how often the function tracer has changed text since `count` was
 *	written; needs `count` 1 first, 0 in the end
 */
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/module.h>

static atomic_t calls, updates;

static void notrace on_call(unsigned long ip, unsigned long parent_ip,
			    struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	atomic_inc(&calls);
}

static struct ftrace_ops ops = { .func = on_call };
static bool is_on;

static int function_set(const char *value, const struct kernel_param *param)
{
	char name[] = "side_fn0";
	bool on;
	int ret = kstrtobool(value, &on);

	if (ret || on == is_on)
		return ret;
	if (on) {
		atomic_set(&calls, 0);
		ret = ftrace_set_filter(&ops, name, strlen(name), 1);
		if (!ret)
			ret = register_ftrace_function(&ops);
	} else {
		ret = unregister_ftrace_function(&ops);
	}
	if (!ret)
		is_on = on;
	return ret;
}

static const struct kernel_param_ops function_ops = { .set = function_set };
module_param_cb(function, &function_ops, NULL, 0200);

static int calls_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(&calls));
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
	if (is_on)
		unregister_ftrace_function(&ops);
}

module_init(ftrace_user_init);
module_exit(ftrace_user_exit);
MODULE_DESCRIPTION("Another user of the function tracer");
MODULE_LICENSE("GPL");
