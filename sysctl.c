// SPDX-License-Identifier: GPL-2.0
/*
 * The switch of jump optimization, as a sysctl; and as a module parameter too,
 * for kernels without sysctl.
 */
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/string.h>

#include <control.h>
#include <point/jump_queue.h>
#include <sysctl.h>
#include <compat/sysctl.h>

static int optimization_set(const char *value, const struct kernel_param *param)
{
	bool allow;
	int ret = kstrtobool(value, &allow);

	if (!ret)
		kp_set_optimization(allow);
	return ret;
}

static int optimization_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", kp_optimizer_is_allowed());
}

static const struct kernel_param_ops optimization_ops = {
	.set = optimization_set,
	.get = optimization_get,
};
module_param_cb(optimization, &optimization_ops, NULL, 0600);
MODULE_PARM_DESC(optimization, "1 lets probes become jumps, 0 makes all breakpoints");

static struct ctl_table_header *header;

static int optimization_handler(KP_CTL_TABLE *table, int write,
				void *buffer, size_t *length, loff_t *pos)
{
	char value[8] = { '0' + kp_optimizer_is_allowed() };
	struct ctl_table line = { .data = value, .maxlen = sizeof(value) };
	int ret = proc_dostring(&line, write, buffer, length, pos);
	bool allow;

	if (ret || !write)
		return ret;
	ret = kstrtobool(strim(value), &allow);
	if (!ret)
		kp_set_optimization(allow);
	return ret;
}

static struct ctl_table table[] = {
	{
		.procname = KP_SYSCTL_NAME,
		.mode = 0644,
		.proc_handler = optimization_handler,
	},
	KP_CTL_TABLE_END
};

/**
 * kp_sysctl_init() - make the sysctl; on a kernel without, there is none
 */
void kp_sysctl_init(void)
{
	header = register_sysctl("debug", table);
}

/**
 * kp_sysctl_exit() - remove it
 */
void kp_sysctl_exit(void)
{
	unregister_sysctl_table(header);
}
