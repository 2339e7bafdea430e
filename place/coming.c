// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that are being loaded, and which of them can be probed.
 *
 * kallsyms finds a module before the notifiers are told that it comes. If live
 * patching or an earlier notifier then refuses it, it is freed and we are
 * told nothing. If a later notifier refuses it, we are told that it goes, and
 * its state is still that of one that comes. So its state alone does not say
 * whether we will be told before its text goes.
 *
 * When we are told, the kernel has sorted the module's jump labels, but not its
 * static calls: that notifier comes after ours. It sorts in place, so that who reads
 * meanwhile may miss one. Sites are read before, and the copy serves until then.
 */
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include <hit/probe_table.h>
#include <place/coming.h>
#include <compat/jump_label.h>

/**
 * struct coming - a module that comes
 * @link: in coming_modules
 * @mod: the module
 * @calls: addresses of its static calls, as many as it has
 */
struct coming {
	struct list_head link;
	const struct module *mod;
	unsigned long calls[];
};

/* We were told that they come, and neither that they are live nor that they go. */
static LIST_HEAD(coming_modules);

static struct coming *find(const struct module *mod)
{
	struct coming *coming;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry(coming, &coming_modules, link)
		if (coming->mod == mod)
			return coming;
	return NULL;
}

static unsigned long call_addr(const struct module *mod, unsigned int i)
{
	return kp_static_call_site_addr(kp_module_static_call(mod, i));
}

/**
 * kp_coming_add() - a module comes
 * @mod: the module; if memory is short, it cannot be probed before it is live
 *
 * Context: a notifier of modules, kp_mutex held.
 */
void kp_coming_add(const struct module *mod)
{
	unsigned int num = kp_module_num_static_calls(mod), i;
	struct coming *coming;

	lockdep_assert_held(&kp_mutex);
	coming = kvmalloc(struct_size(coming, calls, num), GFP_KERNEL);
	if (!coming)
		return;
	coming->mod = mod;
	for (i = 0; i < num; i++)
		coming->calls[i] = call_addr(mod, i);
	list_add(&coming->link, &coming_modules);
}

/**
 * kp_coming_remove() - a module is live, or goes
 * @mod: the module
 *
 * Context: a notifier of modules, kp_mutex held.
 */
void kp_coming_remove(const struct module *mod)
{
	struct coming *coming = find(mod);

	if (!coming)
		return;
	list_del(&coming->link);
	kvfree(coming);
}

/**
 * kp_coming_exit() - free all
 *
 * Context: process context, when the notifier is called no more.
 */
void kp_coming_exit(void)
{
	struct coming *coming, *next;

	mutex_lock(&kp_mutex);
	list_for_each_entry_safe(coming, next, &coming_modules, link) {
		list_del(&coming->link);
		kvfree(coming);
	}
	mutex_unlock(&kp_mutex);
}

/**
 * kp_module_is_there() - whether we will be told before a module's text goes
 * @mod: the module, which may go if this is not so
 *
 * Context: kp_mutex held. If it is so, it is until kp_mutex is released: the
 * notifier takes it before the text goes. Init text goes when the module is live.
 */
bool kp_module_is_there(const struct module *mod)
{
	lockdep_assert_held(&kp_mutex);
	switch (READ_ONCE(mod->state)) {
	case MODULE_STATE_LIVE:
		return true;
	case MODULE_STATE_COMING:
		return find(mod);
	default:
		return false;
	}
}

/**
 * kp_coming_has_static_call() - whether a static call of a module is at an address
 * @mod: the module; kp_module_is_there()
 * @addr: the address
 *
 * Context: kp_mutex held.
 */
bool kp_coming_has_static_call(const struct module *mod, unsigned long addr)
{
	const struct coming *coming = find(mod);
	unsigned int i;

	for (i = 0; i < kp_module_num_static_calls(mod); i++)
		if (addr == (coming ? coming->calls[i] : call_addr(mod, i)))
			return true;
	return false;
}
