/* SPDX-License-Identifier: GPL-2.0 */
/* Where a module's parts are; the layout changed in 6.4. */
#ifndef KP_COMPAT_MODULE_H
#define KP_COMPAT_MODULE_H

#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/version.h>

#include <compat/jump_label.h>

/* Text that stays; init text is elsewhere. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)
static inline unsigned long kp_module_text(const struct module *mod)
{
	return (unsigned long)mod->mem[MOD_TEXT].base;
}

static inline unsigned long kp_module_text_end(const struct module *mod)
{
	return kp_module_text(mod) + mod->mem[MOD_TEXT].size;
}

/* Data that stays, in parts from 0 on. */
static inline bool kp_module_data(const struct module *mod, unsigned int part,
				  unsigned long *start, unsigned long *end)
{
	static const enum mod_mem_type types[] = {
		MOD_DATA, MOD_RODATA, MOD_RO_AFTER_INIT
	};
	const struct module_memory *mem;

	if (part >= ARRAY_SIZE(types))
		return false;
	mem = &mod->mem[types[part]];
	*start = (unsigned long)mem->base;
	*end = *start + mem->size;
	return true;
}
#else
static inline unsigned long kp_module_text(const struct module *mod)
{
	return (unsigned long)mod->core_layout.base;
}

static inline unsigned long kp_module_text_end(const struct module *mod)
{
	return kp_module_text(mod) + mod->core_layout.text_size;
}

/* Data lies behind text. */
static inline bool kp_module_data(const struct module *mod, unsigned int part,
				  unsigned long *start, unsigned long *end)
{
	*start = kp_module_text_end(mod);
	*end = kp_module_text(mod) + mod->core_layout.size;
	return !part;
}
#endif

/* With module_mutex held: they are exchanged when init is over. */
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

/* Functions marked by NOKPROBE_SYMBOL(), where the kernel notes that. */
static inline unsigned int kp_module_num_marked(const struct module *mod)
{
#ifdef CONFIG_KPROBES
	return mod->num_kprobe_blacklist;
#else
	return 0;
#endif
}

static inline unsigned long kp_module_marked(const struct module *mod,
					     unsigned int i)
{
#ifdef CONFIG_KPROBES
	return mod->kprobe_blacklist[i];
#else
	return 0;
#endif
}

/* Likewise, __kprobes. */
static inline bool kp_module_in_kprobes_text(const struct module *mod,
					     unsigned long addr)
{
#ifdef CONFIG_KPROBES
	return addr - (unsigned long)mod->kprobes_text_start <
	       mod->kprobes_text_size;
#else
	return false;
#endif
}

#endif /* KP_COMPAT_MODULE_H */
