// SPDX-License-Identifier: GPL-2.0
/*
 * Whose slot an address is in. Faults ask that, in traps: nothing here calls
 * anything.
 */
#include <linux/kernel.h>
#include <linux/rcupdate.h>

#include <text/slot_owner.h>

struct kp_slot_map __rcu *kp_slot_map;

static bool chunk_has(const struct kp_slot_chunk *chunk, unsigned long addr)
{
	return addr - chunk->base < chunk->num * chunk->size;
}

/**
 * kp_slot_chunk_of() - the piece of memory that has the slot of an address
 * @addr: any address
 *
 * Most words of a stack are before the first or behind the last.
 *
 * Context: any, also traps; else kp_mutex held.
 * Return: the chunk, or NULL if the address is in no slot.
 */
struct kp_slot_chunk *kp_slot_chunk_of(unsigned long addr)
{
	/* nothing is called that may be probed */
	const struct kp_slot_map *map = rcu_dereference_raw(kp_slot_map);
	unsigned int low = 0, high;

	if (!map || addr < map->chunks[0]->base)
		return NULL;
	high = map->num - 1;
	if (addr >= map->chunks[high]->base)
		low = high;
	/* the last that begins there or before */
	while (low < high) {
		unsigned int middle = high - (high - low) / 2;

		if (map->chunks[middle]->base <= addr)
			low = middle;
		else
			high = middle - 1;
	}
	return chunk_has(map->chunks[low], addr) ? map->chunks[low] : NULL;
}

/**
 * kp_slot_owner() - whose slot an address is in
 * @addr: any address
 *
 * Context: any, also traps.
 * Return: the probepoint, or NULL. It stays as long as a task is in the slot.
 */
struct probepoint *kp_slot_owner(unsigned long addr)
{
	struct kp_slot_chunk *chunk = kp_slot_chunk_of(addr);

	return chunk ? READ_ONCE(chunk->owner[kp_slot_index(chunk, addr)]) : NULL;
}

/**
 * kp_slot_start() - where the slot begins that an address is in
 * @addr: an address that has a kp_slot_owner()
 *
 * Context: any, also traps.
 */
unsigned long kp_slot_start(unsigned long addr)
{
	const struct kp_slot_chunk *chunk = kp_slot_chunk_of(addr);

	return chunk ? ALIGN_DOWN(addr, chunk->size) : 0;
}
