// SPDX-License-Identifier: GPL-2.0
/*
 * The files kprobe_events and kprobe_profile of tracefs, or kpm_events and kpm_profile.
 *
 * tracefs does not wait for those who are opening a file that it removes: they find
 * its operations, and use them a moment later. So the operations are copies that stay
 * when the module goes, and call nothing of ours then. They have no owner: with one that
 * is going the kernel warns. Whoever opens a file holds the module, from inside.
 */
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "event.h"
#include "trace_event.h"

static int open_by(int (*how)(struct inode *inode, struct file *file),
		   struct inode *inode, struct file *file)
{
	int ret;

	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	ret = security_locked_down(LOCKDOWN_TRACEFS) ?: how(inode, file);
	if (ret)
		module_put(THIS_MODULE);
	return ret;
}

static int open_events(struct inode *inode, struct file *file)
{
	return open_by(kpe_events_fops.open, inode, file);
}

static int open_sums(struct inode *inode, struct file *file)
{
	return kpe_may_probe() ?: single_open(file, kpe_profile_sum_show, NULL);
}

static int open_profile(struct inode *inode, struct file *file)
{
	return open_by(open_sums, inode, file);
}

static int release(struct inode *inode, struct file *file)
{
	single_release(inode, file);
	module_put(THIS_MODULE);
	return 0;
}

/**
 * struct trace_file - a file
 * @name: its name
 * @mode: who may do what
 * @is_written: lines are written to it
 * @open: opens it
 * @fops: the copy, which is written again at the end
 * @dentry: the file, or NULL
 */
struct trace_file {
	const char *name;
	umode_t mode;
	bool is_written;
	int (*open)(struct inode *inode, struct file *file);
	void *fops;
	struct dentry *dentry;
};

static struct trace_file trace_files[] = {
	{ KPE_TRACE_PREFIX "_events", 0640, true, open_events },
	{ KPE_TRACE_PREFIX "_profile", 0440, false, open_profile },
};

/**
 * kpe_trace_files_init() - make the files, if there are trace events
 */
void kpe_trace_files_init(void)
{
	struct trace_file *file;

	if (!kpe_trace_kernel.create_file)
		return;
	for (file = trace_files; file < trace_files + ARRAY_SIZE(trace_files);
	     file++) {
		const struct file_operations fops = {
			.open		= file->open,
			.read		= seq_read,
			.write		= file->is_written ?
					  kpe_events_fops.write : NULL,
			.llseek		= seq_lseek,
			.release	= release,
		};

		file->fops = kmemdup(&fops, sizeof(fops), GFP_KERNEL);
		if (!file->fops)
			continue;
		file->dentry = kpe_trace_kernel.create_file(file->name,
							    file->mode, NULL,
							    NULL, file->fops);
		if (IS_ERR_OR_NULL(file->dentry)) {
			pr_warn("no %s in tracefs\n", file->name);
			file->dentry = NULL;
			kfree(file->fops);
			continue;
		}
		kmemleak_ignore(file->fops);
	}
}

/*
 * Who finds them from now on has a file that can do nothing. Word by word, and the one
 * that opens last: until then none can be opened, as the module is going.
 */
static void empty(unsigned long *fops)
{
	const unsigned int open = offsetof(typeof(kpe_events_fops), open) /
				  sizeof(*fops);
	unsigned int i;

	for (i = 0; i < sizeof(kpe_events_fops) / sizeof(*fops); i++)
		if (i != open)
			WRITE_ONCE(fops[i], 0);
	/* whoever can open it finds the rest empty */
	smp_wmb();
	WRITE_ONCE(fops[open], (unsigned long)nonseekable_open);
}

/**
 * kpe_trace_files_exit() - remove the files
 *
 * Nobody has one of them open: who has holds the module.
 */
void kpe_trace_files_exit(void)
{
	struct trace_file *file;

	for (file = trace_files; file < trace_files + ARRAY_SIZE(trace_files);
	     file++) {
		if (!file->dentry)
			continue;
		kpe_trace_kernel.remove(file->dentry);
		empty(file->fops);
	}
	/* who is about to hold the module, or has just put it, is out of its text */
	synchronize_rcu_tasks();
	synchronize_rcu();
}
