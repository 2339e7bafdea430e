// SPDX-License-Identifier: GPL-2.0
/*
 * Out-of-line slots and detours: executable memory within reach of the text they
 * belong to, and who is in it. A slot is used again when
 * point/retire.c has seen that no task can be in it.
 */
#include <linux/bitmap.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <hit/probe_table.h>
#include <text/exec_mem.h>
#include <hit/probepoint.h>
#include <text/slot_owner.h>
#include <text/slots.h>
#include <kernel/stacks.h>

#define MAX_HOLDERS	8

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

static enum kp_slot_size size_of(const struct kp_slot_chunk *chunk)
{
	return chunk->size == KP_ARCH_DETOUR_SIZE ? KP_SLOT_SIZE_DETOUR :
						    KP_SLOT_SIZE_INSN;
}

static void chunk_free(struct kp_slot_chunk *chunk)
{
	kp_exec_free((void *)chunk->base, chunk->num * chunk->size);
	bitmap_free(chunk->busy);
	kvfree(chunk->owner);
	kfree(chunk);
}

/* So that kp_slot_chunk_of() finds it. */
static bool map_add(struct kp_slot_chunk *chunk)
{
	struct kp_slot_map *old, *new;
	unsigned int num, at;

	old = rcu_dereference_protected(kp_slot_map,
					lockdep_is_held(&kp_mutex));
	num = old ? old->num : 0;
	new = kvmalloc(struct_size(new, chunks, num + 1), GFP_KERNEL);
	if (!new)
		return false;
	for (at = 0; at < num && old->chunks[at]->base < chunk->base; at++)
		new->chunks[at] = old->chunks[at];
	new->chunks[at] = chunk;
	for (; at < num; at++)
		new->chunks[at + 1] = old->chunks[at];
	new->num = num + 1;
	rcu_assign_pointer(kp_slot_map, new);
	if (old)
		kvfree_rcu(old, rcu);
	return true;
}

/* No further memory is taken from where @near is not reached, if some is left there. */
static bool is_wanted(enum kp_slot_size which, void *base, unsigned long near)
{
	return base && (!near || !num_free[which] ||
			kp_arch_reaches((unsigned long)base, near));
}

static struct kp_slot_chunk *chunk_alloc(enum kp_slot_size which,
					 unsigned int num, unsigned long near)
{
	unsigned int slot_size = sizes[which];
	size_t size = PAGE_ALIGN(num * slot_size);
	struct kp_slot_chunk *chunk;
	void *base;

	num = size / slot_size;
	chunk = kzalloc(sizeof(*chunk), GFP_KERNEL);
	if (!chunk)
		return NULL;
	chunk->size = slot_size;
	chunk->num = num;
	chunk->num_free = num;
	chunk->busy = bitmap_zalloc(num, GFP_KERNEL);
	/* apart: a page has a power of two of them, and a struct ahead would double that */
	chunk->owner = kvcalloc(num, sizeof(chunk->owner[0]), GFP_KERNEL);
	base = kp_exec_alloc(size, near);
	chunk->base = (unsigned long)base;
	if (chunk->busy && chunk->owner && is_wanted(which, base, near) &&
	    !kp_exec_seal(base, size))
		return chunk;
	chunk_free(chunk);
	return NULL;
}

static bool chunk_add(enum kp_slot_size size, unsigned int num,
		      unsigned long near)
{
	struct kp_slot_chunk *chunk = chunk_alloc(size, num, near);

	if (!chunk)
		return false;
	if (!map_add(chunk)) {
		chunk_free(chunk);
		return false;
	}
	num_free[size] += chunk->num;
	list_add(&chunk->link, &chunks);
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
static struct kp_slot_chunk *chunk_find(enum kp_slot_size size,
					unsigned long near)
{
	struct kp_slot_chunk *chunk;

	list_for_each_entry(chunk, &chunks, link)
		if (chunk->size == sizes[size] && chunk->num_free &&
		    (!near || kp_arch_reaches(chunk->base, near)))
			return chunk;
	return NULL;
}

static unsigned long slot_take(struct kp_slot_chunk *chunk,
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
	struct kp_slot_chunk *chunk;

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
	struct kp_slot_chunk *chunk = slot ? kp_slot_chunk_of(slot) : NULL;

	lockdep_assert_held(&kp_mutex);
	if (!chunk)
		return;
	WRITE_ONCE(chunk->owner[kp_slot_index(chunk, slot)], NULL);
	chunk->num_free++;
	num_free[size_of(chunk)]++;
}

static void look(struct task_struct *task, unsigned long word, bool is_next)
{
	struct kp_slot_chunk *chunk = kp_slot_chunk_of(word);
	const struct probepoint *owner;

	if (!chunk)
		return;
	/* tasks sleep, or call us, only where memory of users is accessed */
	owner = chunk->owner[kp_slot_index(chunk, word)];
	if (!owner || (!owner->has_fixup &&
		       (task == current || !READ_ONCE(task->on_rq))))
		return;
	__set_bit(kp_slot_index(chunk, word), chunk->busy);
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
 * Those that no hit leads to any more, a grace period ago.
 *
 * Context: process context, kp_mutex held.
 * Return: as kp_stacks_look().
 */
bool kp_slots_look(bool preempted)
{
	struct kp_slot_chunk *chunk;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry(chunk, &chunks, link)
		bitmap_zero(chunk->busy, chunk->num);
	num_holders = 0;
	return kp_stacks_look(look, preempted);
}

/**
 * kp_slots_look_at_caller() - find out which slots who calls this may be in
 *
 * After kp_slots_look(). A client may be called from a fault in a slot.
 *
 * Context: process context, kp_mutex held.
 */
void kp_slots_look_at_caller(void)
{
	lockdep_assert_held(&kp_mutex);
	kp_stacks_look_at_caller(look);
}

/**
 * kp_slot_is_busy() - whether a task was in a slot at the last look
 * @slot: what kp_slot_alloc() returned; 0 is never busy
 *
 * Context: process context, kp_mutex held.
 */
bool kp_slot_is_busy(unsigned long slot)
{
	struct kp_slot_chunk *chunk = slot ? kp_slot_chunk_of(slot) : NULL;

	lockdep_assert_held(&kp_mutex);
	return chunk && test_bit(kp_slot_index(chunk, slot), chunk->busy);
}

/**
 * kp_slots_show() - for `stats`
 * @m: where to
 * @waiting: how many probepoints wait until nobody is in their slots
 *
 * Context: process context, kp_mutex held.
 */
void kp_slots_show(struct seq_file *m, size_t waiting)
{
	struct kp_slot_chunk *chunk;
	unsigned int num[KP_NUM_SLOT_SIZES] = {};

	list_for_each_entry(chunk, &chunks, link)
		num[size_of(chunk)] += chunk->num;
	seq_printf(m, "slots: %u in use, %u free, %zu waiting\n",
		   num[KP_SLOT_SIZE_INSN] - num_free[KP_SLOT_SIZE_INSN],
		   num_free[KP_SLOT_SIZE_INSN], waiting);
	seq_printf(m, "detours: %u in use, %u free\n",
		   num[KP_SLOT_SIZE_DETOUR] - num_free[KP_SLOT_SIZE_DETOUR],
		   num_free[KP_SLOT_SIZE_DETOUR]);
}

/**
 * kp_slots_show_holders() - for `stats`: tasks that the last look found in slots
 * @m: where to
 *
 * Context: process context, kp_mutex held.
 */
void kp_slots_show_holders(struct seq_file *m)
{
	unsigned int i;

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
	struct kp_slot_chunk *chunk, *next;

	kvfree(rcu_dereference_protected(kp_slot_map, true));
	list_for_each_entry_safe(chunk, next, &chunks, link)
		chunk_free(chunk);
}
