// SPDX-License-Identifier: GPL-2.0
/*
 * Where the kernel's table of jump labels is, if no symbol says so. Kernels
 * without CONFIG_KALLSYMS_ALL have none for data.
 *
 * jump_label_text_reserved() walks the table, so its instructions form the
 * addresses of both ends. Which two of the addresses that it forms these are is told by
 * what lies between them: nothing but entries, sorted by their keys, and no further
 * entry before or behind. Then that function itself is asked about some of them,
 * and about the text between these and their neighbours. If anything disagrees,
 * nothing is found, and it is asked whenever a probe is registered.
 */
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sizes.h>
#include <linux/sort.h>
#include <linux/uaccess.h>
#include <asm/sections.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <place/jump_table.h>
#include <compat/jump_label.h>

/* That a function may form; it is some 60 instructions long. */
#define MAX_ADDRESSES	64
/* A kernel with all drivers built in has some 20,000. */
#define MAX_ENTRIES	SZ_256K
/* About so many sites the kernel is asked. */
#define NUM_ASKED	128
/* No part of a kernel is farther from another. */
#define MAX_DISTANCE	SZ_1G

static unsigned long text, text_end;

static bool is_near(unsigned long addr)
{
	return addr - text + MAX_DISTANCE < 2UL * MAX_DISTANCE;
}

/* Entries for init text are marked, and stay when that is gone. */
static bool is_entry(const struct jump_entry *entry)
{
	unsigned long code, target;
	struct jump_entry copy;

	if (copy_from_kernel_nofault(&copy, entry, sizeof(copy)))
		return false;
	/* what is in it counts from where it is */
	code = kp_jump_entry_code(entry);
	target = kp_jump_entry_target(entry);
	if (!is_near(code) || !is_near(target) ||
	    !is_near(kp_jump_entry_key(entry)))
		return false;
	return kp_ksyms.core_kernel_text(code) ?
	       kp_ksyms.core_kernel_text(target) &&
	       !kp_jump_entry_is_init(entry) : kp_jump_entry_is_init(entry);
}

static bool are_neighbours(const struct jump_entry *entry)
{
	return is_entry(entry) && is_entry(entry + 1) &&
	       kp_jump_entry_key(entry) <= kp_jump_entry_key(entry + 1);
}

static bool is_table(const struct jump_entry *start,
		     const struct jump_entry *stop)
{
	const struct jump_entry *entry;

	if (!is_entry(start) || are_neighbours(start - 1))
		return false;
	for (entry = start; entry < stop - 1; entry++)
		if (!are_neighbours(entry))
			return false;
	return !are_neighbours(entry);
}

static bool is_reserved(unsigned long first, unsigned long last)
{
	return kp_ksyms.jump_label_text_reserved((void *)first, (void *)last);
}

/* About a site, and all text from behind it up to the next. */
static bool kernel_agrees_on(const unsigned long *site)
{
	unsigned long behind = site[0] + KP_ARCH_JUMP_SIZE;

	/* no site is longer */
	return is_reserved(site[0], site[0]) &&
	       (behind >= site[1] || !is_reserved(behind, site[1] - 1));
}

static bool kernel_agrees(const unsigned long *sites, unsigned int num)
{
	unsigned int i, step = num / NUM_ASKED + 1;

	if (sites[0] > text && is_reserved(text, sites[0] - 1))
		return false;
	for (i = 0; i < num; i += step)
		if (!kernel_agrees_on(sites + i))
			return false;
	return kernel_agrees_on(sites + num - 1);
}

static int cmp_address(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* Where the labels are whose text is there, sorted, and the end of the text. */
static unsigned long *get_sites(const struct jump_entry *start,
				const struct jump_entry *stop,
				unsigned int *num)
{
	unsigned long *sites;

	sites = kvmalloc_array(stop - start + 1, sizeof(*sites), GFP_KERNEL);
	if (!sites)
		return NULL;
	for (*num = 0; start < stop; start++)
		if (!kp_jump_entry_is_init(start))
			sites[(*num)++] = kp_jump_entry_code(start);
	sort(sites, *num, sizeof(*sites), cmp_address, NULL);
	sites[*num] = text_end;
	return sites;
}

static bool is_the_table(unsigned long start, unsigned long stop)
{
	const struct jump_entry *first = (void *)start, *last = (void *)stop;
	unsigned long *sites;
	unsigned int num;
	bool agrees;

	if (!is_near(start) || !is_near(stop) || start >= stop ||
	    (stop - start) % sizeof(*first) ||
	    (stop - start) / sizeof(*first) > MAX_ENTRIES ||
	    !IS_ALIGNED(start, __alignof__(*first)) || !is_table(first, last))
		return false;
	sites = get_sites(first, last, &num);
	agrees = sites && num && kernel_agrees(sites, num);
	kvfree(sites);
	return agrees;
}

static bool find_among(const unsigned long *addrs, unsigned int num)
{
	unsigned int i, j;

	for (i = 0; i < num; i++) {
		for (j = 0; j < num; j++) {
			if (!is_the_table(addrs[i], addrs[j]))
				continue;
			kp_ksyms.start_jump_table = (void *)addrs[i];
			kp_ksyms.stop_jump_table = (void *)addrs[j];
			return true;
		}
	}
	return false;
}

/**
 * kp_jump_table_find() - find what symbols do not tell: start_jump_table and
 *	stop_jump_table of kp_ksyms
 *
 * Context: process context, module init.
 * Return: whether it was found.
 */
bool kp_jump_table_find(void)
{
	const void *function = kp_ksyms.jump_label_text_reserved;
	unsigned long addrs[MAX_ADDRESSES], size, offset;
	unsigned int num;

	text = kp_ksyms_lookup("_stext");
	text_end = kp_ksyms_lookup("_etext");
	/* until then, labels in init text count */
	if (!function || !text || !text_end || system_state < SYSTEM_RUNNING)
		return false;
	if (!kp_ksyms.kallsyms_lookup_size_offset((unsigned long)
			dereference_function_descriptor((void *)function),
			&size, &offset) || offset)
		return false;
	num = kp_arch_addresses(function, size, addrs, ARRAY_SIZE(addrs));
	return find_among(addrs, num);
}
