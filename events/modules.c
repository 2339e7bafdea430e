// SPDX-License-Identifier: GPL-2.0
/*
 * Which definitions have to do with a module that comes or goes.
 *
 * A notifier that waited for kpe_mutex on behalf of each module could wait for ever: with
 * kpe_mutex held, a probe in user space has a file read, and a file system may want a
 * module for that. So it asks here first.
 */
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "event.h"

/* Definitions of functions in modules. */
static LIST_HEAD(in_modules);
static DEFINE_MUTEX(modules_mutex);

/**
 * kpe_modules_note() - a definition has to do with its module, if it is in one
 * @def: the definition; its probes are registered after this
 *
 * If a notifier has asked before, the module has its symbols, and kprobes.ko was told of it:
 * then they are there when they are registered.
 *
 * Context: process context, may sleep.
 */
void kpe_modules_note(struct kpe_definition *def)
{
	if (def->target != KPE_TEXT || def->is_all || !def->symbol)
		return;
	if (!kpe_place_is_in_module(def) && kprobe_count_functions(def->symbol))
		return;
	mutex_lock(&modules_mutex);
	list_add_tail(&def->in_module, &in_modules);
	mutex_unlock(&modules_mutex);
}

/**
 * kpe_modules_forget() - undo kpe_modules_note()
 * @def: the definition, also if that was not called
 *
 * Context: process context, may sleep.
 */
void kpe_modules_forget(struct kpe_definition *def)
{
	mutex_lock(&modules_mutex);
	list_del_init(&def->in_module);
	mutex_unlock(&modules_mutex);
}

/**
 * kpe_module_is_named() - whether a definition names a module
 * @def: the definition, with a symbol
 * @mod: the module
 */
bool kpe_module_is_named(const struct kpe_definition *def,
			 const struct module *mod)
{
	size_t len = strlen(mod->name);

	return !strncmp(def->symbol, mod->name, len) && def->symbol[len] == ':';
}

/**
 * kpe_module_is_concerned() - whether a definition has to do with a module
 * @mod: the module
 *
 * What names no module may be in any.
 *
 * Context: a notifier of modules.
 */
bool kpe_module_is_concerned(const struct module *mod)
{
	const struct kpe_definition *def;
	bool found = false;

	mutex_lock(&modules_mutex);
	list_for_each_entry(def, &in_modules, in_module)
		found |= !kpe_place_is_in_module(def) ||
			 kpe_module_is_named(def, mod);
	mutex_unlock(&modules_mutex);
	return found;
}
