// SPDX-License-Identifier: GPL-2.0
/*
 * The file dynamic_events of tracefs, which is the kernel's: our definitions in its list,
 * and lines that begin with p and r.
 *
 * The kernel's list of who obeys lines has no function that takes one out of it. Its
 * mutex is held while a line is obeyed, so that under it we take ourselves out. The list
 * of definitions is changed and read under event_mutex, and lines of ours are obeyed with
 * that held.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "event.h"
#include "trace_event.h"

/*
 * Private to the kernel, in kernel/trace/trace_dynevent.h; the same in 5.15 to 7.3.
 * has_layout() looks whether it still is.
 */
struct dyn_event;

struct dyn_event_operations {
	struct list_head list;
	int (*create)(const char *raw_command);
	int (*show)(struct seq_file *m, struct dyn_event *ev);
	bool (*is_busy)(struct dyn_event *ev);
	int (*free)(struct dyn_event *ev);
	bool (*match)(const char *system, const char *event, int argc,
		      const char **argv, struct dyn_event *ev);
};

struct dyn_event {
	struct list_head list;
	struct dyn_event_operations *ops;
};

static_assert(sizeof(struct dyn_event) == sizeof(struct kpe_dynamic));
static_assert(offsetof(struct dyn_event, ops) ==
	      offsetof(struct kpe_dynamic, ops));

/* The kernel's; all are there or none. */
static struct list_head *dyn_event_list;
static struct mutex *ops_mutex;
static int (*register_ops)(struct dyn_event_operations *ops);
/* The kernel has none of its own. */
static bool takes_watches;

static struct kpe_definition *definition_of(struct dyn_event *ev)
{
	return container_of((struct kpe_dynamic *)ev, struct kpe_definition,
			    dynamic);
}

/* What is for user space has the path of a file, and an offset. */
static bool is_of_uprobe(const char *line)
{
	const char *place, *end;

	for (place = line; *place && !isspace(*place); place++)
		;
	place = skip_spaces(place);
	for (end = place; *end && !isspace(*end); end++)
		;
	return memchr(place, '/', end - place) && memchr(place, ':', end - place);
}

/* Called with the mutex of operations held. -ECANCELED: it is for somebody else. */
static int create(const char *line)
{
	int ret;

	line = skip_spaces(line);
	if ((line[0] != 'p' && line[0] != 'r' &&
	     !(line[0] == 'w' && takes_watches)) || is_of_uprobe(line))
		return -ECANCELED;
	/* or unloading waits for an event that an eprobe has found meanwhile */
	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	ret = kpe_may_probe() ?: kpe_event_command(line);
	module_put(THIS_MODULE);
	return ret;
}

/* The others are called with event_mutex held. */
static int show(struct seq_file *m, struct dyn_event *ev)
{
	const struct kpe_definition *def = definition_of(ev);

	mutex_lock(&kpe_mutex);
	kpe_definition_show(m, def->event, def);
	mutex_unlock(&kpe_mutex);
	return 0;
}

static bool is_busy(struct dyn_event *ev)
{
	bool ret;

	kpe_trace_disable_late();
	mutex_lock(&kpe_mutex);
	ret = kpe_event_is_busy(definition_of(ev)->event);
	mutex_unlock(&kpe_mutex);
	return ret;
}

static int release(struct dyn_event *ev)
{
	kpe_trace_disable_late();
	return kpe_may_probe() ?: kpe_definition_delete(definition_of(ev));
}

static bool match(const char *system, const char *event, int argc,
		  const char **argv, struct dyn_event *ev)
{
	const struct kpe_definition *def = definition_of(ev);

	return (!system || !strcmp(system, def->event->group)) &&
	       (!event[0] || !strcmp(event, def->event->name)) &&
	       kpe_definition_matches(def, argv, argc);
}

static struct dyn_event_operations ops = {
	.create		= create,
	.show		= show,
	.is_busy	= is_busy,
	.free		= release,
	.match		= match,
};

/* Of operations of the kernel's own we know which functions they are. */
static bool has_layout(void)
{
	static const char *const names[][6] = {
		{ "eprobe_dyn_event_ops", "eprobe_dyn_event_create",
		  "eprobe_dyn_event_show", "eprobe_dyn_event_is_busy",
		  "eprobe_dyn_event_release", "eprobe_dyn_event_match" },
		{ "synth_event_ops", "create_synth_event", "synth_event_show",
		  "synth_event_is_busy", "synth_event_release",
		  "synth_event_match" },
	};
	const struct dyn_event_operations *known;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		known = kpe_trace_find(names[i][0]);
		if (known)
			return known->create == kpe_trace_find(names[i][1]) &&
			       known->show == kpe_trace_find(names[i][2]) &&
			       known->is_busy == kpe_trace_find(names[i][3]) &&
			       known->free == kpe_trace_find(names[i][4]) &&
			       known->match == kpe_trace_find(names[i][5]);
	}
	return false;
}

/**
 * kpe_trace_dynamic_find() - find what there is of dynamic_events
 *
 * Context: process context; there are trace events, and no event is defined yet.
 */
void kpe_trace_dynamic_find(void)
{
	struct list_head *list = kpe_trace_find("dyn_event_list");

	register_ops = kpe_trace_find_function("dyn_event_register");
	ops_mutex = kpe_trace_find("dyn_event_ops_mutex");
	takes_watches = !kpe_trace_find("trace_wprobe_ops");
	if (list && register_ops && ops_mutex && has_layout())
		dyn_event_list = list;
	else
		pr_info("nothing in dynamic_events: the kernel's list is not known\n");
}

/**
 * kpe_trace_dynamic_init() - obey lines that are written to dynamic_events
 *
 * Context: process context; all else is initialized.
 */
void kpe_trace_dynamic_init(void)
{
	if (dyn_event_list)
		WARN_ON(register_ops(&ops));
}

/**
 * kpe_trace_dynamic_exit() - obey no lines of it any more
 *
 * Definitions stay in its list until they are deleted.
 *
 * Context: process context.
 */
void kpe_trace_dynamic_exit(void)
{
	if (!dyn_event_list)
		return;
	mutex_lock(ops_mutex);
	list_del(&ops.list);
	mutex_unlock(ops_mutex);
}

/**
 * kpe_trace_dynamic_add() - list a definition
 * @def: the definition
 *
 * Context: event_mutex held.
 */
void kpe_trace_dynamic_add(struct kpe_definition *def)
{
	INIT_LIST_HEAD(&def->dynamic.list);
	def->dynamic.ops = &ops;
	if (!dyn_event_list)
		return;
	lockdep_assert_held(kpe_trace_kernel.event_mutex);
	list_add_tail(&def->dynamic.list, dyn_event_list);
}

/**
 * kpe_trace_dynamic_remove() - list it no more
 * @def: the definition
 *
 * Context: event_mutex held.
 */
void kpe_trace_dynamic_remove(struct kpe_definition *def)
{
	if (dyn_event_list)
		lockdep_assert_held(kpe_trace_kernel.event_mutex);
	list_del_init(&def->dynamic.list);
}
