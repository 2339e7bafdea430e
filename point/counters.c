// SPDX-License-Identifier: GPL-2.0
/*
 * Per-CPU counters for hits. The kernel's per-CPU allocator takes thousands of
 * instructions for each of many small allocations: here, one serves many
 * counters.
 */
#include <linux/bitmap.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include <hit/probe_table.h>
#include <point/counters.h>

#define COUNTERS_PER_BLOCK	128

/**
 * struct kp_counter_block - counters allocated together
 * @link: in blocks, those with free counters first
 * @values: all counters of it
 * @num_used: counters in use
 * @used: which
 */
struct kp_counter_block {
	struct list_head link;
	unsigned long __percpu *values;
	unsigned int num_used;
	DECLARE_BITMAP(used, COUNTERS_PER_BLOCK);
};

/* Protected by kp_mutex. */
static LIST_HEAD(blocks);

static struct kp_counter_block *block_alloc(void)
{
	struct kp_counter_block *block = kzalloc(sizeof(*block), GFP_KERNEL);

	if (!block)
		return NULL;
	block->values = __alloc_percpu(COUNTERS_PER_BLOCK * sizeof(long), sizeof(long));
	if (!block->values) {
		kfree(block);
		return NULL;
	}
	list_add(&block->link, &blocks);
	return block;
}

/**
 * kp_counter_alloc() - allocate a counter, at zero
 * @counter: the counter
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -ENOMEM.
 */
int kp_counter_alloc(struct kp_counter *counter)
{
	struct kp_counter_block *block;
	unsigned int i;
	int cpu;

	lockdep_assert_held(&kp_mutex);
	block = list_first_entry_or_null(&blocks, typeof(*block), link);
	if (!block || block->num_used == COUNTERS_PER_BLOCK)
		block = block_alloc();
	if (!block)
		return -ENOMEM;

	i = find_first_zero_bit(block->used, COUNTERS_PER_BLOCK);
	__set_bit(i, block->used);
	if (++block->num_used == COUNTERS_PER_BLOCK)
		list_move_tail(&block->link, &blocks);
	counter->block = block;
	counter->value = block->values + i;
	for_each_possible_cpu(cpu) {
		unsigned long *value = per_cpu_ptr(counter->value, cpu);

		*value = 0;
	}
	return 0;
}

/**
 * kp_counter_free() - free a counter
 * @counter: the counter, which nobody counts on any more
 *
 * Context: process context, kp_mutex held.
 */
void kp_counter_free(struct kp_counter *counter)
{
	struct kp_counter_block *block = counter->block;

	lockdep_assert_held(&kp_mutex);
	__clear_bit(counter->value - block->values, block->used);
	list_move(&block->link, &blocks);
	if (--block->num_used)
		return;
	list_del(&block->link);
	free_percpu(block->values);
	kfree(block);
}

/**
 * kp_counter_sum() - what a counter has counted
 * @counter: the counter
 *
 * Context: any.
 */
unsigned long kp_counter_sum(const struct kp_counter *counter)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += *per_cpu_ptr(counter->value, cpu);
	return sum;
}
