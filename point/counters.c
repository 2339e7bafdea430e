// SPDX-License-Identifier: GPL-2.0
/*
 * Per-CPU counters for hits. The kernel's per-CPU allocator takes thousands of
 * instructions for each of many small allocations: here, one serves many
 * counters.
 */
#include <linux/bitmap.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include <hit/probe_table.h>
#include <point/counters.h>

/* Places in a block. The first is no counter: on one CPU it holds the block's address. */
#define PLACES		128
#define COUNTERS	(PLACES - 1)

/* A block's memory is aligned to its size, so its beginning follows from each counter. */
#define BLOCK_BYTES	(PLACES * sizeof(unsigned long))

/**
 * struct block - counters allocated together
 * @link: in blocks, those with free counters first
 * @places: the first place, and all counters of it
 * @num_used: counters in use
 * @used: places in use
 */
struct block {
	struct list_head link;
	unsigned long __percpu *places;
	unsigned int num_used;
	DECLARE_BITMAP(used, PLACES);
};

/* Protected by kp_mutex. */
static LIST_HEAD(blocks);

static unsigned long *first_place(unsigned long __percpu *places)
{
	return per_cpu_ptr(places, cpumask_first(cpu_possible_mask));
}

static struct block *block_of(unsigned long __percpu *counter)
{
	unsigned long places = ALIGN_DOWN((__force unsigned long)counter, BLOCK_BYTES);

	return (struct block *)*first_place((__force unsigned long __percpu *)places);
}

static struct block *block_alloc(void)
{
	struct block *block = kzalloc(sizeof(*block), GFP_KERNEL);

	BUILD_BUG_ON(BLOCK_BYTES & (BLOCK_BYTES - 1) || BLOCK_BYTES > PAGE_SIZE);
	if (!block)
		return NULL;
	block->places = __alloc_percpu(BLOCK_BYTES, BLOCK_BYTES);
	if (!block->places) {
		kfree(block);
		return NULL;
	}
	*first_place(block->places) = (unsigned long)block;
	__set_bit(0, block->used);
	list_add(&block->link, &blocks);
	return block;
}

/**
 * kp_counter_alloc() - allocate a counter, at zero
 *
 * Context: process context, kp_mutex held.
 * Return: the counter, or NULL if there is no memory.
 */
unsigned long __percpu *kp_counter_alloc(void)
{
	struct block *block;
	unsigned int i;
	int cpu;

	lockdep_assert_held(&kp_mutex);
	block = list_first_entry_or_null(&blocks, typeof(*block), link);
	if (!block || block->num_used == COUNTERS)
		block = block_alloc();
	if (!block)
		return NULL;

	i = find_first_zero_bit(block->used, PLACES);
	__set_bit(i, block->used);
	if (++block->num_used == COUNTERS)
		list_move_tail(&block->link, &blocks);
	for_each_possible_cpu(cpu)
		per_cpu_ptr(block->places, cpu)[i] = 0;
	return block->places + i;
}

/**
 * kp_counter_free() - free a counter
 * @counter: what kp_counter_alloc() returned, and nobody counts on any more; or NULL
 *
 * Context: process context, kp_mutex held.
 */
void kp_counter_free(unsigned long __percpu *counter)
{
	struct block *block;

	lockdep_assert_held(&kp_mutex);
	if (!counter)
		return;
	block = block_of(counter);
	__clear_bit(counter - block->places, block->used);
	list_move(&block->link, &blocks);
	if (--block->num_used)
		return;
	list_del(&block->link);
	free_percpu(block->places);
	kfree(block);
}

/**
 * kp_counter_sum() - what a counter has counted
 * @counter: the counter
 *
 * Context: any.
 */
unsigned long kp_counter_sum(const unsigned long __percpu *counter)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += *per_cpu_ptr(counter, cpu);
	return sum;
}
