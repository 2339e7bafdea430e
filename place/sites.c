// SPDX-License-Identifier: GPL-2.0
/*
 * Instructions that the kernel itself writes while it runs, by tables: the sites
 * of jump labels and static calls, and relocations of live patches. What else is written is in
 * Documentation/design.rst, "Text that others write".
 */
#include <linux/bsearch.h>
#include <linux/jump_label.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/static_call.h>

#include <arch/contract.h>
#include <place/coming.h>
#include <place/jump_table.h>
#include <place/sites.h>
#include <kernel/ksyms.h>
#include <compat/jump_label.h>
#include <compat/live_patch.h>

static const char why_jump_label[] = "jump label site";
static const char why_static_call[] = "static call site";

/**
 * struct site - an instruction that somebody else patches
 * @offset: from the start of the kernel's text
 * @is_static_call: a static call, not a jump label
 */
struct site {
	u32 offset : 31;
	u32 is_static_call : 1;
};

/* Sorted by offset. */
static unsigned long text_base;
static struct site *sites;
static unsigned int num_sites;
/* How the table of jump labels was found. */
static const char *jumps_from = "the kernel's symbols";

static int cmp_site(const void *a, const void *b)
{
	const struct site *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void site_add(unsigned long addr, bool is_static_call)
{
	sites[num_sites].offset = addr - text_base;
	sites[num_sites++].is_static_call = is_static_call;
}

/**
 * kp_sites_init() - collect the kernel's sites
 *
 * Context: process context, module init.
 * Return: 0; -ENOMEM; -ENOENT if the kernel does not say where jump labels are.
 */
int kp_sites_init(void)
{
	struct jump_entry *jump;
	struct static_call_site *call;
	size_t max = 0;

	if (!kp_ksyms.start_jump_table)
		jumps_from = kp_jump_table_find() ? "the kernel's code" : NULL;
	if (IS_ENABLED(CONFIG_JUMP_LABEL) && !jumps_from &&
	    !kp_ksyms.jump_label_text_reserved) {
		pr_err("no symbol says where jump labels are: neither __start___jump_table nor jump_label_text_reserved\n");
		return -ENOENT;
	}
	if (kp_ksyms.start_jump_table)
		max += kp_ksyms.stop_jump_table - kp_ksyms.start_jump_table;
	if (kp_ksyms.start_static_call_sites)
		max += kp_ksyms.stop_static_call_sites -
		       kp_ksyms.start_static_call_sites;
	sites = kvmalloc_array(max + 1, sizeof(*sites), GFP_KERNEL);
	if (!sites)
		return -ENOMEM;
	text_base = kp_ksyms_lookup("_stext");

	for (jump = kp_ksyms.start_jump_table;
	     jump < kp_ksyms.stop_jump_table; jump++)
		site_add(kp_jump_entry_code(jump), false);
	for (call = kp_ksyms.start_static_call_sites;
	     call < kp_ksyms.stop_static_call_sites; call++)
		site_add(kp_static_call_site_addr(call), true);
	sort(sites, num_sites, sizeof(*sites), cmp_site, NULL);
	return 0;
}

/**
 * kp_sites_exit() - free what kp_sites_init() collected
 */
void kp_sites_exit(void)
{
	kvfree(sites);
}

/**
 * kp_sites_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_sites_show(struct seq_file *m)
{
	if (jumps_from)
		seq_printf(m, "jump labels: %zd, found by %s\n",
			   kp_ksyms.stop_jump_table - kp_ksyms.start_jump_table,
			   jumps_from);
	else if (kp_ksyms.jump_label_text_reserved)
		seq_puts(m, "jump labels: the kernel is asked about each probe\n");
}

static const char *module_reserved_why(unsigned long addr,
				       const struct module *mod)
{
	if (kp_module_has_jump_label(mod, addr))
		return why_jump_label;
	if (kp_coming_has_static_call(mod, addr))
		return why_static_call;
	if (kp_module_is_written_late(mod, addr, KP_ARCH_MAX_INSN_SIZE))
		return "written when a module comes that this one patches";
	return NULL;
}

static const char *site_why(unsigned long addr)
{
	struct site key = { .offset = addr - text_base };
	const struct site *site;

	site = bsearch(&key, sites, num_sites, sizeof(*sites), cmp_site);
	if (!site)
		return NULL;
	return site->is_static_call ? why_static_call : why_jump_label;
}

/**
 * kp_reserved_why() - whether somebody else patches the instruction there
 * @addr: address of an instruction
 * @mod: the module it is in, or NULL
 *
 * Context: process context; if there is a @mod, kp_mutex held, and it stays.
 * Return: NULL, or who does.
 */
const char *kp_reserved_why(unsigned long addr, const struct module *mod)
{
	void *at = (void *)addr;

	if (mod)
		return module_reserved_why(addr, mod);
	/* the slow way, where the tables cannot be found */
	if (!kp_ksyms.start_jump_table && kp_ksyms.jump_label_text_reserved &&
	    kp_ksyms.jump_label_text_reserved(at, at))
		return why_jump_label;
	if (!kp_ksyms.start_static_call_sites &&
	    kp_ksyms.static_call_text_reserved &&
	    kp_ksyms.static_call_text_reserved(at, at))
		return why_static_call;
	return site_why(addr);
}
