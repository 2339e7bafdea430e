/* SPDX-License-Identifier: GPL-2.0 */
/* The probe table: trap address -> struct kp_trap, read on every hit. */
#ifndef KP_HIT_PROBE_TABLE_H
#define KP_HIT_PROBE_TABLE_H

#include <linux/hash.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <hit/cpu.h>
#include <hit/probepoint.h>

/*
 * Protects everything but what the hit path reads: probepoints, their probes
 * and states, the writers' side of the table, slots. Taken before all other
 * locks; see Documentation/locking.rst.
 */
extern struct mutex kp_mutex;

/**
 * kp_mutex_lock_idle() - take kp_mutex in a worker
 *
 * A batch of many probes holds it for long. A task that waits for it then does
 * nothing wrong, and is no hung task. Workers get no signals.
 *
 * Context: a worker.
 */
static inline void kp_mutex_lock_idle(void)
{
	while (mutex_lock_interruptible(&kp_mutex))
		cond_resched();
}

/* All probepoints, in order of creation; protected by kp_mutex. */
extern struct list_head kp_probepoints;

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

struct probepoint *kp_probepoint_find(unsigned long addr);
int __must_check kp_table_init(void);
void kp_table_exit(void);
int __must_check kp_table_reserve(unsigned long extra);
void kp_table_add(struct kp_trap *trap);
void kp_table_remove(struct kp_trap *trap);

#endif /* KP_HIT_PROBE_TABLE_H */
