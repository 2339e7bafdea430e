// SPDX-License-Identifier: GPL-2.0
/*
 * Out-of-line slots and detours: executable memory within reach of the text they
 * belong to, and who is in it. When a slot may be used again is retire.c's to
 * know.
 */
#include <linux/bitmap.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <internal/core.h>
#include <internal/exec_mem.h>
#include <internal/probepoint.h>
#include <internal/retire.h>
#include <internal/slots.h>
#include <internal/stacks.h>

#define MAX_HOLDERS	8

/**
 * struct slot_chunk - one piece of executable memory
 * @link: in chunks; RCU, as faults look slots up. Chunks stay until exit
 * @base: first slot
 * @size: bytes of a slot
 * @num: number of slots
 * @num_free: slots without an owner
 * @busy: slots that some task's stack points into, by the last look
 * @owner: probepoint a slot belongs to, or NULL
 */
struct slot_chunk {
	struct list_head link;
	unsigned long base;
	unsigned int size;
	unsigned int num;
	unsigned int num_free;
	unsigned long *busy;
	struct probepoint *owner[];
};

static LIST_HEAD(chunks);
static unsigned int num_free[KP_NUM_SLOT_SIZES];

static const unsigned int sizes[KP_NUM_SLOT_SIZES] = {
	[KP_SLOT_SIZE_INSN] = KP_ARCH_SLOT_SIZE,
	[KP_SLOT_SIZE_DETOUR] = KP_ARCH_DETOUR_SIZE,
};

/* Some of the tasks that the last look found in slots. */
static struct {
	pid_t pid;
	char comm[TASK_COMM_LEN];
} holders[MAX_HOLDERS];
static unsigned int num_holders;

static struct slot_chunk *chunk_of(unsigned long addr)
{
	struct slot_chunk *chunk;

	list_for_each_entry_rcu(chunk, &chunks, link, true)
		if (addr - chunk->base < chunk->num * chunk->size)
			return chunk;
	return NULL;
}

static unsigned int index_in(const struct slot_chunk *chunk, unsigned long addr)
{
	return (addr - chunk->base) / chunk->size;
}

static enum kp_slot_size size_of(const struct slot_chunk *chunk)
{
	return chunk->size == KP_ARCH_DETOUR_SIZE ? KP_SLOT_SIZE_DETOUR :
						    KP_SLOT_SIZE_INSN;
}

static void chunk_free(struct slot_chunk *chunk)
{
	kp_exec_free((void *)chunk->base, chunk->num * chunk->size);
	bitmap_free(chunk->busy);
	kvfree(chunk);
}

static struct slot_chunk *chunk_alloc(unsigned int slot_size, unsigned int num,
				      unsigned long near)
{
	size_t size = PAGE_ALIGN(num * slot_size);
	struct slot_chunk *chunk;
	void *base;

	num = size / slot_size;
	chunk = kvzalloc(struct_size(chunk, owner, num), GFP_KERNEL);
	if (!chunk)
		return NULL;
	chunk->size = slot_size;
	chunk->num = num;
	chunk->num_free = num;
	chunk->busy = bitmap_zalloc(num, GFP_KERNEL);
	base = kp_exec_alloc(size, near);
	chunk->base = (unsigned long)base;
	if (chunk->busy && base && !kp_exec_seal(base, size))
		return chunk;
	chunk_free(chunk);
	return NULL;
}

static bool chunk_add(enum kp_slot_size size, unsigned int num,
		      unsigned long near)
{
	struct slot_chunk *chunk = chunk_alloc(sizes[size], num, near);

	if (!chunk)
		return false;
	num_free[size] += chunk->num;
	list_add_rcu(&chunk->link, &chunks);
	return true;
}

/**
 * kp_slots_reserve() - make sure that slots can be had
 * @size: which
 * @num: how many kp_slot_alloc() calls are to succeed
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -ENOMEM.
 */
int kp_slots_reserve(enum kp_slot_size size, unsigned int num)
{
	lockdep_assert_held(&kp_mutex);
	if (num <= num_free[size])
		return 0;
	return chunk_add(size, num - num_free[size], 0) ? 0 : -ENOMEM;
}

/* One with free slots; if @near, from where that is reached. */
static struct slot_chunk *chunk_find(enum kp_slot_size size, unsigned long near)
{
	struct slot_chunk *chunk;

	list_for_each_entry(chunk, &chunks, link)
		if (chunk->size == sizes[size] && chunk->num_free &&
		    (!near || kp_arch_reaches(chunk->base, near)))
			return chunk;
	return NULL;
}

static unsigned long slot_take(struct slot_chunk *chunk,
			       struct probepoint *owner)
{
	unsigned int i;

	/* filled from the end, so that the first try mostly hits */
	for (i = chunk->num_free; chunk->owner[--i]; )
		if (!i)
			i = chunk->num;
	WRITE_ONCE(chunk->owner[i], owner);
	chunk->num_free--;
	num_free[size_of(chunk)]--;
	return chunk->base + i * chunk->size;
}

/**
 * kp_slot_alloc() - take a slot
 * @size: which
 * @owner: probepoint that kp_slot_owner() is to return for it
 *
 * Context: process context, kp_mutex held.
 * Return: its address, aligned to its size, executable and read-only; or 0
 * if there is none, which cannot happen after kp_slots_reserve().
 */
unsigned long kp_slot_alloc(enum kp_slot_size size, struct probepoint *owner)
{
	unsigned long near = owner->home.addr;
	struct slot_chunk *chunk;

	lockdep_assert_held(&kp_mutex);
	chunk = chunk_find(size, near);
	if (!chunk && chunk_add(size, 1, near))
		chunk = chunk_find(size, near);
	/* out of reach is better than none */
	if (!chunk)
		chunk = chunk_find(size, 0);
	return chunk ? slot_take(chunk, owner) : 0;
}

/**
 * kp_slot_free() - give a slot back that nobody can be in
 * @slot: what kp_slot_alloc() returned; 0 is ignored
 *
 * Context: process context, kp_mutex held.
 */
void kp_slot_free(unsigned long slot)
{
	struct slot_chunk *chunk = slot ? chunk_of(slot) : NULL;

	lockdep_assert_held(&kp_mutex);
	if (!chunk)
		return;
	WRITE_ONCE(chunk->owner[index_in(chunk, slot)], NULL);
	chunk->num_free++;
	num_free[size_of(chunk)]++;
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
	struct slot_chunk *chunk = chunk_of(addr);

	return chunk ? READ_ONCE(chunk->owner[index_in(chunk, addr)]) : NULL;
}

static void look(struct task_struct *task, unsigned long word, bool is_next)
{
	struct slot_chunk *chunk = chunk_of(word);
	const struct probepoint *owner;

	if (!chunk)
		return;
	/* tasks sleep only where memory of users is accessed */
	owner = chunk->owner[index_in(chunk, word)];
	if (!owner || (!owner->has_fixup && !READ_ONCE(task->on_rq)))
		return;
	__set_bit(index_in(chunk, word), chunk->busy);
	if (num_holders < MAX_HOLDERS &&
	    (!num_holders || holders[num_holders - 1].pid != task->pid)) {
		holders[num_holders].pid = task->pid;
		memcpy(holders[num_holders++].comm, task->comm, TASK_COMM_LEN);
	}
}

/**
 * kp_slots_look() - find out which slots tasks may be in
 * @preempted: as kp_stacks_look()
 *
 * Context: process context, kp_mutex held; stops all CPUs for a moment.
 * Return: as kp_stacks_look().
 */
bool kp_slots_look(bool preempted)
{
	struct slot_chunk *chunk;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry(chunk, &chunks, link)
		bitmap_zero(chunk->busy, chunk->num);
	num_holders = 0;
	return kp_stacks_look(look, preempted);
}

/**
 * kp_slot_is_busy() - whether a task was in a slot at the last look
 * @slot: what kp_slot_alloc() returned; 0 is never busy
 *
 * Context: process context, kp_mutex held.
 */
bool kp_slot_is_busy(unsigned long slot)
{
	struct slot_chunk *chunk = slot ? chunk_of(slot) : NULL;

	lockdep_assert_held(&kp_mutex);
	return chunk && test_bit(index_in(chunk, slot), chunk->busy);
}

/**
 * kp_slot_start() - where the slot begins that an address is in
 * @addr: an address that has a kp_slot_owner()
 *
 * Context: any, also traps.
 */
unsigned long kp_slot_start(unsigned long addr)
{
	const struct slot_chunk *chunk = chunk_of(addr);

	return chunk ? ALIGN_DOWN(addr, chunk->size) : 0;
}

/**
 * kp_slots_show() - for `stats`
 * @m: where to
 *
 * Context: process context, kp_mutex held.
 */
void kp_slots_show(struct seq_file *m)
{
	struct slot_chunk *chunk;
	unsigned int i, num[KP_NUM_SLOT_SIZES] = {};

	list_for_each_entry(chunk, &chunks, link)
		num[size_of(chunk)] += chunk->num;
	seq_printf(m, "slots: %u in use, %u free, %zu waiting\n",
		   num[KP_SLOT_SIZE_INSN] - num_free[KP_SLOT_SIZE_INSN],
		   num_free[KP_SLOT_SIZE_INSN], kp_nr_retired());
	seq_printf(m, "detours: %u in use, %u free\n",
		   num[KP_SLOT_SIZE_DETOUR] - num_free[KP_SLOT_SIZE_DETOUR],
		   num_free[KP_SLOT_SIZE_DETOUR]);
	if (!kp_retired_hold_module())
		return;
	for (i = 0; i < num_holders; i++)
		seq_printf(m, "slot held by: %s %d\n", holders[i].comm,
			   holders[i].pid);
	if (!num_holders)
		seq_puts(m, "slot held by: perhaps a dying task\n");
}

/**
 * kp_slots_exit() - free all memory
 *
 * Context: module exit, after kp_retire_exit().
 */
void kp_slots_exit(void)
{
	struct slot_chunk *chunk, *next;

	list_for_each_entry_safe(chunk, next, &chunks, link)
		chunk_free(chunk);
}
