// SPDX-License-Identifier: GPL-2.0
/*
 * Where the kernel's functions are, by a hash of their names. The kernel's own
 * look-up bisects names that are compressed, and takes 25,000 instructions
 * each; here it is one name to unpack, the one that is found.
 *
 * Made once, when kprobes.ko is loaded, and not changed. What is not in it, or
 * not alone with its hash, the kernel is asked for.
 */
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/utsname.h>

#include <kernel/ksyms.h>
#include <kernel/names.h>

/**
 * struct entry - a function
 * @hash: of its name
 * @offset: from the start of the kernel's text
 */
struct entry {
	u32 hash;
	u32 offset;
};

/* Sorted by hash. */
static struct entry *entries;
static unsigned int num_entries, max_entries;
static unsigned long text_base;

/* Of the functions, those that must not get a breakpoint. */
static unsigned int num_closed;

static u32 hash_of(const char *name)
{
	return jhash(name, strlen(name), 0);
}

static int entry_add(const char *name, unsigned long addr)
{
	struct entry *bigger;

	if (num_entries == max_entries) {
		max_entries = 2 * max_entries + 4096;
		bigger = kvmalloc_array(max_entries, sizeof(*entries),
					GFP_KERNEL);
		if (!bigger)
			return -ENOMEM;
		if (entries)
			memcpy(bigger, entries, num_entries * sizeof(*entries));
		kvfree(entries);
		entries = bigger;
	}
	entries[num_entries++] = (struct entry){
		hash_of(kp_ksyms_plain(name)), addr - text_base
	};
	return 0;
}

static int cmp_entry(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* The name of the symbol at @addr, and where that begins and ends. */
static const char *name_at(unsigned long addr, unsigned long *start,
			   unsigned long *end, char *namebuf)
{
	unsigned long size, offset;
	const char *name;
	char *module;

	name = kp_ksyms.kallsyms_lookup(addr, &size, &offset, &module, namebuf);
	*start = addr - offset;
	*end = *start + size;
	return name;
}

/* Without what is not used. */
static void shrink(void)
{
	struct entry *smaller;

	smaller = kvmalloc_array(num_entries, sizeof(*entries), GFP_KERNEL);
	if (!smaller)
		return;
	memcpy(smaller, entries, num_entries * sizeof(*entries));
	kvfree(entries);
	entries = smaller;
	max_entries = num_entries;
}

/**
 * kp_names_init() - go through the symbols of the kernel's text
 * @is_closed: whether one must not get a breakpoint, for kp_names_tell()
 *
 * Context: process context, module init.
 * Return: 0 or -ENOMEM.
 */
int kp_names_init(bool (*is_closed)(unsigned long addr))
{
	unsigned long addr = kp_ksyms_lookup("_stext"), start, end;
	unsigned long etext = kp_ksyms_lookup("_etext");
	char namebuf[KSYM_NAME_LEN];
	const char *name;

	text_base = addr;
	for (; addr < etext; addr = end) {
		name = name_at(addr, &start, &end, namebuf);
		if (!name || end <= addr)
			break;
		if (entry_add(name, start)) {
			kp_names_exit();
			return -ENOMEM;
		}
		num_closed += is_closed(start);
		cond_resched();
	}
	if (!num_entries)
		return 0;
	shrink();
	sort(entries, num_entries, sizeof(*entries), cmp_entry, NULL);
	return 0;
}

/**
 * kp_names_tell() - how many functions there are, in the log
 * @version: of kprobes.ko
 *
 * Context: process context, module init.
 */
void kp_names_tell(const char *version)
{
	pr_info("version %s for %s: %u functions of the kernel, %u of them closed to breakpoints\n",
		version, init_utsname()->machine, num_entries, num_closed);
}

/**
 * kp_names_exit() - free all
 */
void kp_names_exit(void)
{
	kvfree(entries);
	entries = NULL;
	num_entries = 0;
}

/* The first entry that is not before @hash. */
static unsigned int find_hash(u32 hash)
{
	unsigned int low = 0, high = num_entries;

	while (low < high) {
		unsigned int middle = low + (high - low) / 2;

		if (entries[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/**
 * kp_names_lookup() - address of a symbol by name
 * @name: symbol, or "module:symbol"
 *
 * Of several symbols of one name, any.
 *
 * Context: process context.
 * Return: its address, or 0.
 */
unsigned long kp_names_lookup(const char *name)
{
	u32 hash = hash_of(name);
	unsigned int i = find_hash(hash);
	unsigned long addr, start, end;
	char namebuf[KSYM_NAME_LEN];
	const char *found;

	if (i < num_entries && entries[i].hash == hash &&
	    (i + 1 == num_entries || entries[i + 1].hash != hash)) {
		addr = text_base + entries[i].offset;
		found = name_at(addr, &start, &end, namebuf);
		if (found && start == addr &&
		    !strcmp(kp_ksyms_plain(found), name))
			return addr;
	}
	return kp_ksyms_lookup(name);
}

/**
 * kp_names_count() - how many functions of the kernel have a name
 * @name: the name
 *
 * Context: process context.
 */
unsigned int kp_names_count(const char *name)
{
	unsigned long start, end;
	char namebuf[KSYM_NAME_LEN];
	u32 hash = hash_of(name);
	unsigned int i, num = 0;
	const char *found;

	for (i = find_hash(hash); i < num_entries && entries[i].hash == hash;
	     i++) {
		found = name_at(text_base + entries[i].offset, &start, &end,
				namebuf);
		num += found && !strcmp(kp_ksyms_plain(found), name);
	}
	return num;
}

/**
 * kp_names_each() - go through the functions of the kernel
 * @fn: called with the name and address of each, in no order, until it returns
 *	other than 0
 * @data: for @fn
 *
 * Context: process context, may sleep.
 * Return: 0, or what @fn returned last.
 */
int kp_names_each(int (*fn)(const char *name, unsigned long addr, void *data),
		  void *data)
{
	unsigned long start, end;
	char namebuf[KSYM_NAME_LEN];
	const char *name;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < num_entries && !ret; i++) {
		name = name_at(text_base + entries[i].offset, &start, &end,
			       namebuf);
		if (name)
			ret = fn(kp_ksyms_plain(name), start, data);
		cond_resched();
	}
	return ret;
}

/**
 * kp_names_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_names_show(struct seq_file *m)
{
	seq_printf(m, "names: %zu bytes\n", num_entries * sizeof(*entries));
}
