/* SPDX-License-Identifier: GPL-2.0 */
/* Whose slot an address is in. */
#ifndef KP_TEXT_SLOT_OWNER_H
#define KP_TEXT_SLOT_OWNER_H

#include <linux/list.h>
#include <linux/types.h>

struct probepoint;

/**
 * struct kp_slot_chunk - one piece of executable memory
 * @link: in the list of all; they stay until exit
 * @base: first slot
 * @size: bytes of a slot
 * @num: number of slots
 * @num_free: slots without an owner
 * @busy: slots that some task's stack points into, by the last look
 * @owner: probepoint a slot belongs to, or NULL
 */
struct kp_slot_chunk {
	struct list_head link;
	unsigned long base;
	unsigned int size;
	unsigned int num;
	unsigned int num_free;
	unsigned long *busy;
	struct probepoint **owner;
};

/**
 * struct kp_slot_map - all chunks, for those who look an address up
 * @rcu: it is replaced when a chunk is added
 * @num: how many
 * @chunks: by their addresses
 */
struct kp_slot_map {
	struct rcu_head rcu;
	unsigned int num;
	struct kp_slot_chunk *chunks[];
};

/* Replaced under kp_mutex. */
extern struct kp_slot_map __rcu *kp_slot_map;

static inline unsigned int kp_slot_index(const struct kp_slot_chunk *chunk,
					 unsigned long addr)
{
	return (addr - chunk->base) / chunk->size;
}

struct kp_slot_chunk *kp_slot_chunk_of(unsigned long addr);
struct probepoint *kp_slot_owner(unsigned long addr);
unsigned long kp_slot_start(unsigned long addr);

#endif /* KP_TEXT_SLOT_OWNER_H */
