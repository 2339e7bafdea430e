/* SPDX-License-Identifier: GPL-2.0 */
/* The probe table: trap address -> struct kp_trap, read on every hit. */
#ifndef KP_INTERNAL_PROBE_TABLE_H
#define KP_INTERNAL_PROBE_TABLE_H

#include <linux/hash.h>
#include <linux/rcupdate.h>

#include <internal/probepoint.h>

/**
 * struct kp_table - one generation of the table
 * @shift: 64 (or 32) minus log2 of the number of slots
 * @mask: number of slots - 1
 * @used: slots that are not empty, removed entries included
 * @slot: open addressing, linear probing; a removed entry leaves a tombstone
 *
 * At most half of the slots are used, so a search ends. A slot changes by a
 * single store, so readers need no more than RCU.
 */
struct kp_table {
	unsigned int shift;
	unsigned long mask;
	unsigned long used;
	struct kp_trap *slot[];
};

extern struct kp_table __rcu *kp_table;

/* Stands in empty slots; found for what is not there. */
extern struct kp_trap kp_no_trap;

/**
 * kp_table_find() - look a trap's address up
 * @addr: where the breakpoint is
 *
 * Context: any, also NMI; preemption disabled or kp_mutex held.
 * Return: the entry, valid for as long as the context lasts; if there is none,
 * &kp_no_trap, whose kind is KP_TRAP_NONE.
 */
static __always_inline struct kp_trap *kp_table_find(unsigned long addr)
{
	/* raw: callers are in trap context, where lockdep must not be asked */
	const struct kp_table *table = rcu_dereference_raw(kp_table);
	unsigned long i = (addr * GOLDEN_RATIO_64) >> table->shift;
	struct kp_trap *trap = READ_ONCE(table->slot[i]);

	while (unlikely(trap->addr != addr) && trap != &kp_no_trap) {
		i = (i + 1) & table->mask;
		trap = READ_ONCE(table->slot[i]);
	}
	return trap;
}

int __must_check kp_table_init(void);
void kp_table_exit(void);
int __must_check kp_table_reserve(unsigned long extra);
void kp_table_add(struct kp_trap *trap);
void kp_table_remove(struct kp_trap *trap);

#endif /* KP_INTERNAL_PROBE_TABLE_H */
