// SPDX-License-Identifier: GPL-2.0
/*
 * Probes gone_init.ko while it is loaded, as soon as its text is there.
 * `report` says what came of it, in one line:
 *
 * REG-INIT REG-CORE HITS-INIT HITS-CORE GONE-INIT GONE-CORE ENABLE-INIT
 * ENABLE-CORE REG-LATE, where the last is registering init text after init.
 *
 * `offset` is where in the functions.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

static unsigned int offset;
module_param(offset, uint, 0400);

static int hits[2];
static struct kprobe probes[2], late;
static int registered[2];

static int pre(struct kprobe *kp, struct pt_regs *regs)
{
	hits[kp - probes]++;
	return 0;
}

static void take_away(void)
{
	int i;

	for (i = 0; i < 2; i++)
		if (!registered[i])
			unregister_kprobe(&probes[i]);
	registered[0] = -1;
	registered[1] = -1;
}

static void place(void)
{
	static const char * const names[] = {
		"gone_init_text", "gone_core_text",
	};
	int i;

	take_away();
	for (i = 0; i < 2; i++) {
		memset(&probes[i], 0, sizeof(probes[i]));
		probes[i].symbol_name = names[i];
		probes[i].offset = offset;
		probes[i].pre_handler = pre;
		hits[i] = 0;
		registered[i] = register_kprobe(&probes[i]);
	}
}

static int notify(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;

	if (state == MODULE_STATE_COMING && !strcmp(mod->name, "gone_init"))
		place();
	return NOTIFY_DONE;
}

static struct notifier_block block = {
	.notifier_call = notify,
	.priority = -1,
};

static int report_get(char *buf, const struct kernel_param *param)
{
	unsigned long addr = (unsigned long)probes[0].addr;
	int ret = 0;

	memset(&late, 0, sizeof(late));
	late.addr = (void *)addr;
	if (addr)
		ret = register_kprobe(&late);
	if (addr && !ret)
		unregister_kprobe(&late);
	return sysfs_emit(buf, "%d %d %d %d %d %d %d %d %d\n", registered[0],
			  registered[1], hits[0], hits[1],
			  kprobe_gone(&probes[0]), kprobe_gone(&probes[1]),
			  enable_kprobe(&probes[0]), enable_kprobe(&probes[1]),
			  ret);
}

static const struct kernel_param_ops report_ops = { .get = report_get };
module_param_cb(report, &report_ops, NULL, 0400);

static int clear_set(const char *value, const struct kernel_param *param)
{
	take_away();
	return 0;
}

static const struct kernel_param_ops clear_ops = { .set = clear_set };
module_param_cb(clear, &clear_ops, NULL, 0200);

static int __init gone_watch_init(void)
{
	registered[0] = -1;
	registered[1] = -1;
	return register_module_notifier(&block);
}

static void __exit gone_watch_exit(void)
{
	unregister_module_notifier(&block);
	take_away();
}

module_init(gone_watch_init);
module_exit(gone_watch_exit);
MODULE_DESCRIPTION("Probes a module that is being loaded");
MODULE_LICENSE("GPL");
