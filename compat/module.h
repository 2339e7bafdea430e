/* SPDX-License-Identifier: GPL-2.0 */
/* Where a module's parts are; the layout changed in 6.4. */
#ifndef KP_COMPAT_MODULE_H
#define KP_COMPAT_MODULE_H

#include <linux/module.h>
#include <linux/rcupdate.h>

#include <compat/jump_label.h>

/* Text that stays; init text is elsewhere. */
static inline unsigned long kp_module_text(const struct module *mod)
{
	return (unsigned long)mod->core_layout.base;
}

static inline unsigned long kp_module_text_end(const struct module *mod)
{
	return kp_module_text(mod) + mod->core_layout.text_size;
}

/* Data lies between text and this. */
static inline unsigned long kp_module_end(const struct module *mod)
{
	return kp_module_text(mod) + mod->core_layout.size;
}

static inline unsigned int kp_module_num_symbols(const struct module *mod)
{
	return rcu_dereference_raw(mod->kallsyms)->num_symtab;
}

static inline unsigned long kp_module_symbol(const struct module *mod,
					     unsigned int i)
{
	return rcu_dereference_raw(mod->kallsyms)->symtab[i].st_value;
}

static inline unsigned int kp_module_num_jumps(const struct module *mod)
{
#ifdef CONFIG_JUMP_LABEL
	return mod->num_jump_entries;
#else
	return 0;
#endif
}

static inline const struct jump_entry *
kp_module_jump(const struct module *mod, unsigned int i)
{
#ifdef CONFIG_JUMP_LABEL
	return &mod->jump_entries[i];
#else
	return NULL;
#endif
}

#endif /* KP_COMPAT_MODULE_H */
