// SPDX-License-Identifier: GPL-2.0
/*
 * The probes of events: registered when they are defined, disabled; enabled in
 * batches.
 */
#include <linux/bitops.h>
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"
#include "event.h"

LIST_HEAD(kpe_events);

/* A batch is tried again without those that were refused, so often. */
#define MAX_TRIES	1000

static void prepare(struct kpe_probe *probe)
{
	const struct kpe_definition *def = probe->def;
	struct kretprobe *rp = &probe->rp;

	rp->kp.flags = def->event->sinks ? 0 : KPROBE_FLAG_DISABLED;
	if (!def->is_return) {
		rp->kp.pre_handler = kpe_on_hit;
		return;
	}
	rp->handler = kpe_on_return;
	rp->maxactive = def->maxactive;
	if (def->args.num_saved || def->args.has_latency) {
		rp->entry_handler = kpe_on_entry;
		rp->data_size = sizeof(struct kpe_entry) +
				def->args.num_saved * sizeof(long);
	}
}

/* All probes of the definition as one batch. @kps has room for them. */
static int register_batch(struct kpe_definition *def, void **kps)
{
	unsigned int i, num = 0;
	int ret;

	for (i = 0; i < def->num_probes; i++) {
		prepare(&def->probes[i]);
		kps[num++] = def->is_return ? (void *)&def->probes[i].rp :
			     &def->probes[i].rp.kp;
	}
	ret = def->is_return ?
	      register_kretprobes((struct kretprobe **)kps, num) :
	      register_kprobes((struct kprobe **)kps, num);
	for (i = 0; i < def->num_probes; i++)
		def->probes[i].is_registered = !ret;
	return ret;
}

/* After a batch was refused: without those that are to blame. False: none is. */
static bool drop_refused(struct kpe_definition *def)
{
	struct kpe_probe *probes = def->probes;
	unsigned int i, num = 0;
	char why[KPE_MAX_WHY];
	int error;

	for (i = 0; i < def->num_probes; i++) {
		error = kprobe_refusal(&probes[i].rp.kp, why, sizeof(why));
		if (error && error != -ENOMEM) {
			kpe_refused_add(def, (unsigned long)probes[i].rp.kp.addr,
					error, why);
			free_percpu(probes[i].counts);
			continue;
		}
		/* nobody else points to it now */
		if (num != i)
			probes[num] = probes[i];
		num++;
	}
	if (num == def->num_probes)
		return false;
	memset(&probes[num], 0, (def->num_probes - num) * sizeof(*probes));
	def->num_probes = num;
	return num;
}

/**
 * kpe_probes_register() - place the probes of a definition
 * @def: the definition, with its event
 *
 * Context: process context, kpe_mutex held.
 * Return: 0, also if its module is not there yet; or what registering returned.
 */
int kpe_probes_register(struct kpe_definition *def)
{
	unsigned int tries = 0;
	void **kps;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	if (kpe_place_is_later(def))
		return 0;
	if (def->target != KPE_TEXT)
		return kpe_late_define(def);
	ret = kpe_resolve_args(def);
	if (ret)
		return ret;
	kps = kvcalloc(def->num_probes, sizeof(*kps), GFP_KERNEL);
	if (!kps)
		return -ENOMEM;
	do {
		ret = register_batch(def, kps);
	} while (ret && def->is_all && ++tries < MAX_TRIES &&
		 !fatal_signal_pending(current) && drop_refused(def));
	kvfree(kps);
	/* its module has its symbols already, or still */
	if (ret == -ENOENT && kpe_place_is_in_module(def))
		return 0;
	return ret;
}

static void unregister(void **kps, unsigned int num, bool is_return)
{
	if (!num)
		return;
	if (is_return)
		unregister_kretprobes((struct kretprobe **)kps, num);
	else
		unregister_kprobes((struct kprobe **)kps, num);
}

/* Those of a definition that are registered; without room for them, one by one. */
static unsigned int gather(struct kpe_definition *def, void **kps)
{
	unsigned int i, num = 0;
	void *one;

	if (def->target != KPE_TEXT) {
		kpe_late_disarm(def);
		return 0;
	}
	for (i = 0; i < def->num_probes; i++) {
		if (!def->probes[i].is_registered)
			continue;
		def->probes[i].is_registered = false;
		one = def->is_return ? (void *)&def->probes[i].rp :
		      &def->probes[i].rp.kp;
		if (kps)
			kps[num++] = one;
		else
			unregister(&one, 1, def->is_return);
	}
	return num;
}

/**
 * kpe_probes_unregister() - remove the probes of a definition
 * @def: the definition
 *
 * When it returns, no handler is running or will be called.
 *
 * Context: process context, kpe_mutex held.
 */
void kpe_probes_unregister(struct kpe_definition *def)
{
	void **kps = kvcalloc(def->num_probes, sizeof(*kps), GFP_KERNEL);

	lockdep_assert_held(&kpe_mutex);
	unregister(kps, gather(def, kps), def->is_return);
	kvfree(kps);
}

static void unregister_kind(struct list_head *events, bool is_return)
{
	struct kpe_definition *def;
	struct kpe_event *event;
	unsigned int num = 0;
	void **kps;

	list_for_each_entry(event, events, link)
		list_for_each_entry(def, &event->defs, link)
			num += def->is_return == is_return ? def->num_probes : 0;
	kps = kvcalloc(num, sizeof(*kps), GFP_KERNEL);
	num = 0;
	list_for_each_entry(event, events, link)
		list_for_each_entry(def, &event->defs, link)
			if (def->is_return == is_return)
				num += gather(def, kps ? kps + num : NULL);
	unregister(kps, num, is_return);
	kvfree(kps);
}

/**
 * kpe_events_unregister() - remove the probes of events, as two batches
 * @events: the events, by their member link
 *
 * When it returns, no handler is running or will be called.
 *
 * Context: process context, kpe_mutex held.
 */
void kpe_events_unregister(struct list_head *events)
{
	lockdep_assert_held(&kpe_mutex);
	unregister_kind(events, false);
	unregister_kind(events, true);
}

/**
 * kpe_probes_free() - free the probes of a definition
 * @def: the definition; none is registered
 */
void kpe_probes_free(struct kpe_definition *def)
{
	unsigned int i;

	/* there is one; a hit of it while it was tried may count */
	if (def->target != KPE_TEXT && def->probes)
		kpe_late_free(def);
	for (i = 0; i < def->num_probes; i++)
		free_percpu(def->probes[i].counts);
	kvfree(def->probes);
	def->probes = NULL;
	def->num_probes = 0;
}

/**
 * kpe_wait() - wait until no handler runs that was running
 *
 * Context: process context.
 */
void kpe_wait(void)
{
	/* handlers run with preemption disabled, and where RCU is watching */
	synchronize_rcu();
	/* it does not wait for a CPU that comes or goes */
	cpus_read_lock();
	cpus_read_unlock();
}

/* The probes of events that are switched, if @kps is given; returns how many. */
static int collect(struct kpe_event **events, unsigned int num,
		   struct kprobe **kps)
{
	struct kpe_definition *def;
	unsigned int i, j;
	int found = 0;

	for (i = 0; i < num; i++)
		list_for_each_entry(def, &events[i]->defs, link)
			for (j = 0; j < def->num_probes; j++) {
				struct kprobe *kp = &def->probes[j].rp.kp;

				if (def->target != KPE_TEXT ||
				    !def->probes[j].is_registered ||
				    kprobe_gone(kp))
					continue;
				if (kps)
					kps[found] = kp;
				found++;
			}
	return found;
}

static int switch_probes(struct kpe_event **events, unsigned int num,
			 bool enable)
{
	int found = collect(events, num, NULL), ret;
	struct kprobe **kps;

	ret = kpe_late_switch(events, num, enable);
	if (ret || !found)
		return ret;
	kps = kvcalloc(found, sizeof(*kps), GFP_KERNEL);
	if (!kps)
		return -ENOMEM;
	collect(events, num, kps);
	ret = enable ? enable_kprobes(kps, found) : disable_kprobes(kps, found);
	kvfree(kps);
	return ret;
}

/* What a sink needs was there before. */
static void set_sinks(struct kpe_event *event, unsigned long sinks)
{
	/* pairs with kpe_hit_many() */
	smp_store_release(&event->sinks, sinks);
	/* pairs with deliver() and deliver_any() */
	smp_store_release(&event->hit, !sinks ? NULL : is_power_of_2(sinks) ?
			  kpe_sinks[__ffs(sinks)]->hit : kpe_hit_many);
}

static void disable_events(struct kpe_event **events, unsigned int num,
			   unsigned int sink)
{
	unsigned int i, idle = 0;

	for (i = 0; i < num; i++) {
		struct kpe_event *event = events[i];

		if (!(event->sinks & BIT(sink)))
			continue;
		set_sinks(event, event->sinks & ~BIT(sink));
		if (kpe_sinks[sink]->disable)
			kpe_sinks[sink]->disable(event);
		module_put(THIS_MODULE);
		/* those that nobody wants any more come first */
		if (!event->sinks) {
			swap(events[idle], events[i]);
			idle++;
		}
	}
	if (switch_probes(events, idle, false))
		pr_warn("out of memory: hits of disabled events go on, unseen\n");
}

/**
 * kpe_events_switch() - enable or disable events for a sink, all or none
 * @events: the events; their order changes
 * @num: how many
 * @sink: its number
 * @enable: which; those for which it is so already are left alone
 *
 * One batch: a constant number of cross-CPU syncs.
 *
 * Context: process context, kpe_mutex held; something else holds the module.
 * Return: 0; -ENODEV if one was deleted; what the sink or enable_kprobes() returned.
 */
int kpe_events_switch(struct kpe_event **events, unsigned int num,
		      unsigned int sink, bool enable)
{
	unsigned int i, new = 0, idle = 0;
	int ret = 0;

	lockdep_assert_held(&kpe_mutex);
	if (!enable) {
		disable_events(events, num, sink);
		return 0;
	}
	for (i = 0; i < num && !ret; i++) {
		struct kpe_event *event = events[i];

		if (event->sinks & BIT(sink))
			continue;
		ret = event->is_dead ? -ENODEV : kpe_sinks[sink]->enable ?
		      kpe_sinks[sink]->enable(event) : 0;
		if (ret)
			break;
		__module_get(THIS_MODULE);
		swap(events[new], events[i]);
		if (!event->sinks) {
			swap(events[new], events[idle]);
			idle++;
		}
		new++;
		set_sinks(event, event->sinks | BIT(sink));
	}
	if (!ret)
		ret = switch_probes(events, idle, true);
	if (ret)
		disable_events(events, new, sink);
	return ret;
}

/**
 * kpe_probes_come() - a module comes: probes that waited for it are placed
 * @mod: the module
 *
 * Context: a notifier of modules, kpe_mutex held.
 */
void kpe_probes_come(const struct module *mod)
{
	struct kpe_definition *def;
	struct kpe_event *event;
	int ret;

	list_for_each_entry(event, &kpe_events, link)
		list_for_each_entry(def, &event->defs, link) {
			if (!def->symbol || def->is_all ||
			    def->target != KPE_TEXT ||
			    def->probes->is_registered ||
			    !kpe_module_is_named(def, mod))
				continue;
			ret = kpe_probes_register(def);
			if (ret)
				pr_warn("%s/%s: %s cannot be probed: %d\n",
					event->group, event->name, def->symbol,
					ret);
		}
}

/**
 * kpe_probes_go() - a module has gone: its probes wait until it comes again
 * @mod: the module
 *
 * Context: a notifier of modules, after kprobes.ko's, kpe_mutex held.
 */
void kpe_probes_go(const struct module *mod)
{
	struct kpe_definition *def;
	struct kpe_event *event;

	list_for_each_entry(event, &kpe_events, link)
		list_for_each_entry(def, &event->defs, link)
			if (def->symbol && !def->is_all &&
			    def->target == KPE_TEXT &&
			    def->probes->is_registered &&
			    kprobe_gone(&def->probes->rp.kp))
				kpe_probes_unregister(def);
}
