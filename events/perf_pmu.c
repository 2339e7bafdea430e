// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU `kprobe` of perf_event_open(): a function and an offset, or an address.
 *
 * It makes an event of ours and hands the request on to the PMU of tracepoints, with
 * the event's number. Requests for the same place have one event. Nobody tells us when
 * the last of them is closed: so every few seconds we try to delete all.
 */
#include <linux/capability.h>
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include "event.h"
#include "trace_event.h"

#define GROUP		"kprobe_pmu"

/* Of perf_event_attr.config. */
#define IS_RETURN	BIT(0)

/* What is to be deleted is looked for so often. */
#define INTERVAL	(5 * HZ)

/* One more than the longest line: its words, a symbol and two numbers. */
#define MAX_LINE	(KSYM_NAME_LEN + 128)

/**
 * struct pmu_event - an event that was asked for
 * @link: in pmu_events
 * @name: its name
 * @id: its number, as we have it
 * @is_fresh: it was asked for since we looked the last time: who did may be about to
 *	use it
 * @place: p or r, and where, as in a line
 */
struct pmu_event {
	struct list_head link;
	char name[KPE_MAX_NAME];
	int id;
	bool is_fresh;
	char place[MAX_LINE];
};

static LIST_HEAD(pmu_events);
static DEFINE_MUTEX(pmu_mutex);
static unsigned int num_events, num_names;

static struct pmu_event *find(const char *place)
{
	struct pmu_event *known;

	list_for_each_entry(known, &pmu_events, link)
		if (!strcmp(known->place, place))
			return known;
	return NULL;
}

static int define(struct pmu_event *new)
{
	char *line = kasprintf(GFP_KERNEL, "%c:" GROUP "/%s%s", new->place[0],
			       new->name, new->place + 1);
	int ret = line ? kpe_event_command(line) : -ENOMEM;

	kfree(line);
	if (!ret)
		new->id = kpe_event_id(GROUP, new->name);
	return ret ?: min(new->id, 0);
}

static void forget(struct pmu_event *known)
{
	list_del(&known->link);
	kfree(known);
	num_events--;
}

static void collect(struct work_struct *work);
static DECLARE_DELAYED_WORK(collector, collect);

/* The number of the event for this place, which is made if there is none. */
static int event_for(const char *place)
{
	struct pmu_event *known = find(place);
	int ret = known ? kpe_trace_id(known->id) : -ENOENT;

	if (!known) {
		known = kzalloc(sizeof(*known), GFP_KERNEL);
		if (!known)
			return -ENOMEM;
		strscpy(known->place, place, sizeof(known->place));
		snprintf(known->name, sizeof(known->name), "%c%u", place[0],
			 num_names++);
		list_add(&known->link, &pmu_events);
		num_events++;
	}
	if (ret == -ENOENT)
		/* it is new, or somebody has deleted it */
		ret = define(known) ?: kpe_trace_id(known->id);
	if (ret < 0) {
		forget(known);
		return ret;
	}
	known->is_fresh = true;
	schedule_delayed_work(&collector, INTERVAL);
	return ret;
}

/* @ids has room for all. */
static void collect_to(int *ids)
{
	struct pmu_event *known, *next;
	unsigned int num = 0;

	list_for_each_entry(known, &pmu_events, link)
		if (!known->is_fresh)
			ids[num++] = known->id;
	kpe_events_delete_unused(ids, num);
	num = 0;
	list_for_each_entry_safe(known, next, &pmu_events, link) {
		if (known->is_fresh)
			known->is_fresh = false;
		else if (!ids[num++])
			forget(known);
	}
}

static void collect(struct work_struct *work)
{
	int *ids;

	mutex_lock(&pmu_mutex);
	ids = kvmalloc_array(num_events, sizeof(*ids), GFP_KERNEL);
	if (ids)
		collect_to(ids);
	kvfree(ids);
	if (!list_empty(&pmu_events))
		schedule_delayed_work(&collector, INTERVAL);
	mutex_unlock(&pmu_mutex);
}

/* What is asked for, as a line has it. */
static int read_place(const struct perf_event_attr *attr, char *place)
{
	char kind = attr->config & IS_RETURN ? 'r' : 'p';
	char symbol[KSYM_NAME_LEN], *c;
	long len;

	if (!attr->kprobe_func) {
		snprintf(place, MAX_LINE, "%c 0x%llx", kind, attr->kprobe_addr);
		return 0;
	}
	len = strncpy_from_user(symbol, u64_to_user_ptr(attr->kprobe_func),
				sizeof(symbol));
	if (len < 0)
		return len;
	/* one word, which means itself: no more is for CAP_PERFMON */
	if (!len || len == sizeof(symbol) || strpbrk(symbol, "*?%+-"))
		return -EINVAL;
	for (c = symbol; *c; c++)
		if (!isascii(*c) || !isgraph(*c))
			return -EINVAL;
	snprintf(place, MAX_LINE, "%c %s+%llu", kind, symbol, attr->probe_offset);
	return 0;
}

static struct pmu pmu;

static int pmu_event_init(struct perf_event *event)
{
	char *place;
	int ret;

	if (event->attr.type != pmu.type)
		return -ENOENT;
	if (!perfmon_capable())
		return -EACCES;
	ret = kpe_may_probe();
	if (ret)
		return ret;
	place = kmalloc(MAX_LINE, GFP_KERNEL);
	if (!place)
		return -ENOMEM;
	ret = read_place(&event->attr, place);
	if (!ret) {
		mutex_lock(&pmu_mutex);
		ret = event_for(place);
		mutex_unlock(&pmu_mutex);
	}
	kfree(place);
	if (ret < 0)
		return ret;
	/* perf asks the PMU that is named now */
	event->attr.type = PERF_TYPE_TRACEPOINT;
	event->attr.config = ret;
	return -ENOENT;
}

PMU_FORMAT_ATTR(retprobe, "config:0");

static struct attribute *format_attrs[] = {
	&format_attr_retprobe.attr,
	NULL
};

static const struct attribute_group format_group = {
	.name	= "format",
	.attrs	= format_attrs,
};

static const struct attribute_group *groups[] = { &format_group, NULL };

static struct pmu pmu = {
	.module		= THIS_MODULE,
	/* perf holds no lock of its own when it asks us */
	.task_ctx_nr	= perf_sw_context,
	.event_init	= pmu_event_init,
	.attr_groups	= groups,
};

/**
 * kpe_pmu_init() - let perf_event_open() make events
 *
 * Return: 0, or what perf returned.
 */
int kpe_pmu_init(void)
{
	if (!kpe_trace_kernel.event_mutex)
		return 0;
	return perf_pmu_register(&pmu, "kprobe", -1);
}

/**
 * kpe_pmu_exit() - let it no more; none of its events is open
 */
void kpe_pmu_exit(void)
{
	struct pmu_event *known, *next;

	if (!kpe_trace_kernel.event_mutex)
		return;
	perf_pmu_unregister(&pmu);
	cancel_delayed_work_sync(&collector);
	list_for_each_entry_safe(known, next, &pmu_events, link)
		kfree(known);
	INIT_LIST_HEAD(&pmu_events);
}
