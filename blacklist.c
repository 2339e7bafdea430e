// SPDX-License-Identifier: GPL-2.0
/*
 * Text that must not be probed, collected once: sections, the kernel's own
 * blacklist, what runs between a trap and its handler, and the sites that
 * others patch. Each with the reason, in words.
 */
#include <linux/bsearch.h>
#include <linux/jump_label.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/static_call.h>

#include <internal/arch.h>
#include <internal/blacklist.h>
#include <internal/ksyms.h>
#include <internal/native_kprobes.h>
#include <compat/jump_label.h>
#include <compat/kprobe_blacklist.h>
#include <compat/module.h>

static const char why_marked[] = "marked __kprobes";
static const char why_nokprobe[] = "NOKPROBE_SYMBOL";
static const char why_trap_path[] = "runs between a trap and its handler";
static const char why_copied[] = "copied by the function tracer";
static const char why_elsewhere[] = "runs with the MMU off, or at another address";
static const char why_jump_label[] = "jump label site";
static const char why_static_call[] = "static call site";

/**
 * struct text_range - text that must not be probed
 * @start: first byte
 * @end: byte after the last
 * @why: reason, a static string
 */
struct text_range {
	unsigned long start;
	unsigned long end;
	const char *why;
};

static struct text_range *ranges;
static unsigned int num_ranges, max_ranges;

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

/* Without an end: that function. */
static const struct {
	const char *start;
	const char *end;
	const char *why;
} sections[] = {
	{ "__entry_text_start", "__entry_text_end", "entry text" },
	{ "__noinstr_text_start", "__noinstr_text_end", "noinstr text" },
	{ "__irqentry_text_start", "__irqentry_text_end", "entry text" },
	{ "__kprobes_text_start", "__kprobes_text_end", why_marked },
	{ "__static_call_text_start", "__static_call_text_end",
	  "static call trampoline" },
	/* of arm64: where the MMU is off, or where it maps something else */
	{ "__idmap_text_start", "__idmap_text_end", why_elsewhere },
	{ "__hyp_text_start", "__hyp_text_end", why_elsewhere },
	{ "__hyp_idmap_text_start", "__hyp_idmap_text_end", why_elsewhere },
	{ "__hibernate_exit_text_start", "__hibernate_exit_text_end",
	  why_elsewhere },
	{ "__entry_tramp_text_start", "__entry_tramp_text_end",
	  why_elsewhere },
	{ "__relocate_new_kernel_start", "__relocate_new_kernel_end",
	  why_elsewhere },
	{ "_cpu_resume", NULL, why_elsewhere },
	/* a copy of a breakpoint would be nobody's */
	{ "ftrace_caller", "ftrace_caller_end", why_copied },
	{ "ftrace_regs_caller", "ftrace_regs_caller_end", why_copied },
};

static int range_add(unsigned long start, unsigned long end, const char *why)
{
	struct text_range *bigger;

	if (num_ranges == max_ranges) {
		max_ranges += 256;
		bigger = kvmalloc_array(max_ranges, sizeof(*ranges),
					GFP_KERNEL);
		if (!bigger)
			return -ENOMEM;
		if (ranges)
			memcpy(bigger, ranges, num_ranges * sizeof(*ranges));
		kvfree(ranges);
		ranges = bigger;
	}
	ranges[num_ranges++] = (struct text_range){ start, end, why };
	return 0;
}

static int add_trap_path(unsigned long start, unsigned long end, void *data)
{
	return range_add(start, end, why_trap_path);
}

static int add_sections(void)
{
	unsigned long start, end, size, offset;
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(sections) && !ret; i++) {
		start = kp_ksyms_lookup(sections[i].start);
		if (sections[i].end)
			end = kp_ksyms_lookup(sections[i].end);
		else if (start && kp_ksyms.kallsyms_lookup_size_offset(start,
								       &size,
								       &offset))
			end = start + size;
		else
			end = 0;
		if (start && end > start)
			ret = range_add(start, end, sections[i].why);
	}
	return ret;
}

static int add_native(const struct list_head *link)
{
	const struct kp_blacklist_entry *entry;

	entry = list_entry(link, struct kp_blacklist_entry, list);
	if (!kp_ksyms.core_kernel_text(entry->start_addr))
		return 0;
	return range_add(entry->start_addr, entry->end_addr, why_nokprobe);
}

/*
 * Where kallsyms knows functions only: as the kernel shows the list to people.
 * These functions take its lock (since 5.8).
 */
static int add_shown_blacklist(void)
{
	loff_t pos = 0;
	void *link;
	int ret = 0;

	if (!kp_ksyms.kprobe_blacklist_seq_start ||
	    !kp_ksyms.kprobe_blacklist_seq_next ||
	    !kp_ksyms.kprobe_blacklist_seq_stop)
		return 0;
	link = kp_ksyms.kprobe_blacklist_seq_start(NULL, &pos);
	while (link && !ret) {
		ret = add_native(link);
		link = kp_ksyms.kprobe_blacklist_seq_next(NULL, link, &pos);
	}
	kp_ksyms.kprobe_blacklist_seq_stop(NULL, link);
	return ret;
}

/* The list that the kernel keeps if it has kprobes of its own. */
static int add_native_blacklist(void)
{
	const struct list_head *link;
	int ret = 0;

	if (!kp_ksyms.kprobe_blacklist)
		return add_shown_blacklist();
	/* modules add to it and remove from it */
	kp_native_lock();
	list_for_each(link, kp_ksyms.kprobe_blacklist) {
		ret = add_native(link);
		if (ret)
			break;
	}
	kp_native_unlock();
	return ret;
}

static int cmp_range(const void *a, const void *b)
{
	const struct text_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	/* the reason that holds for all probes before the one for traps only */
	return (x->why == why_trap_path) - (y->why == why_trap_path);
}

/* Sort, and let no range reach into the next, so that a search is exact. */
static void sort_ranges(void)
{
	unsigned int i, n = 0;

	sort(ranges, num_ranges, sizeof(*ranges), cmp_range, NULL);
	for (i = 0; i < num_ranges; i++) {
		if (n && ranges[i].start < ranges[n - 1].end) {
			if (ranges[i].end <= ranges[n - 1].end)
				continue;
			ranges[i].start = ranges[n - 1].end;
		}
		ranges[n++] = ranges[i];
	}
	num_ranges = n;
}

static int cmp_in_range(const void *key, const void *elt)
{
	const struct text_range *range = elt;
	unsigned long addr = *(const unsigned long *)key;

	if (addr < range->start)
		return -1;
	return addr >= range->end;
}

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

static int index_sites(void)
{
	struct jump_entry *jump;
	struct static_call_site *call;
	size_t max = 0;

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
 * kp_is_mark() - whether a reason is that a function is marked __kprobes, or by
 *	NOKPROBE_SYMBOL()
 * @why: what kp_blacklist_why() returned
 *
 * Context: any.
 */
bool kp_is_mark(const char *why)
{
	return why == why_marked || why == why_nokprobe;
}

/**
 * kp_blacklist_init() - collect what must not be probed
 *
 * Context: process context, module init.
 * Return: 0, -ENOMEM, or -ENOENT if a symbol is missing (the log says which).
 */
int kp_blacklist_init(void)
{
	int ret;

	ret = range_add(kp_module_text(THIS_MODULE),
			kp_module_text_end(THIS_MODULE), "kprobes.ko itself");
	if (!ret)
		ret = add_sections();
	if (!ret)
		ret = add_native_blacklist();
	if (!ret)
		ret = kp_arch_trap_path(add_trap_path, NULL);
	if (!ret)
		ret = index_sites();
	if (ret) {
		kp_blacklist_exit();
		return ret;
	}
	sort_ranges();
	return 0;
}

/**
 * kp_blacklist_exit() - free what kp_blacklist_init() collected
 */
void kp_blacklist_exit(void)
{
	kvfree(ranges);
	kvfree(sites);
}

/* NOKPROBE_SYMBOL in a module, on a kernel that does not collect it. */
static bool is_marked_in_module(unsigned long addr, const struct module *mod)
{
	char name[KSYM_NAME_LEN + MODULE_NAME_LEN + 16];
	unsigned long size, offset, *marker;
	char symbol[KSYM_NAME_LEN];
	char *modname;

	if (!kp_ksyms.kallsyms_lookup(addr, &size, &offset, &modname, symbol))
		return false;
	snprintf(name, sizeof(name), "%s:_kbl_addr_%s", mod->name,
		 kp_ksyms_plain(symbol));
	marker = (unsigned long *)kp_ksyms_lookup(name);
	return marker && kp_arch_code(*marker) == addr - offset;
}

static const char *module_why(unsigned long addr, const struct module *mod)
{
	unsigned long start = (unsigned long)mod->noinstr_text_start;

	if (addr - start < mod->noinstr_text_size)
		return "noinstr text";
	if (kp_ksyms.within_kprobe_blacklist) {
		if (kp_ksyms.within_kprobe_blacklist(addr))
			return why_nokprobe;
	} else if (is_marked_in_module(addr, mod)) {
		return why_nokprobe;
	}
	return NULL;
}

/**
 * kp_blacklist_why() - whether an address must not be probed
 * @addr: the address
 * @mod: the module it is in, or NULL
 * @by_trap: the probe would be a breakpoint
 *
 * Context: process context; @mod stays.
 * Return: NULL, or the reason why not.
 */
const char *kp_blacklist_why(unsigned long addr, const struct module *mod,
			     bool by_trap)
{
	struct text_range *range;

	range = bsearch(&addr, ranges, num_ranges, sizeof(*ranges),
			cmp_in_range);
	if (range && (by_trap || range->why != why_trap_path))
		return range->why;
	return mod ? module_why(addr, mod) : NULL;
}

static const char *module_reserved_why(unsigned long addr,
				       const struct module *mod)
{
	if (kp_module_has_jump_label(mod, addr))
		return why_jump_label;
	if (kp_module_has_static_call(mod, addr))
		return why_static_call;
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
 * Context: process context; @mod stays.
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

/**
 * kp_blacklist_show() - the contents of `blacklist`
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int kp_blacklist_show(struct seq_file *m, void *v)
{
	bool show = kp_ksyms.kallsyms_show_value(m->file->f_cred);
	unsigned int i;

	for (i = 0; i < num_ranges; i++)
		seq_printf(m, "0x%px-0x%px\t%ps\t%s\n",
			   (void *)(show ? ranges[i].start : 0),
			   (void *)(show ? ranges[i].end : 0),
			   (void *)ranges[i].start, ranges[i].why);
	return 0;
}
