// SPDX-License-Identifier: GPL-2.0
/*
 * The files of all events, in kprobes.ko's folder: events, set_event, profile,
 * refused, error_log, trace_pipe, trace_now.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "errors.h"
#include "event.h"
#include "text_trace.h"

/* As kprobes.ko calls it. */
#ifdef CONFIG_KPROBES
#define FOLDER	"kprobes_module"
#else
#define FOLDER	"kprobes"
#endif

/* Of what is written at once. */
#define MAX_WRITE	(1024 * 1024)

static const char *const names[] = {
	"events", "set_event", "profile", "refused", "error_log", "trace_pipe",
	"trace_now",
};

static struct dentry *files[ARRAY_SIZE(names)];

struct dentry *kpe_dir;

/* Obey each line that is written; the first one that fails ends it. */
static ssize_t write_lines(const char __user *buf, size_t count,
			   int (*obey)(const char *line))
{
	char *text, *line, *rest;
	int ret = 0;

	if (count > MAX_WRITE)
		return -E2BIG;
	text = kvmalloc(count + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	if (copy_from_user(text, buf, count)) {
		kvfree(text);
		return -EFAULT;
	}
	text[count] = '\0';
	for (rest = text; !ret && (line = strsep(&rest, "\n"));) {
		/* a comment */
		line[strcspn(line, "#")] = '\0';
		ret = fatal_signal_pending(current) ? -EINTR : obey(line);
	}
	kvfree(text);
	return ret ?: count;
}

static int open_list(struct file *file, int (*clear)(void),
		     int (*show)(struct seq_file *m, void *v))
{
	int ret = kpe_may_probe();

	if (!ret && (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		ret = clear();
	return ret ?: single_open(file, show, NULL);
}

/* --- events */

static int events_open(struct inode *inode, struct file *file)
{
	return open_list(file, kpe_events_clear, kpe_events_show);
}

static ssize_t events_write(struct file *file, const char __user *buf,
			    size_t count, loff_t *pos)
{
	return write_lines(buf, count, kpe_event_command);
}

const struct file_operations kpe_events_fops = {
	.owner		= THIS_MODULE,
	.open		= events_open,
	.read		= seq_read,
	.write		= events_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

/* --- set_event: the names of those that are enabled */

static int set_event_show(struct seq_file *m, void *v)
{
	unsigned int sink = kpe_sink_number(&kpe_text_trace);
	struct kpe_event *event;

	mutex_lock(&kpe_mutex);
	list_for_each_entry(event, &kpe_events, link)
		if (event->sinks & BIT(sink))
			seq_printf(m, "%s:%s\n", event->group, event->name);
	mutex_unlock(&kpe_mutex);
	return 0;
}

static bool is_named(const struct kpe_event *event, const char *pattern)
{
	char name[2 * KPE_MAX_NAME];

	snprintf(name, sizeof(name), "%s:%s", event->group, event->name);
	return kpe_glob(pattern, strchr(pattern, ':') ? name : event->name);
}

/* All that match, as one batch. */
static int switch_named(const char *pattern, bool enable)
{
	struct kpe_event *event, **found;
	unsigned int num = 0;
	int ret = -ENOENT;

	mutex_lock(&kpe_mutex);
	list_for_each_entry(event, &kpe_events, link)
		num += is_named(event, pattern);
	found = kvcalloc(num ?: 1, sizeof(*found), GFP_KERNEL);
	if (!found) {
		ret = -ENOMEM;
	} else if (num) {
		num = 0;
		list_for_each_entry(event, &kpe_events, link)
			if (is_named(event, pattern))
				found[num++] = event;
		ret = kpe_events_switch(found, num,
					kpe_sink_number(&kpe_text_trace),
					enable);
	}
	mutex_unlock(&kpe_mutex);
	kvfree(found);
	return ret;
}

static int set_event_command(const char *line)
{
	char pattern[2 * KPE_MAX_NAME + 2];
	bool enable;

	if (strscpy(pattern, skip_spaces(line), sizeof(pattern)) < 0)
		return -EINVAL;
	strim(pattern);
	enable = pattern[0] != '!';
	return !pattern[0] ? 0 : switch_named(pattern + !enable, enable);
}

static int disable_all(void)
{
	int ret = switch_named("*", false);

	return ret == -ENOENT ? 0 : ret;
}

static int set_event_open(struct inode *inode, struct file *file)
{
	return open_list(file, disable_all, set_event_show);
}

static ssize_t set_event_write(struct file *file, const char __user *buf,
			       size_t count, loff_t *pos)
{
	return write_lines(buf, count, set_event_command);
}

static const struct file_operations set_event_fops = {
	.owner		= THIS_MODULE,
	.open		= set_event_open,
	.read		= seq_read,
	.write		= set_event_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

/* --- error_log; writing clears it */

static int clear_errors(void)
{
	kpe_errors_clear();
	return 0;
}

static int error_log_open(struct inode *inode, struct file *file)
{
	return open_list(file, clear_errors, kpe_errors_show);
}

static ssize_t error_log_write(struct file *file, const char __user *buf,
			       size_t count, loff_t *pos)
{
	return count;
}

static const struct file_operations error_log_fops = {
	.owner		= THIS_MODULE,
	.open		= error_log_open,
	.read		= seq_read,
	.write		= error_log_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

/* --- those that are only read */

static int profile_open(struct inode *inode, struct file *file)
{
	return kpe_may_probe() ?: single_open(file, kpe_profile_show, NULL);
}

static const struct file_operations kpe_profile_fops = {
	.owner		= THIS_MODULE,
	.open		= profile_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static int refused_open(struct inode *inode, struct file *file)
{
	return kpe_may_probe() ?: single_open(file, kpe_refused_show, NULL);
}

static const struct file_operations refused_fops = {
	.owner		= THIS_MODULE,
	.open		= refused_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};

/**
 * kpe_files_init() - make the files
 *
 * Return: 0; -ENODEV without kprobes.ko's folder.
 */
int kpe_files_init(void)
{
	static const struct file_operations *const fops[] = {
		&kpe_events_fops, &set_event_fops, &kpe_profile_fops,
		&refused_fops, &error_log_fops, &kpe_trace_pipe_fops, &kpe_trace_now_fops,
	};
	static const umode_t modes[] = {
		0600, 0600, 0400, 0400, 0600, 0400, 0400
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		files[i] = debugfs_create_file(names[i], modes[i], kpe_dir,
					       NULL, fops[i]);
	return 0;
}

/**
 * kpe_files_exit() - remove the files
 */
void kpe_files_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		debugfs_remove(files[i]);
	kpe_errors_clear();
}

/**
 * kpe_dir_find() - find kprobes.ko's folder
 *
 * Return: 0; -ENODEV if there is none, or no debugfs.
 */
int kpe_dir_find(void)
{
	kpe_dir = debugfs_lookup(FOLDER, NULL);
	if (!IS_ERR_OR_NULL(kpe_dir))
		return 0;
	pr_err("there is no folder " FOLDER " in debugfs, where the files of events would be\n");
	return -ENODEV;
}

/**
 * kpe_dir_forget() - give the folder back
 */
void kpe_dir_forget(void)
{
	dput(kpe_dir);
}
