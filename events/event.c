// SPDX-License-Identifier: GPL-2.0
/* Events: the list of all, defining and deleting them by lines of text. */
#include <linux/err.h>
#include <linux/idr.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"
#include "event.h"
#include "filter.h"

/* One line at a time is obeyed; taken before kpe_mutex. */
static DEFINE_MUTEX(define_mutex);

/* Events, their probes and what is switched on: see event.h. */
DEFINE_MUTEX(kpe_mutex);
static DEFINE_IDR(ids);

static struct kpe_event *find_event(const char *group, const char *name)
{
	struct kpe_event *event;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(event, &kpe_events, link)
		if (!strcmp(event->group, group) && !strcmp(event->name, name))
			return event;
	return NULL;
}

/**
 * kpe_event_by_id() - the event that a record is of
 * @id: its number
 *
 * Context: kpe_mutex held.
 * Return: the event; or NULL if it is gone.
 */
struct kpe_event *kpe_event_by_id(int id)
{
	lockdep_assert_held(&kpe_mutex);
	return idr_find(&ids, id);
}

/**
 * kpe_event_args() - names, types and places of an event's arguments
 * @event: the event
 *
 * Context: kpe_mutex held.
 */
const struct kpe_args *kpe_event_args(const struct kpe_event *event)
{
	return &list_first_entry(&event->defs, struct kpe_definition,
				 link)->args;
}

/* An event without definitions; its files are made when it has one. */
static struct kpe_event *event_create(const struct kpe_definition *def)
{
	struct kpe_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	if (!event)
		return NULL;
	INIT_LIST_HEAD(&event->link);
	INIT_LIST_HEAD(&event->defs);
	strscpy(event->group, def->group, sizeof(event->group));
	strscpy(event->name, def->name, sizeof(event->name));
	event->is_return = def->is_return;
	event->id = idr_alloc_cyclic(&ids, event, 1, 0, GFP_KERNEL);
	if (event->id > 0)
		return event;
	kfree(event);
	return NULL;
}

static void definition_free(struct kpe_definition *def)
{
	kpe_refused_forget(def);
	kpe_probes_free(def);
	kpe_definition_exit(def);
	kfree(def);
}

/* It is in no list, and its probes are not registered. */
static void event_free(struct kpe_event *event, unsigned int num_sinks)
{
	struct kpe_definition *def, *next;
	unsigned int i;

	for (i = num_sinks; i-- > 0;)
		if (kpe_sinks[i]->remove)
			kpe_sinks[i]->remove(event);
	list_for_each_entry_safe(def, next, &event->defs, link)
		definition_free(def);
	kpe_filter_free(rcu_dereference_protected(event->filter, true));
	kfree(event);
}

/* The first argument, from 1 on, whose name or type differs; or 0. */
static unsigned int differs(const struct kpe_args *a, const struct kpe_args *b)
{
	unsigned int i;

	for (i = 0; i < a->num && i < b->num; i++)
		if (strcmp(a->of[i].name, b->of[i].name) ||
		    a->of[i].type != b->of[i].type ||
		    a->of[i].count != b->of[i].count)
			return i + 1;
	return a->num == b->num ? 0 : min(a->num, b->num) + 1;
}

static bool is_same(const struct kpe_definition *a,
		    const struct kpe_definition *b)
{
	unsigned int i;

	if (a->addr != b->addr || a->offset != b->offset ||
	    a->is_all != b->is_all || !a->symbol != !b->symbol ||
	    (a->symbol && strcmp(a->symbol, b->symbol)))
		return false;
	for (i = 0; i < a->args.num; i++)
		if (strcmp(a->args.of[i].body, b->args.of[i].body))
			return false;
	return true;
}

/* Whether a definition fits an event that is there. */
static int check_append(struct kpe_parse *parse, const struct kpe_event *event,
			const struct kpe_definition *def)
{
	const struct kpe_definition *other;
	unsigned int arg;

	if (event->is_return != def->is_return) {
		kpe_fail(parse, parse->words[0], KPE_ERR_DIFF_PROBE_TYPE);
		return -EEXIST;
	}
	arg = differs(&def->args, kpe_event_args(event));
	if (arg) {
		kpe_fail(parse, arg + 1 < parse->num_words ?
			 parse->words[arg + 1] :
			 parse->work + strlen(parse->line),
			 KPE_ERR_DIFF_ARG_TYPE);
		return -EEXIST;
	}
	list_for_each_entry(other, &event->defs, link)
		if (is_same(def, other)) {
			kpe_fail(parse, parse->words[0], KPE_ERR_SAME_PROBE);
			return -EEXIST;
		}
	return 0;
}

/* Why kprobes.ko does not take it. */
static void explain(struct kpe_parse *parse, struct kpe_definition *def, int ret)
{
	kpe_fail(parse, parse->words[1], ret == -ENOENT ? KPE_ERR_BAD_PROBE_ADDR :
		 ret == -EILSEQ ? KPE_ERR_BAD_INSN_BNDRY :
		 KPE_ERR_FAIL_REG_PROBE);
	if (def->num_probes)
		kprobe_refusal(&def->probes->rp.kp, parse->why,
			       sizeof(parse->why));
}

static void lock_sinks(void)
{
	unsigned int i;

	for (i = 0; i < kpe_num_sinks; i++)
		if (kpe_sinks[i]->lock)
			kpe_sinks[i]->lock();
}

static void unlock_sinks(void)
{
	unsigned int i;

	for (i = kpe_num_sinks; i-- > 0;)
		if (kpe_sinks[i]->unlock)
			kpe_sinks[i]->unlock();
}

/* Which were told of it. */
static int add_sinks(struct kpe_event *event, unsigned int *num)
{
	int ret;

	for (*num = 0; *num < kpe_num_sinks; ++*num) {
		ret = kpe_sinks[*num]->add ? kpe_sinks[*num]->add(event) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

/* From now on nobody finds or enables it; the caller unregisters and frees it. */
static void event_unlink(struct kpe_event *event, struct list_head *dead)
{
	event->is_dead = true;
	idr_remove(&ids, event->id);
	list_move_tail(&event->link, dead);
}

/*
 * Take a definition up, with an event that is there, or a new one, which is returned.
 * Otherwise it is the caller's.
 */
static struct kpe_event *add_definition(struct kpe_parse *parse,
					struct kpe_definition *def)
{
	struct kpe_event *event = find_event(def->group, def->name);
	bool is_new = !event;
	int ret;

	ret = is_new ? 0 : check_append(parse, event, def);
	if (ret)
		return ERR_PTR(ret);
	if (is_new)
		event = event_create(def);
	if (!event)
		return ERR_PTR(-ENOMEM);
	def->event = event;
	list_add_tail(&def->link, &event->defs);
	ret = kpe_probes_register(def);
	if (!ret && is_new)
		list_add_tail(&event->link, &kpe_events);
	if (!ret)
		return is_new ? event : NULL;
	explain(parse, def, ret);
	kpe_probes_unregister(def);
	list_del_init(&def->link);
	if (is_new) {
		idr_remove(&ids, event->id);
		kfree(event);
	}
	return ERR_PTR(ret);
}

/* Tell the sinks of a new event; if one refuses it, it is gone. */
static int announce(struct kpe_parse *parse, struct kpe_event *event)
{
	unsigned int i, num;
	LIST_HEAD(dead);
	int ret = add_sinks(event, &num);

	if (!ret)
		return 0;
	if (ret == -EEXIST)
		kpe_fail(parse, parse->words[0], KPE_ERR_EVENT_EXIST);
	lock_sinks();
	mutex_lock(&kpe_mutex);
	/* who was quick has enabled it */
	for (i = 0; i < kpe_num_sinks; i++)
		kpe_events_switch(&event, 1, i, false);
	event_unlink(event, &dead);
	kpe_events_unregister(&dead);
	mutex_unlock(&kpe_mutex);
	event_free(event, num);
	unlock_sinks();
	return ret;
}

static int define(struct kpe_parse *parse)
{
	struct kpe_definition *def = kzalloc(sizeof(*def), GFP_KERNEL);
	struct kpe_event *event = NULL;
	int ret;

	if (!def)
		return -ENOMEM;
	ret = kpe_definition_parse(parse, kpe_place_check, def);
	if (!ret) {
		ret = kpe_place_expand(def);
		if (ret == -ENOENT)
			kpe_fail(parse, parse->words[1], KPE_ERR_NO_MATCH);
	}
	if (!ret) {
		mutex_lock(&kpe_mutex);
		event = add_definition(parse, def);
		mutex_unlock(&kpe_mutex);
		ret = PTR_ERR_OR_ZERO(event);
	}
	if (ret)
		definition_free(def);
	else if (event)
		ret = announce(parse, event);
	return ret;
}

static bool is_busy(const struct kpe_event *event)
{
	unsigned int i;

	if (event->sinks)
		return true;
	for (i = 0; i < kpe_num_sinks; i++)
		if (kpe_sinks[i]->is_busy && kpe_sinks[i]->is_busy(event))
			return true;
	return false;
}

static bool is_meant(const struct kpe_event *event,
		     const struct kpe_deletion *deletion)
{
	return !deletion ||
	       ((!deletion->group[0] ||
		 !strcmp(event->group, deletion->group)) &&
		(!deletion->name[0] || !strcmp(event->name, deletion->name)));
}

/* All that are meant, or none if one of them is busy. NULL means all. */
static int delete_events(const struct kpe_deletion *deletion)
{
	struct kpe_event *event, *next;
	LIST_HEAD(dead);
	int ret = deletion ? -ENOENT : 0;

	lock_sinks();
	mutex_lock(&kpe_mutex);
	list_for_each_entry(event, &kpe_events, link) {
		if (!is_meant(event, deletion))
			continue;
		ret = is_busy(event) ? -EBUSY : 0;
		if (ret)
			break;
	}
	list_for_each_entry_safe(event, next, &kpe_events, link) {
		if (ret || !is_meant(event, deletion))
			continue;
		event_unlink(event, &dead);
	}
	kpe_events_unregister(&dead);
	mutex_unlock(&kpe_mutex);
	list_for_each_entry_safe(event, next, &dead, link)
		event_free(event, kpe_num_sinks);
	unlock_sinks();
	return ret;
}

static int delete(struct kpe_parse *parse)
{
	struct kpe_deletion deletion;
	int ret = kpe_deletion_parse(parse, &deletion);

	if (ret)
		return ret;
	ret = delete_events(&deletion);
	if (ret == -ENOENT)
		kpe_fail(parse, parse->words[0] + 2, KPE_ERR_NO_EVENT);
	else if (ret == -EBUSY)
		kpe_fail(parse, parse->words[0] + 2, KPE_ERR_EVENT_BUSY);
	return ret;
}

/**
 * kpe_event_command() - obey a line of the file `events`
 * @line: the line
 *
 * Context: process context, may sleep.
 * Return: 0, or an error, and `error_log` says why.
 */
int kpe_event_command(const char *line)
{
	struct kpe_parse parse;
	int ret;

	mutex_lock(&define_mutex);
	ret = kpe_parse_begin(&parse, line);
	if (!ret && parse.num_words)
		ret = parse.words[0][0] == '-' ? delete(&parse) :
		      define(&parse);
	if (ret && ret != -ENOMEM)
		kpe_errors_add(&parse, ret);
	kpe_parse_end(&parse);
	mutex_unlock(&define_mutex);
	return ret;
}

/**
 * kpe_event_delete() - delete an event, if nobody uses it
 * @group: its group
 * @name: its name
 *
 * Context: process context, may sleep.
 * Return: 0; -EBUSY; -ENOENT.
 */
int kpe_event_delete(const char *group, const char *name)
{
	struct kpe_deletion deletion;
	int ret;

	strscpy(deletion.group, group, sizeof(deletion.group));
	strscpy(deletion.name, name, sizeof(deletion.name));
	mutex_lock(&define_mutex);
	ret = delete_events(&deletion);
	mutex_unlock(&define_mutex);
	return ret;
}

/**
 * kpe_events_clear() - delete all events
 *
 * Context: process context, may sleep.
 * Return: 0 or -EBUSY: then none is deleted.
 */
int kpe_events_clear(void)
{
	int ret;

	mutex_lock(&define_mutex);
	ret = delete_events(NULL);
	mutex_unlock(&define_mutex);
	return ret;
}

int kpe_events_init(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < kpe_num_sinks; i++) {
		ret = kpe_sinks[i]->init ? kpe_sinks[i]->init() : 0;
		if (!ret)
			continue;
		while (i-- > 0)
			if (kpe_sinks[i]->exit)
				kpe_sinks[i]->exit();
		return ret;
	}
	return 0;
}

/* No event is enabled: each that is holds the module. */
void kpe_events_exit(void)
{
	unsigned int i;

	WARN_ON(kpe_events_clear());
	for (i = kpe_num_sinks; i-- > 0;)
		if (kpe_sinks[i]->exit)
			kpe_sinks[i]->exit();
	idr_destroy(&ids);
}
