// SPDX-License-Identifier: GPL-2.0
/* Modules that come and go: probes in text that is unloaded are [GONE]. */
#include <linux/module.h>
#include <linux/notifier.h>

#include <internal/core.h>
#include <internal/ftrace_probe.h>
#include <internal/module_events.h>
#include <internal/text.h>
#include <internal/text_map.h>

static bool is_going(const struct probepoint *pp, const struct module *mod,
		     bool init_only)
{
	return pp->mod == mod && pp->state != KP_GONE &&
	       (!init_only || within_module_init(pp->home.addr, mod));
}

/* The text is still mapped: what we wrote there is taken back. */
static void forget_text(const struct module *mod, bool init_only)
{
	struct probepoint *pp, *next;
	LIST_HEAD(ftrace_sites);
	LIST_HEAD(traps);
	LIST_HEAD(jumps);

	mutex_lock(&kp_mutex);
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

	list_for_each_entry(pp, &kp_probepoints, link)
		if (is_going(pp, mod, init_only))
			kp_probepoint_gone(pp);
	if (!init_only)
		kp_text_map_forget(mod);
	mutex_unlock(&kp_mutex);
}

static int module_notify(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	if (state == MODULE_STATE_GOING)
		forget_text(data, false);
	else if (state == MODULE_STATE_LIVE)
		forget_text(data, true);
	return NOTIFY_DONE;
}

static struct notifier_block module_block = {
	.notifier_call = module_notify,
};

/**
 * kp_module_events_init() - start to watch modules
 *
 * Return: 0, or what register_module_notifier() returned.
 */
int kp_module_events_init(void)
{
	return register_module_notifier(&module_block);
}

/**
 * kp_module_events_exit() - stop watching modules
 */
void kp_module_events_exit(void)
{
	unregister_module_notifier(&module_block);
}
