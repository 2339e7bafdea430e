// SPDX-License-Identifier: GPL-2.0
/*
 * The files of an event, event/GROUP/EVENT/: enable, filter, stacktrace. The kernel
 * waits for their operations when it removes them, so that is done without kpe_mutex.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "errors.h"
#include "event.h"
#include "filter.h"

#define MAX_FILTER	1024

/**
 * struct group - a group's folder
 * @link: in groups
 * @name: the group
 * @dir: the folder
 * @num: events in it
 */
struct group {
	struct list_head link;
	char name[KPE_MAX_NAME];
	struct dentry *dir;
	unsigned int num;
};

/* One line is obeyed at a time: no lock of their own. */
static LIST_HEAD(groups);
static struct dentry *top;

static struct group *find_group(const char *name)
{
	struct group *group;

	list_for_each_entry(group, &groups, link)
		if (!strcmp(group->name, name))
			return group;
	return NULL;
}

static struct group *group_get(const char *name)
{
	struct group *group = find_group(name);

	if (!group) {
		group = kzalloc(sizeof(*group), GFP_KERNEL);
		if (!group)
			return NULL;
		strscpy(group->name, name, sizeof(group->name));
		group->dir = debugfs_create_dir(name, top);
		list_add(&group->link, &groups);
	}
	group->num++;
	return group;
}

static void group_put(struct group *group)
{
	if (!group || --group->num)
		return;
	debugfs_remove(group->dir);
	list_del(&group->link);
	kfree(group);
}

/*
 * Who removes the files waits for those who are between these two, with locks held that
 * all of tracing and perf want: no memory of users is accessed there.
 */
static struct kpe_event *event_get(struct file *file)
{
	int ret = debugfs_file_get(file->f_path.dentry);

	return ret ? ERR_PTR(ret) : file->private_data;
}

static void event_put(struct file *file)
{
	debugfs_file_put(file->f_path.dentry);
}

static int show_flag(char __user *buf, size_t count, loff_t *pos, bool flag)
{
	return simple_read_from_buffer(buf, count, pos, flag ? "1\n" : "0\n", 2);
}

static ssize_t enable_read(struct file *file, char __user *buf, size_t count,
			   loff_t *pos)
{
	unsigned int sink = kpe_sink_number(&kpe_text_trace);
	struct kpe_event *event = event_get(file);
	bool is_enabled;

	if (IS_ERR(event))
		return PTR_ERR(event);
	is_enabled = READ_ONCE(event->sinks) & BIT(sink);
	event_put(file);
	return show_flag(buf, count, pos, is_enabled);
}

static ssize_t enable_write(struct file *file, const char __user *buf,
			    size_t count, loff_t *pos)
{
	struct kpe_event *event;
	bool enable;
	int ret;

	ret = kstrtobool_from_user(buf, count, &enable);
	if (ret)
		return ret;
	event = event_get(file);
	if (IS_ERR(event))
		return PTR_ERR(event);
	mutex_lock(&kpe_mutex);
	ret = event->is_dead ? -ENODEV :
	      kpe_events_switch(&event, 1, kpe_sink_number(&kpe_text_trace),
				enable);
	mutex_unlock(&kpe_mutex);
	event_put(file);
	return ret ?: count;
}

static ssize_t stack_read(struct file *file, char __user *buf, size_t count,
			  loff_t *pos)
{
	struct kpe_event *event = event_get(file);
	bool wants_stack;

	if (IS_ERR(event))
		return PTR_ERR(event);
	wants_stack = READ_ONCE(event->wants_stack);
	event_put(file);
	return show_flag(buf, count, pos, wants_stack);
}

static ssize_t stack_write(struct file *file, const char __user *buf,
			   size_t count, loff_t *pos)
{
	struct kpe_event *event;
	bool wants_stack;
	int ret = kstrtobool_from_user(buf, count, &wants_stack);

	if (ret)
		return ret;
	event = event_get(file);
	if (IS_ERR(event))
		return PTR_ERR(event);
	WRITE_ONCE(event->wants_stack, wants_stack);
	event_put(file);
	return count;
}

static ssize_t filter_read(struct file *file, char __user *buf, size_t count,
			   loff_t *pos)
{
	struct kpe_event *event = event_get(file);
	const struct kpe_filter *filter;
	char *text;
	ssize_t ret;

	if (IS_ERR(event))
		return PTR_ERR(event);
	mutex_lock(&kpe_mutex);
	filter = rcu_dereference_protected(event->filter, true);
	text = kasprintf(GFP_KERNEL, "%s\n",
			 filter ? kpe_filter_text(filter) : "none");
	mutex_unlock(&kpe_mutex);
	event_put(file);
	if (!text)
		return -ENOMEM;
	ret = simple_read_from_buffer(buf, count, pos, text, strlen(text));
	kfree(text);
	return ret;
}

/* "0" or nothing: no filter any more. */
static int set_filter(struct kpe_event *event, char *text)
{
	struct kpe_filter *new = NULL, *old;
	struct kpe_parse parse = { .line = text, .work = text };
	int ret = 0;

	mutex_lock(&kpe_mutex);
	if (event->is_dead)
		ret = -ENODEV;
	else if (*text && strcmp(text, "0"))
		new = kpe_filter_parse(&parse, text, kpe_event_args(event));
	if (IS_ERR(new)) {
		ret = PTR_ERR(new);
		if (ret == -EINVAL)
			kpe_errors_add(&parse, ret);
	}
	if (ret) {
		mutex_unlock(&kpe_mutex);
		return ret;
	}
	old = rcu_replace_pointer(event->filter, new,
				  lockdep_is_held(&kpe_mutex));
	if (old)
		kpe_wait();
	mutex_unlock(&kpe_mutex);
	kpe_filter_free(old);
	return 0;
}

static ssize_t filter_write(struct file *file, const char __user *buf,
			    size_t count, loff_t *pos)
{
	struct kpe_event *event;
	char *text;
	int ret;

	if (count >= MAX_FILTER)
		return -E2BIG;
	text = memdup_user_nul(buf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	event = event_get(file);
	ret = PTR_ERR_OR_ZERO(event);
	if (!ret) {
		ret = set_filter(event, strim(text));
		event_put(file);
	}
	kfree(text);
	return ret ?: count;
}

static int open_event(struct inode *inode, struct file *file)
{
	return kpe_may_probe() ?: simple_open(inode, file);
}

#define EVENT_FOPS(name)						\
static const struct file_operations name##_fops = {			\
	.owner	= THIS_MODULE,						\
	.open	= open_event,						\
	.read	= name##_read,						\
	.write	= name##_write,						\
	.llseek	= default_llseek,					\
}

EVENT_FOPS(enable);
EVENT_FOPS(filter);
EVENT_FOPS(stack);

static int files_add(struct kpe_event *event)
{
	struct group *group = group_get(event->group);
	struct dentry *dir;

	if (!group)
		return -ENOMEM;
	dir = debugfs_create_dir(event->name, group->dir);
	/* not unsafe: see event_get() */
	debugfs_create_file_unsafe("enable", 0600, dir, event, &enable_fops);
	debugfs_create_file_unsafe("filter", 0600, dir, event, &filter_fops);
	debugfs_create_file_unsafe("stacktrace", 0600, dir, event, &stack_fops);
	event->of_sink[kpe_sink_number(&kpe_event_files)] = dir;
	return 0;
}

static void files_remove(struct kpe_event *event)
{
	debugfs_remove(event->of_sink[kpe_sink_number(&kpe_event_files)]);
	group_put(find_group(event->group));
}

static int event_files_init(void)
{
	top = debugfs_create_dir("event", kpe_dir);
	return 0;
}

static void event_files_exit(void)
{
	debugfs_remove(top);
}

const struct kpe_sink kpe_event_files = {
	.name	= "files",
	.init	= event_files_init,
	.exit	= event_files_exit,
	.add	= files_add,
	.remove	= files_remove,
};
