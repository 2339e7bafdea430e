// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that come and go: probes that a client leaves behind are removed, and
 * those of others in text that is unloaded are [GONE].
 *
 * The kernel calls the notifiers with MODULE_STATE_GOING when the module's exit has
 * returned, or its init has failed, and frees its text and data after that.
 * With MODULE_STATE_LIVE it calls them when init has succeeded, before the init
 * part is freed. It holds the rwsem of the notifiers, for reading, and no other
 * lock; the module still has its reference on kprobes.ko.
 */
#include <linux/module.h>
#include <linux/notifier.h>

#include <guard/clients.h>
#include <guard/module_events.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <place/coming.h>
#include <point/ftrace_probe.h>
#include <point/probepoint.h>
#include <point/retire.h>
#include <text/text.h>
#include <text/text_map.h>

static bool is_going(const struct probepoint *pp, const struct module *mod,
		     bool init_only)
{
	unsigned long addr = pp->home.addr;

	/* where text was unloaded there may be another module by now */
	return pp->state != KP_GONE &&
	       (init_only ? within_module_init(addr, mod) : within_module(addr, mod));
}

/* Probepoints that are in no list any more, and have no probes. */
static void free_unused(struct list_head *unused)
{
	struct probepoint *pp, *next;

	if (list_empty(unused))
		return;
	kp_wait_for_cpus();
	mutex_lock(&kp_mutex);
	list_for_each_entry_safe(pp, next, unused, link)
		kp_probepoint_retire(pp);
	mutex_unlock(&kp_mutex);
}

/* The text is still mapped: what we wrote there is taken back. */
static void forget_text(const struct module *mod, bool init_only)
{
	struct probepoint *pp, *next;
	LIST_HEAD(ftrace_sites);
	LIST_HEAD(traps);
	LIST_HEAD(jumps);
	LIST_HEAD(unused);

	mutex_lock(&kp_mutex);
	/* the kernel's own kprobes look through the list */
	kp_native_lock();
	kp_coming_remove(mod);
	list_for_each_entry(pp, &kp_probepoints, link)
		if (is_going(pp, mod, init_only) && kp_is_armed(pp))
			list_add(&pp->batch, pp->is_ftrace ? &ftrace_sites :
				 pp->state == KP_OPTIMIZED ? &jumps : &traps);
	kp_ftrace_disarm(&ftrace_sites);
	kp_text_unoptimize(&jumps);
	list_splice(&jumps, &traps);
	kp_text_disarm(&traps);
	list_splice(&traps, &ftrace_sites);
	list_for_each_entry_safe(pp, next, &ftrace_sites, batch)
		list_del_init(&pp->batch);

	list_for_each_entry_safe(pp, next, &kp_probepoints, link)
		if (is_going(pp, mod, init_only)) {
			kp_probepoint_gone(pp);
			/* it has stayed because somebody else had written there */
			if (!kp_has_probes(pp)) {
				kp_probepoint_unpublish(pp);
				list_add(&pp->link, &unused);
			}
		}
	if (!init_only)
		kp_text_map_forget(mod);
	kp_native_unlock();
	mutex_unlock(&kp_mutex);
	free_unused(&unused);
}

/* Told when a module leaves, or its init part. */
static void (*on_leaving)(struct kp_leaving *leaving);

static void remove_left(const struct module *mod, bool init_only)
{
	struct kp_leaving leaving = { .mod = mod, .init_only = init_only };

	on_leaving(&leaving);
	kp_leaving_end(&leaving);
}

static void on_coming(const struct module *mod)
{
	mutex_lock(&kp_mutex);
	kp_coming_add(mod);
	mutex_unlock(&kp_mutex);
}

static int module_notify(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	if (state == MODULE_STATE_COMING)
		on_coming(data);
	if (state == MODULE_STATE_GOING || state == MODULE_STATE_LIVE)
		remove_left(data, state == MODULE_STATE_LIVE);
	if (state == MODULE_STATE_GOING)
		forget_text(data, false);
	else if (state == MODULE_STATE_LIVE)
		forget_text(data, true);
	return NOTIFY_DONE;
}

/*
 * Behind the kernel's jump labels, which write into text that comes. Ahead of all that
 * may probe a module when it comes: KUnit runs its tests then. Also ahead of static
 * calls, which are sorted then, and of the kernel's kprobes, which note what is marked:
 * place/coming.c and place/blacklist.c do without them.
 */
static struct notifier_block module_block = {
	.notifier_call = module_notify,
	.priority = 1,
};

/**
 * kp_module_events_init() - start to watch modules
 * @fn: removes the probes of a module that leaves; in process context, without
 *	locks of ours
 *
 * Return: 0, or what register_module_notifier() returned.
 */
int kp_module_events_init(void (*fn)(struct kp_leaving *leaving))
{
	on_leaving = fn;
	return register_module_notifier(&module_block);
}

/**
 * kp_module_events_exit() - stop watching modules
 */
void kp_module_events_exit(void)
{
	unregister_module_notifier(&module_block);
	kp_coming_exit();
}
