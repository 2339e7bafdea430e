/* SPDX-License-Identifier: GPL-2.0 */
/* What hits use of return probes: their instances, taken and given back. */
#ifndef KP_HIT_RETURN_PROBE_H
#define KP_HIT_RETURN_PROBE_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/percpu.h>

struct kp_size_class;

#define KP_GROUP_SIZE	BITS_PER_LONG

/**
 * struct kp_group - instances that share a word of free bits
 * @free: bit n is set if instance n is free
 * @first: the instances
 * @size: bytes of each
 * @next: the next group of the pool, in a circle
 */
struct kp_group {
	unsigned long free;
	void *first;
	size_t size;
	struct kp_group *next;
} ____cacheline_aligned;

/**
 * struct kp_pool - instances with room for the same amount of data
 * @next: of kp_pools
 * @hint: the group that a CPU has last found a free instance in
 * @first: the first group, NULL if there is none
 * @last: the last one, whose next is the first
 * @data_size: bytes of data in each instance
 * @num: how many instances there are
 * @num_grown: how many of them were added while probes were being hit
 */
struct kp_pool {
	struct kp_pool *next;
	struct kp_group *__percpu *hint;
	struct kp_group *first;
	struct kp_group *last;
	size_t data_size;
	unsigned int num;
	unsigned int num_grown;
};

extern struct kp_pool *kp_pools;

static __always_inline struct kretprobe_instance *
kp_group_instance(const struct kp_group *group, unsigned int bit)
{
	return group->first + bit * group->size;
}

/**
 * kp_pool_get() - take a free instance
 * @pool: a pool that has been grown at least once
 * @is_low: set if the CPU has used up one group and goes on to another
 *
 * Lock-free. An instance that another CPU gives back meanwhile may be missed.
 *
 * Context: any, also NMI; preemption disabled.
 * Return: the instance, or NULL if none is free.
 */
static __always_inline struct kretprobe_instance *
kp_pool_get(struct kp_pool *pool, bool *is_low)
{
	struct kp_group *start = this_cpu_read(*pool->hint), *group = start;
	unsigned long free;
	unsigned int bit;

	do {
		while (likely(free = READ_ONCE(group->free))) {
			bit = __ffs(free);
			if (unlikely(!arch_test_and_clear_bit(bit,
							      &group->free)))
				continue;
			if (unlikely(group != start)) {
				*is_low = true;
				this_cpu_write(*pool->hint, group);
			}
			return kp_group_instance(group, bit);
		}
		group = READ_ONCE(group->next);
	} while (group != start);
	*is_low = true;
	return NULL;
}

/**
 * kp_pool_put() - give an instance back
 * @ri: the instance, which nothing refers to any more
 *
 * Context: any, also NMI.
 */
static __always_inline void kp_pool_put(struct kretprobe_instance *ri)
{
	struct kp_group *group = (void *)(ri->home & -KP_GROUP_SIZE);

	/* what was stored is seen before the instance is free */
	smp_mb__before_atomic();
	arch_set_bit(ri->home % KP_GROUP_SIZE, &group->free);
}

/**
 * struct kp_return - our side of a registered return probe
 * @rp: the caller's struct; &kp_return_gone once it is unregistered
 * @class: for its amount of data
 * @pool: where its instances come from
 * @max: how many it may use at once; 0 for as many as there are; KP_RETURN_GOES_ON
 * @in_use: how many it uses, if @max is more than 0
 * @is_busy: an instance of it was in use at the last look
 * @link: waiting to be freed
 * @copies: of struct kp_return_copy, whose member rp is to be as @rp
 * @addr: the function's entry
 *
 * Outlives the registration for as long as calls are under way.
 */
struct kp_return {
	struct kretprobe *rp;
	struct kp_size_class *class;
	struct kp_pool *pool;
	int max;
	atomic_t in_use;
	bool is_busy;
	struct list_head link;
	struct hlist_head copies;
	unsigned long addr;
};

/**
 * struct kp_return_copy - a return probe that shares instances with others
 * @own: rp, and a pool whose instances are large enough for all. Member max is
 *	KP_RETURN_GOES_ON if there is @older, else 0
 * @older: the next one whose handler is called; NULL behind the last
 * @hits: the probe's counter
 * @link: in &kp_return.copies of what it is a copy of, until that is unregistered
 *
 * See point/return_set.c. An instance leads to the newest, and at the return to
 * each in turn.
 */
struct kp_return_copy {
	struct kp_return own;
	struct kp_return_copy *older;
	unsigned long __percpu *hits;
	struct hlist_node link;
};

#define KP_RETURN_GOES_ON	(-1)

static __always_inline struct kp_return_copy *
kp_return_older(const struct kp_return *own)
{
	if (likely(own->max >= 0))
		return NULL;
	return container_of(own, struct kp_return_copy, own)->older;
}

#endif /* KP_HIT_RETURN_PROBE_H */
