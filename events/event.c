// SPDX-License-Identifier: GPL-2.0
/* Events: the list of all, defining and deleting them by lines of text. */
#include <linux/err.h>
#include <linux/idr.h>
#include <linux/kernel.h>
#include <linux/kwatch.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"
#include "event.h"
#include "filter.h"

/* One line at a time is obeyed; taken behind locks of sinks, before kpe_mutex. */
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
 * kpe_event_id() - the number of an event
 * @group: its group
 * @name: its name
 *
 * Context: process context, may sleep.
 * Return: its number; or -ENOENT.
 */
int kpe_event_id(const char *group, const char *name)
{
	const struct kpe_event *event;
	int id;

	mutex_lock(&kpe_mutex);
	event = find_event(group, name);
	id = event ? event->id : -ENOENT;
	mutex_unlock(&kpe_mutex);
	return id;
}

/**
 * kpe_event_args() - names, types and places of an event's arguments
 * @event: the event
 *
 * Context: kpe_mutex held.
 */
const struct kpe_args *kpe_event_args(const struct kpe_event *event)
{
	return &event->first->args;
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
	event->target = def->target;
	event->id = idr_alloc_cyclic(&ids, event, 1, 0, GFP_KERNEL);
	if (event->id > 0)
		return event;
	kfree(event);
	return NULL;
}

static void definition_free(struct kpe_definition *def)
{
	kpe_modules_forget(def);
	kpe_refused_forget(def);
	kpe_probes_free(def);
	kpe_definition_exit(def);
	kfree(def);
}

/* It is in no list, and its probes are not registered. */
static void event_free(struct kpe_event *event, unsigned int num_sinks)
{
	struct kpe_definition *def, *next;

	kpe_sinks_remove(event, num_sinks);
	if (list_empty(&event->first->link))
		definition_free(event->first);
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
	    a->length != b->length || a->is_read != b->is_read ||
	    a->is_written != b->is_written ||
	    a->is_all != b->is_all || !a->symbol != !b->symbol ||
	    (a->symbol && strcmp(a->symbol, b->symbol)) ||
	    (a->path && strcmp(a->path, b->path)))
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

	if (event->is_return != def->is_return ||
	    event->target != def->target) {
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
	kpe_fail(parse, parse->words[1], def->target == KPE_USER ?
		 KPE_ERR_FAIL_LATE : ret == -ENOENT ? KPE_ERR_BAD_PROBE_ADDR :
		 def->target == KPE_DATA ? KPE_ERR_FAIL_LATE :
		 ret == -EILSEQ ? KPE_ERR_BAD_INSN_BNDRY :
		 KPE_ERR_FAIL_REG_PROBE);
	if (!def->num_probes)
		return;
	if (def->target == KPE_DATA)
		kwatch_refusal(def->probes->late, parse->why,
			       sizeof(parse->why));
	else
		kprobe_refusal(&def->probes->rp.kp, parse->why,
			       sizeof(parse->why));
}

/* From now on nobody finds or enables it; the caller unregisters and frees it. */
static void event_unlink(struct kpe_event *event, struct list_head *dead)
{
	struct kpe_definition *def;

	event->is_dead = true;
	idr_remove(&ids, event->id);
	list_move_tail(&event->link, dead);
	list_for_each_entry(def, &event->defs, link)
		kpe_sinks_define(def, false);
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
	if (is_new)
		event->first = def;
	def->event = event;
	list_add_tail(&def->link, &event->defs);
	ret = kpe_probes_register(def);
	if (!ret && is_new)
		list_add_tail(&event->link, &kpe_events);
	if (!ret) {
		kpe_sinks_define(def, true);
		return is_new ? event : NULL;
	}
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
	int ret = kpe_sinks_add(event, &num);

	if (!ret)
		return 0;
	kpe_fail(parse, parse->words[0], ret == -EEXIST ? KPE_ERR_EVENT_EXIST :
							  KPE_ERR_FAIL_ADD);
	mutex_lock(&kpe_mutex);
	/* who was quick has enabled it */
	for (i = 0; i < kpe_num_sinks; i++)
		kpe_events_switch(&event, 1, i, false);
	event_unlink(event, &dead);
	kpe_events_unregister(&dead);
	mutex_unlock(&kpe_mutex);
	event_free(event, num);
	return ret;
}

/* Variables that arguments name; of a module that comes later they come with it. */
static int check_symbols(struct kpe_parse *parse, const struct kpe_definition *def)
{
	unsigned int i;

	for (i = 0; i < def->args.num && !kpe_place_is_later(def); i++)
		if (def->args.of[i].source == KPE_ADDRESS &&
		    !kprobe_symbol_address(def->args.of[i].symbol)) {
			kpe_fail(parse, parse->words[2 + i],
				 KPE_ERR_BAD_MEM_ADDR);
			return -ENOENT;
		}
	return 0;
}

/* Read a definition, and find what it probes: without locks, as that takes long. */
static int prepare(struct kpe_parse *parse, struct kpe_definition **def)
{
	int ret;

	*def = kzalloc(sizeof(**def), GFP_KERNEL);
	if (!*def)
		return -ENOMEM;
	ret = kpe_definition_parse(parse, kpe_place_check, *def) ?:
	      check_symbols(parse, *def);
	if (!ret) {
		ret = kpe_place_expand(*def);
		if (ret && (*def)->target == KPE_USER)
			explain(parse, *def, ret);
		else if (ret == -ENOENT)
			kpe_fail(parse, parse->words[1], KPE_ERR_NO_MATCH);
	}
	if (ret) {
		definition_free(*def);
		*def = NULL;
	} else {
		kpe_modules_note(*def);
	}
	return ret;
}

static int define(struct kpe_parse *parse, struct kpe_definition *def)
{
	struct kpe_event *event;

	mutex_lock(&kpe_mutex);
	event = add_definition(parse, def);
	mutex_unlock(&kpe_mutex);
	if (IS_ERR(event))
		definition_free(def);
	return event && !IS_ERR(event) ? announce(parse, event) :
					 PTR_ERR_OR_ZERO(event);
}

/**
 * kpe_event_is_busy() - whether an event must not be deleted
 * @event: the event
 *
 * Context: kpe_mutex and locks of sinks held.
 */
bool kpe_event_is_busy(const struct kpe_event *event)
{
	return event->sinks || kpe_sinks_are_busy(event);
}

/* How many definitions of an event are meant. */
enum extent { NONE, SOME, ALL };

static enum extent extent_of(const struct kpe_event *event,
			     const struct kpe_deletion *deletion)
{
	const struct kpe_definition *def;
	unsigned int meant = 0, num = 0;

	if (!deletion)
		return ALL;
	if (deletion->group[0] && strcmp(event->group, deletion->group))
		return NONE;
	if (deletion->name[0] && strcmp(event->name, deletion->name))
		return NONE;
	list_for_each_entry(def, &event->defs, link) {
		meant += kpe_definition_matches(def, deletion->words,
						deletion->num_words);
		num++;
	}
	return !meant ? NONE : meant < num ? SOME : ALL;
}

/* -ENOENT: none is meant; -EBUSY: an event would go that is used. */
static int check_deletion(const struct kpe_deletion *deletion)
{
	struct kpe_event *event;
	int ret = deletion ? -ENOENT : 0;
	enum extent extent;

	list_for_each_entry(event, &kpe_events, link) {
		extent = extent_of(event, deletion);
		if (extent == ALL && kpe_event_is_busy(event))
			return -EBUSY;
		if (extent != NONE)
			ret = 0;
	}
	return ret;
}

/* Others of its event stay. */
static void remove_definition(struct kpe_definition *def)
{
	kpe_sinks_define(def, false);
	kpe_probes_unregister(def);
	list_del_init(&def->link);
	if (def != def->event->first) {
		definition_free(def);
		return;
	}
	/* it stays for what it says of arguments */
	kpe_modules_forget(def);
	kpe_refused_forget(def);
	kpe_probes_free(def);
}

static void remove_definitions(struct kpe_event *event,
			       const struct kpe_deletion *deletion)
{
	struct kpe_definition *def, *next;

	list_for_each_entry_safe(def, next, &event->defs, link)
		if (kpe_definition_matches(def, deletion->words,
					   deletion->num_words))
			remove_definition(def);
}

/* With kpe_mutex held, which is released. */
static void delete_unlinked(struct list_head *dead)
{
	struct kpe_event *event, *next;

	kpe_events_unregister(dead);
	mutex_unlock(&kpe_mutex);
	list_for_each_entry_safe(event, next, dead, link)
		event_free(event, kpe_num_sinks);
}

/* All that are meant, or none if one event is busy. NULL means all. */
static int delete_events(const struct kpe_deletion *deletion)
{
	struct kpe_event *event, *next;
	enum extent extent;
	LIST_HEAD(dead);
	int ret;

	mutex_lock(&kpe_mutex);
	ret = check_deletion(deletion);
	list_for_each_entry_safe(event, next, &kpe_events, link) {
		extent = ret ? NONE : extent_of(event, deletion);
		if (extent == ALL)
			event_unlink(event, &dead);
		else if (extent == SOME)
			remove_definitions(event, deletion);
	}
	delete_unlinked(&dead);
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
		kpe_fail(parse, deletion.num_words ? parse->words[1] :
			 parse->words[0] + 2, KPE_ERR_NO_EVENT);
	else if (ret == -EBUSY)
		kpe_fail(parse, parse->words[0] + 2, KPE_ERR_EVENT_BUSY);
	return ret;
}

static void lock(void)
{
	kpe_sinks_lock();
	mutex_lock(&define_mutex);
}

static void unlock(void)
{
	mutex_unlock(&define_mutex);
	kpe_sinks_unlock();
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
	struct kpe_definition *def = NULL;
	bool is_deletion = false;
	struct kpe_parse parse;
	int ret;

	ret = kpe_parse_begin(&parse, line);
	if (!ret && parse.num_words) {
		is_deletion = parse.words[0][0] == '-';
		ret = is_deletion ? 0 : prepare(&parse, &def);
	}
	lock();
	if (is_deletion)
		ret = delete(&parse);
	else if (def)
		ret = define(&parse, def);
	if (ret && ret != -ENOMEM) {
		kpe_errors_add(&parse, ret);
		kpe_sinks_refuse(&parse, ret);
	}
	kpe_parse_end(&parse);
	unlock();
	return ret;
}

/**
 * kpe_events_delete_unused() - delete those of some events that nobody uses
 * @ids: their numbers; result: 0 for those that are gone
 * @num: how many
 *
 * One batch: they wait for grace periods together.
 *
 * Context: process context, may sleep.
 */
void kpe_events_delete_unused(int *ids, unsigned int num)
{
	struct kpe_event *event;
	LIST_HEAD(dead);
	unsigned int i;

	lock();
	mutex_lock(&kpe_mutex);
	for (i = 0; i < num; i++) {
		event = kpe_event_by_id(ids[i]);
		if (event && kpe_event_is_busy(event))
			continue;
		if (event)
			event_unlink(event, &dead);
		ids[i] = 0;
	}
	delete_unlinked(&dead);
	unlock();
}

/**
 * kpe_definition_delete() - delete a definition; with the last one its event
 * @def: the definition
 *
 * Context: process context, may sleep; locks of sinks held.
 * Return: 0; -EBUSY if the event would go and is used.
 */
int kpe_definition_delete(struct kpe_definition *def)
{
	struct kpe_event *event = def->event;
	LIST_HEAD(dead);
	int ret = 0;

	mutex_lock(&define_mutex);
	mutex_lock(&kpe_mutex);
	if (!list_is_singular(&event->defs)) {
		remove_definition(def);
		event = NULL;
	} else if (kpe_event_is_busy(event)) {
		event = NULL;
		ret = -EBUSY;
	} else {
		event_unlink(event, &dead);
		kpe_events_unregister(&dead);
	}
	mutex_unlock(&kpe_mutex);
	if (event)
		event_free(event, kpe_num_sinks);
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

	lock();
	ret = delete_events(NULL);
	unlock();
	return ret;
}

/*
 * Nobody uses an event: who does holds the module. But a line that was being obeyed when
 * it began to go may have made one that is used for a moment.
 */
void kpe_events_exit(void)
{
	while (kpe_events_clear())
		schedule_timeout_idle(HZ / 10);
	kpe_sinks_exit();
	idr_destroy(&ids);
}
