/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a live patch's module is written while it is there: its relocations for other
 * modules, when one of these comes and, since 6.3, when it goes.
 */
#ifndef KP_COMPAT_LIVE_PATCH_H
#define KP_COMPAT_LIVE_PATCH_H

#include <linux/elf.h>
#include <linux/module.h>
#include <linux/string.h>
#include <asm/module.h>

#ifdef CONFIG_LIVEPATCH
/* Bytes that one may write: a word, or the call and what is behind it (powerpc). */
#define KP_LATE_SIZE	8

static inline bool kp_section_is_late(const struct klp_modinfo *info,
				      const Elf_Shdr *section)
{
	const char *name = info->secstrings + section->sh_name;

	/* those for the kernel itself have been written before the module's init */
	return section->sh_flags & SHF_RELA_LIVEPATCH &&
	       !strstarts(name, ".klp.rela.vmlinux.");
}

/**
 * kp_module_is_written_late() - whether a live patch's relocations are written at some bytes
 * @mod: the module, which stays
 * @addr: the first byte
 * @len: how many
 *
 * The kernel keeps a table of them, which it makes after it has told of a module that
 * comes: until that is live, it may be so anywhere.
 *
 * Context: any.
 */
static inline bool kp_module_is_written_late(const struct module *mod,
					     unsigned long addr, unsigned long len)
{
	const struct klp_modinfo *info;
	unsigned long at, end;
	const Elf_Shdr *section;
	const Elf_Rela *rela;
	unsigned int i;

	if (!mod->klp)
		return false;
	/* it may become live meanwhile; the table is there before that is so */
	if (smp_load_acquire(&mod->state) != MODULE_STATE_LIVE)
		return true;
	info = READ_ONCE(mod->klp_info);
	if (!info)
		return true;
	for (i = 1; i < info->hdr.e_shnum; i++) {
		section = info->sechdrs + i;
		if (!kp_section_is_late(info, section))
			continue;
		rela = (const void *)section->sh_addr;
		end = section->sh_addr + section->sh_size;
		for (; (unsigned long)(rela + 1) <= end; rela++) {
			at = info->sechdrs[section->sh_info].sh_addr +
			     rela->r_offset;
			if (at < addr + len && addr < at + KP_LATE_SIZE)
				return true;
		}
	}
	return false;
}
#else
static inline bool kp_module_is_written_late(const struct module *mod,
					     unsigned long addr, unsigned long len)
{
	return false;
}
#endif

#endif /* KP_COMPAT_LIVE_PATCH_H */
