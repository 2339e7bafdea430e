// SPDX-License-Identifier: GPL-2.0
/*
 * Where a hit must not go on in code of ours that may reschedule, or that may be
 * freed under a CPU that is off: there are no jumps, and no slots with post_handlers.
 */
#include <linux/kernel.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <place/blacklist.h>
#include <point/excluded.h>

/**
 * struct excluded - text of a function
 * @start: first byte
 * @size: bytes
 */
static struct excluded {
	unsigned long start;
	unsigned long size;
} excluded[16];
static unsigned int num_excluded;

static void exclude(const char *name)
{
	unsigned long start = kp_ksyms_lookup(name), size, offset;

	if (!start ||
	    !kp_ksyms.kallsyms_lookup_size_offset(start, &size, &offset) ||
	    WARN_ON(num_excluded == ARRAY_SIZE(excluded)))
		return;
	excluded[num_excluded++] = (struct excluded){ start, size };
}

/**
 * kp_excluded_init() - find where that is
 *
 * Context: process context, module init.
 */
void kp_excluded_init(void)
{
	const char * const *name;

	for (name = kp_rescheduling; *name; name++)
		exclude(*name);
	for (name = kp_arch_off_functions; *name; name++)
		exclude(*name);
}

/**
 * kp_is_excluded() - whether a hit is to end in the trap
 * @addr: the probed address
 *
 * Context: any, after kp_excluded_init().
 */
bool kp_is_excluded(unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < num_excluded; i++)
		if (addr - excluded[i].start < excluded[i].size)
			return true;
	return false;
}

/**
 * kp_has_post_slot() - whether post_handlers are called without a second exception
 * @insn: the probed instruction, not one that is emulated
 * @addr: its address
 *
 * Context: any, after kp_excluded_init().
 */
bool kp_has_post_slot(const struct kp_arch_insn *insn, unsigned long addr)
{
	return kp_arch_has_post_slot(insn) && !kp_is_excluded(addr);
}
