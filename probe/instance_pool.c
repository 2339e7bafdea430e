// SPDX-License-Identifier: GPL-2.0
/*
 * Pools of instances for return probes. An instance has a return stub of its
 * own, built here, ahead of its use; the stub's address is what tells a return
 * whose it is.
 *
 * A pool is a circle of groups of 64 instances. Each CPU takes from the group
 * that it took from last, and goes round the circle when that is used up.
 * Groups are added, never taken away before the pool goes.
 */
#include <linux/list.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <text/exec_mem.h>
#include <hit/return_probe.h>
#include <probe/instance_pool.h>

/* Of the place for modules, which is 1 GiB and more. */
#define MAX_STUB_BYTES	SZ_64M

/* Instances whose stubs fill a page are made together. */
#define CHUNK_SIZE	(PAGE_SIZE / KP_ARCH_STUB_SIZE)
#define CHUNK_GROUPS	(CHUNK_SIZE / KP_GROUP_SIZE)

/**
 * struct chunk - memory of CHUNK_GROUPS groups
 * @groups: the groups; first, as their addresses leave room for a number
 * @stubs: a page of stubs
 * @instances: their instances
 * @link: while several are made
 */
struct chunk {
	struct kp_group groups[CHUNK_GROUPS];
	void *stubs;
	void *instances;
	struct list_head link;
};

/* Where there are any; none goes before kprobes.ko does. */
struct kp_pool *kp_pools;

/**
 * kp_pool_init() - make an empty pool
 * @pool: the pool
 * @data_size: bytes of data in each instance
 *
 * Context: process context; one at a time.
 * Return: 0 or -ENOMEM.
 */
int kp_pool_init(struct kp_pool *pool, size_t data_size)
{
	memset(pool, 0, sizeof(*pool));
	pool->data_size = data_size;
	pool->hint = alloc_percpu(struct kp_group *);
	if (!pool->hint)
		return -ENOMEM;
	pool->next = kp_pools;
	/* pairs with on_reliable_trace() */
	smp_store_release(&kp_pools, pool);
	return 0;
}

static void chunk_free(struct chunk *chunk)
{
	kp_exec_free(chunk->stubs, PAGE_SIZE);
	kvfree(chunk->instances);
	kfree(chunk);
}

static struct chunk *chunk_alloc(size_t data_size)
{
	size_t size = ALIGN(sizeof(struct kretprobe_instance) + data_size,
			    sizeof(long));
	struct kretprobe_instance *ri;
	struct kp_group *group;
	struct chunk *chunk;
	unsigned int i;

	/* group addresses leave room for the number of an instance */
	BUILD_BUG_ON(__alignof__(struct kp_group) < KP_GROUP_SIZE);
	/* only powers of two are aligned to their size */
	chunk = kzalloc(roundup_pow_of_two(sizeof(*chunk)), GFP_KERNEL);
	if (!chunk)
		return NULL;
	/* they lead to our own text, and are written here */
	chunk->stubs = kp_exec_alloc(PAGE_SIZE, (unsigned long)chunk_alloc);
	chunk->instances = kvcalloc(CHUNK_SIZE, size, GFP_KERNEL);
	if (!chunk->stubs || !chunk->instances)
		goto free;

	for (i = 0; i < CHUNK_SIZE; i++) {
		group = &chunk->groups[i / KP_GROUP_SIZE];
		ri = chunk->instances + i * size;
		ri->stub = (unsigned long)chunk->stubs + i * KP_ARCH_STUB_SIZE;
		ri->home = (unsigned long)group | i % KP_GROUP_SIZE;
		if (kp_arch_build_stub((void *)ri->stub, ri->stub,
				       KP_STUB_RETURN, ri))
			goto free;
	}
	for (i = 0; i < CHUNK_GROUPS; i++) {
		group = &chunk->groups[i];
		group->first = chunk->instances + i * KP_GROUP_SIZE * size;
		group->size = size;
		group->free = ~0UL;
		group->next = group + 1;
	}
	if (!kp_exec_seal(chunk->stubs, PAGE_SIZE))
		return chunk;
free:
	chunk_free(chunk);
	return NULL;
}

static void pool_add(struct kp_pool *pool, struct chunk *chunk)
{
	struct kp_group *first = chunk->groups;
	struct kp_group *last = &chunk->groups[CHUNK_GROUPS - 1];
	struct kp_group **hint;
	unsigned int cpu;

	pool->num += CHUNK_SIZE;
	last->next = pool->first ?: first;
	if (pool->first) {
		/* pairs with the dependent loads in kp_pool_get() */
		smp_store_release(&pool->last->next, first);
		pool->last = last;
		return;
	}
	pool->last = last;
	/* pairs with pool_has() */
	smp_store_release(&pool->first, first);
	/* CPUs start in groups of their own, as far as there are */
	for_each_possible_cpu(cpu) {
		hint = per_cpu_ptr(pool->hint, cpu);
		*hint = &first[cpu % CHUNK_GROUPS];
	}
}

/* A pool is not to take most of the memory, nor of the place for modules. */
static bool is_too_much(const struct kp_pool *pool, unsigned int num)
{
	u64 all = (u64)pool->num + num;
	u64 bytes = all * (sizeof(struct kretprobe_instance) +
			   pool->data_size + KP_ARCH_STUB_SIZE);

	return bytes >> PAGE_SHIFT > totalram_pages() / 8 ||
	       all * KP_ARCH_STUB_SIZE > MAX_STUB_BYTES;
}

/**
 * kp_pool_grow() - add instances to a pool
 * @pool: the pool
 * @num: at least so many
 *
 * Context: process context, may sleep; one at a time.
 * Return: 0; or -ENOMEM, and none was added.
 */
int kp_pool_grow(struct kp_pool *pool, unsigned int num)
{
	struct chunk *chunk, *next;
	LIST_HEAD(chunks);
	unsigned int i;

	if (is_too_much(pool, num))
		return -ENOMEM;
	for (i = 0; i < num; i += CHUNK_SIZE) {
		chunk = chunk_alloc(pool->data_size);
		if (!chunk)
			goto free;
		list_add_tail(&chunk->link, &chunks);
	}
	list_for_each_entry(chunk, &chunks, link)
		pool_add(pool, chunk);
	return 0;
free:
	list_for_each_entry_safe(chunk, next, &chunks, link)
		chunk_free(chunk);
	return -ENOMEM;
}

/**
 * kp_pool_exit() - free a pool
 * @pool: the pool, whose instances are all free and whose stubs nobody is in
 *
 * Context: process context.
 */
void kp_pool_exit(struct kp_pool *pool)
{
	struct kp_group *group = pool->first, *next;
	unsigned int left = pool->num / CHUNK_SIZE;

	for (; left; left--) {
		next = group[CHUNK_GROUPS - 1].next;
		chunk_free(container_of(group, struct chunk, groups[0]));
		group = next;
	}
	free_percpu(pool->hint);
	memset(pool, 0, sizeof(*pool));
}

/**
 * kp_pool_nr_used() - how many instances are not free
 * @pool: the pool
 *
 * Context: process context; kp_pool_grow() must not run meanwhile.
 */
unsigned int kp_pool_nr_used(const struct kp_pool *pool)
{
	const struct kp_group *group = pool->first;
	unsigned int used = 0;

	if (!group)
		return 0;
	do {
		used += KP_GROUP_SIZE - hweight_long(READ_ONCE(group->free));
		group = group->next;
	} while (group != pool->first);
	return used;
}

/**
 * kp_pool_visit_used() - report the instances that are not free
 * @pool: the pool
 * @fn: called for each; it may have been given back meanwhile
 * @data: passed on
 *
 * Context: process context; kp_pool_grow() must not run meanwhile.
 */
void kp_pool_visit_used(const struct kp_pool *pool, kp_pool_fn fn, void *data)
{
	const struct kp_group *group = pool->first;
	unsigned long used;
	unsigned int bit;

	if (!group)
		return;
	do {
		used = ~READ_ONCE(group->free);
		for_each_set_bit(bit, &used, KP_GROUP_SIZE)
			fn(kp_group_instance(group, bit), data);
		group = group->next;
	} while (group != pool->first);
}
