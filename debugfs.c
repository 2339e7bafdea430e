// SPDX-License-Identifier: GPL-2.0
/*
 * The files people read and write, in debugfs; and `enabled` as a module
 * parameter too, for kernels without debugfs.
 */
#include <linux/debugfs.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>

#include <arch/contract.h>
#include <control.h>
#include <debugfs.h>
#include <hit/kind.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/dying.h>
#include <kernel/ksyms.h>
#include <kernel/names.h>
#include <kernel/quiesce.h>
#include <place/blacklist.h>
#include <place/refusals.h>
#include <place/sites.h>
#include <point/arming.h>
#include <point/counters.h>
#include <point/ftrace_probe.h>
#include <point/jump_queue.h>
#include <point/optimizer.h>
#include <point/retire.h>
#include <probe/kretprobe.h>
#include <probe/probe_index.h>
#include <probe/removal.h>
#include <text/slots.h>
#include <text/text.h>
#include <text/text_map.h>
#include <user/user_probe.h>
#include <watch/watch.h>

static struct dentry *dir;

static void *list_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&kp_mutex);
	return seq_list_start_head(&kp_probepoints, *pos);
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &kp_probepoints, pos);
}

static void list_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&kp_mutex);
}

/* "address  kind  symbol+offset  module", as the kernel's own list has it. */
static void show_place(struct seq_file *m, const struct kp_probe *probe)
{
	const struct kprobe *kp = probe->kp;
	char letter = kp_kind_of(probe)->letter;
	char namebuf[KSYM_NAME_LEN];
	unsigned long size, offset;
	const char *name = NULL;
	char *module = NULL;
	void *addr = kp->addr;

	if (!kp_ksyms.kallsyms_show_value(m->file->f_cred))
		addr = NULL;
	if (!(kp->flags & KPROBE_FLAG_GONE))
		name = kp_ksyms.kallsyms_lookup((unsigned long)kp->addr, &size,
						&offset, &module, namebuf);
	if (name)
		seq_printf(m, "%px  %c  %s+0x%lx  %s ", addr, letter, name,
			   offset, module ?: " ");
	else
		seq_printf(m, "%px  %c  %pS ", addr, letter, kp->addr);
}

static int list_show(struct seq_file *m, void *v)
{
	struct probepoint *pp;
	struct kp_probe *probe;

	if (v == &kp_probepoints) {
		kp_watches_list(m);
		kp_user_probes_list(m);
		return 0;
	}
	pp = list_entry(v, struct probepoint, link);
	kp_for_each_probe(probe, pp) {
		show_place(m, probe);
		seq_printf(m, "%s%s%s%s\n",
			   pp->state == KP_GONE ? "[GONE]" : "",
			   kp_is_disabled(probe) && pp->state != KP_GONE ?
			   "[DISABLED]" : "",
			   pp->state == KP_OPTIMIZED ? "[OPTIMIZED]" : "",
			   pp->is_ftrace ? "[FTRACE]" : "");
	}
	return 0;
}

static const struct seq_operations list_sops = {
	.start	= list_start,
	.next	= list_next,
	.stop	= list_stop,
	.show	= list_show,
};
DEFINE_SEQ_ATTRIBUTE(list);

static int stats_show(struct seq_file *m, void *v)
{
	struct probepoint *pp;
	struct kp_probe *probe;

	if (v == &kp_probepoints) {
		seq_printf(m, "cross-CPU syncs: %lu\ngrace periods: %lu\n",
			   kp_text_nr_syncs(), kp_nr_grace_periods());
		kp_arch_trap_show(m);
		kp_stops_show(m);
		kp_retire_show(m);
		kp_optimizer_show(m);
		kp_dying_show(m);
		kp_text_map_show(m);
		kp_sites_show(m);
		kp_names_show(m);
		kp_returns_show(m);
		kp_watches_stats(m);
		kp_user_probes_stats(m);
		return 0;
	}
	pp = list_entry(v, struct probepoint, link);
	kp_for_each_probe(probe, pp) {
		show_place(m, probe);
		seq_printf(m, "hits %lu missed %lu", kp_counter_sum(probe->hits),
			   READ_ONCE(probe->kp->nmissed));
		if (kp_kind_of(probe)->show)
			kp_kind_of(probe)->show(m, probe);
		kp_ftrace_show(m, pp);
		if (pp->why_not)
			seq_printf(m, " not optimized: %s",
				   kp_jump_why_not(pp));
		seq_putc(m, '\n');
	}
	return 0;
}

static const struct seq_operations stats_sops = {
	.start	= list_start,
	.next	= list_next,
	.stop	= list_stop,
	.show	= stats_show,
};
DEFINE_SEQ_ATTRIBUTE(stats);

static int blacklist_show(struct seq_file *m, void *v)
{
	return kp_blacklist_show(m, v);
}
DEFINE_SHOW_ATTRIBUTE(blacklist);

static int refusals_show(struct seq_file *m, void *v)
{
	return kp_refusals_show(m, v);
}
DEFINE_SHOW_ATTRIBUTE(refusals);

static ssize_t enabled_read(struct file *file, char __user *buf, size_t count,
			    loff_t *pos)
{
	const char *value = kp_is_disarmed() ? "0\n" : "1\n";

	return simple_read_from_buffer(buf, count, pos, value, 2);
}

static ssize_t enabled_write(struct file *file, const char __user *buf,
			     size_t count, loff_t *pos)
{
	bool enabled;
	int ret;

	ret = kstrtobool_from_user(buf, count, &enabled);
	if (!ret)
		ret = kp_set_enabled(enabled);
	return ret ?: count;
}

static const struct file_operations enabled_fops = {
	.owner	= THIS_MODULE,
	.read	= enabled_read,
	.write	= enabled_write,
	.llseek	= default_llseek,
};

static int enabled_set(const char *value, const struct kernel_param *param)
{
	bool enabled;
	int ret = kstrtobool(value, &enabled);

	return ret ?: kp_set_enabled(enabled);
}

static int enabled_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", !kp_is_disarmed());
}

static const struct kernel_param_ops enabled_ops = {
	.set = enabled_set,
	.get = enabled_get,
};
module_param_cb(enabled, &enabled_ops, NULL, 0600);
MODULE_PARM_DESC(enabled, "0 disarms all probes, 1 arms those not disabled");

/**
 * kp_debugfs_init() - make the files; without debugfs there are none
 */
void kp_debugfs_init(void)
{
	dir = debugfs_create_dir(KP_DEBUGFS_DIR, NULL);
	debugfs_create_file("list", 0400, dir, NULL, &list_fops);
	debugfs_create_file("enabled", 0600, dir, NULL, &enabled_fops);
	debugfs_create_file("blacklist", 0400, dir, NULL, &blacklist_fops);
	debugfs_create_file("refusals", 0400, dir, NULL, &refusals_fops);
	debugfs_create_file("stats", 0400, dir, NULL, &stats_fops);
}

/**
 * kp_debugfs_exit() - remove the files
 */
void kp_debugfs_exit(void)
{
	debugfs_remove_recursive(dir);
}
