// SPDX-License-Identifier: GPL-2.0
/*
 * The probe table: an RCU-read hash from the address of a breakpoint to what
 * it belongs to. Its cost per look-up does not depend on how many entries it
 * has. Writers hold kp_mutex.
 */
#include <linux/log2.h>
#include <linux/overflow.h>

#include <hit/probe_table.h>
#include <kernel/pages.h>
#include <kernel/quiesce.h>

#define MIN_SLOTS	256

/* What it protects is said in hit/probe_table.h. */
DEFINE_MUTEX(kp_mutex);
LIST_HEAD(kp_probepoints);

/* Stands in the slot of a removed entry. */
static struct kp_trap tombstone = { .kind = KP_TRAP_NONE };

static struct kp_table *writer_table(void)
{
	return rcu_dereference_protected(kp_table,
					 lockdep_is_held(&kp_mutex));
}

static struct kp_table *table_alloc(unsigned long nr_slots)
{
	struct kp_table *table;
	unsigned long i;

	table = kp_pages_alloc(struct_size(table, slot, nr_slots));
	if (!table)
		return NULL;
	for (i = 0; i < nr_slots; i++)
		table->slot[i] = &kp_no_trap;
	table->used = 0;
	table->mask = nr_slots - 1;
	table->shift = BITS_PER_LONG_LONG - ilog2(nr_slots);
	return table;
}

static void table_free(struct kp_table *table)
{
	kp_pages_free(table, struct_size(table, slot, table->mask + 1));
}

static bool is_live(const struct kp_trap *trap)
{
	return trap->kind != KP_TRAP_NONE;
}

static void table_insert(struct kp_table *table, struct kp_trap *trap)
{
	unsigned long i = (trap->addr * GOLDEN_RATIO_64) >> table->shift;

	while (is_live(table->slot[i]))
		i = (i + 1) & table->mask;
	if (table->slot[i] == &kp_no_trap)
		table->used++;
	/* pairs with the dependent load of trap->addr in kp_table_find() */
	smp_store_release(&table->slot[i], trap);
}

/**
 * kp_probepoint_find() - the probepoint at an address
 * @addr: the address
 *
 * Context: kp_mutex held, or preemption disabled.
 * Return: the probepoint, or NULL.
 */
struct probepoint *kp_probepoint_find(unsigned long addr)
{
	struct kp_trap *trap = kp_table_find(addr);

	if (trap->kind > KP_TRAP_INTERNAL)
		return NULL;
	return container_of(trap, struct probepoint, home);
}

/**
 * kp_table_init() - create the empty table
 *
 * Return: 0 or -ENOMEM.
 */
int kp_table_init(void)
{
	struct kp_table *table = table_alloc(MIN_SLOTS);

	if (!table)
		return -ENOMEM;
	RCU_INIT_POINTER(kp_table, table);
	return 0;
}

/**
 * kp_table_exit() - free the table
 *
 * Context: the trap hook is gone and a grace period has passed since.
 */
void kp_table_exit(void)
{
	table_free(rcu_dereference_protected(kp_table, true));
	RCU_INIT_POINTER(kp_table, NULL);
}

/**
 * kp_table_reserve() - make room for more entries
 * @extra: how many kp_table_add() calls are to come
 *
 * Grows the table, or rebuilds it if it is full of tombstones.
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -ENOMEM, with the table as it was.
 */
int kp_table_reserve(unsigned long extra)
{
	struct kp_table *old = writer_table(), *new;
	unsigned long i, live = 0;

	lockdep_assert_held(&kp_mutex);

	if (2 * (old->used + extra) <= old->mask + 1)
		return 0;

	for (i = 0; i <= old->mask; i++)
		if (is_live(old->slot[i]))
			live++;

	new = table_alloc(max_t(unsigned long, MIN_SLOTS,
				roundup_pow_of_two(4 * (live + extra))));
	if (!new)
		return -ENOMEM;
	for (i = 0; i <= old->mask; i++)
		if (is_live(old->slot[i]))
			table_insert(new, old->slot[i]);

	rcu_assign_pointer(kp_table, new);
	/* the function tracer calls us where RCU is not watching, too */
	kp_wait_for_cpus();
	table_free(old);
	return 0;
}

/**
 * kp_table_add() - publish an entry
 * @trap: its @addr must not be in the table
 *
 * Context: kp_mutex held, room reserved by kp_table_reserve().
 */
void kp_table_add(struct kp_trap *trap)
{
	lockdep_assert_held(&kp_mutex);
	table_insert(writer_table(), trap);
}

/**
 * kp_table_remove() - unpublish an entry
 * @trap: an entry of the table
 *
 * The caller waits for a grace period before it frees @trap.
 *
 * Context: kp_mutex held.
 */
void kp_table_remove(struct kp_trap *trap)
{
	struct kp_table *table = writer_table();
	unsigned long i = (trap->addr * GOLDEN_RATIO_64) >> table->shift;

	lockdep_assert_held(&kp_mutex);

	while (table->slot[i] != trap)
		i = (i + 1) & table->mask;
	WRITE_ONCE(table->slot[i], &tombstone);
}
