/* SPDX-License-Identifier: GPL-2.0 */
/* x86: until 5.15 entries of exception tables name a handler, too, by its distance. */
#ifndef KP_COMPAT_EXTABLE_H
#define KP_COMPAT_EXTABLE_H

#include <linux/stddef.h>
#include <linux/types.h>
#include <asm/extable.h>
/* it has the name by which such entries are told */
#ifdef KP_OFFERS_ASM_ASM
#include <asm/asm.h>
#endif

/**
 * kp_extable_keep_handler() - have the copy of an entry name the same handler
 * @copy: the copy
 * @entry: the entry
 * @at: where the copy will be
 *
 * Return: whether it is within the copy's reach.
 */
static inline bool
kp_extable_keep_handler(struct exception_table_entry *copy,
			const struct exception_table_entry *entry,
			unsigned long at)
{
#ifdef _ASM_EXTABLE_HANDLE
	unsigned long handler = (unsigned long)&entry->handler + entry->handler;
	long distance = handler - (at + offsetof(typeof(*copy), handler));

	copy->handler = distance;
	return copy->handler == distance;
#else
	return true;
#endif
}

#endif /* KP_COMPAT_EXTABLE_H */
