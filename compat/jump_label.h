/* SPDX-License-Identifier: GPL-2.0 */
/* Jump-label and static-call sites, where the kernel is built with them. */
#ifndef KP_COMPAT_JUMP_LABEL_H
#define KP_COMPAT_JUMP_LABEL_H

#include <linux/jump_label.h>
#include <linux/module.h>
#include <linux/static_call.h>

#ifdef CONFIG_JUMP_LABEL
static inline unsigned long kp_jump_entry_code(const struct jump_entry *entry)
{
	return jump_entry_code(entry);
}

static inline unsigned long kp_jump_entry_target(const struct jump_entry *entry)
{
	return jump_entry_target(entry);
}

static inline unsigned long kp_jump_entry_key(const struct jump_entry *entry)
{
	return (unsigned long)jump_entry_key(entry);
}

static inline bool kp_jump_entry_is_init(const struct jump_entry *entry)
{
	return jump_entry_is_init(entry);
}

static inline bool kp_module_has_jump_label(const struct module *mod,
					    unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < mod->num_jump_entries; i++)
		if (jump_entry_code(&mod->jump_entries[i]) == addr)
			return true;
	return false;
}
#else
struct jump_entry {
	int none;
};

static inline unsigned long kp_jump_entry_code(const struct jump_entry *entry)
{
	return 0;
}

static inline unsigned long kp_jump_entry_target(const struct jump_entry *entry)
{
	return 0;
}

static inline unsigned long kp_jump_entry_key(const struct jump_entry *entry)
{
	return 0;
}

static inline bool kp_jump_entry_is_init(const struct jump_entry *entry)
{
	return false;
}

static inline bool kp_module_has_jump_label(const struct module *mod,
					    unsigned long addr)
{
	return false;
}
#endif /* CONFIG_JUMP_LABEL */

#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
static inline unsigned long
kp_static_call_site_addr(const struct static_call_site *site)
{
	return (unsigned long)&site->addr + site->addr;
}

static inline unsigned int
kp_module_num_static_calls(const struct module *mod)
{
	return mod->num_static_call_sites;
}

static inline struct static_call_site *
kp_module_static_call(const struct module *mod, unsigned int i)
{
	return &mod->static_call_sites[i];
}
#else
static inline unsigned long
kp_static_call_site_addr(const struct static_call_site *site)
{
	return 0;
}

static inline unsigned int
kp_module_num_static_calls(const struct module *mod)
{
	return 0;
}

static inline struct static_call_site *
kp_module_static_call(const struct module *mod, unsigned int i)
{
	return NULL;
}
#endif /* CONFIG_HAVE_STATIC_CALL_INLINE */

#endif /* KP_COMPAT_JUMP_LABEL_H */
