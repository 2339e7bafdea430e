// SPDX-License-Identifier: GPL-2.0
/*
 * Out-of-line slots: executable memory within reach of the kernel's text, and
 * the probepoints that were removed while somebody may still be in theirs.
 *
 * A task can be in a slot for long: preempted, or asleep in a page fault. A
 * slot is therefore not freed by its owner's removal, but after every task's
 * stack was looked at. Until then the owner stays too: a fault in the slot, or
 * the breakpoint behind a stepped instruction, still needs it.
 */
#include <linux/bitmap.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include <internal/core.h>
#include <internal/ksyms.h>
#include <internal/probe_table.h>
#include <internal/probepoint.h>
#include <internal/slots.h>
#include <internal/stacks.h>

#define RECLAIM_DELAY	(2 * HZ)
#define MAX_HOLDERS	8

/**
 * struct slot_chunk - one piece of executable memory
 * @link: in chunks; RCU, as faults look slots up. Chunks stay until exit
 * @base: first slot
 * @num: number of slots
 * @num_free: slots without an owner
 * @busy: slots that some task's stack points into, by the last look
 * @owner: probepoint a slot belongs to, or NULL
 */
struct slot_chunk {
	struct list_head link;
	unsigned long base;
	unsigned int num;
	unsigned int num_free;
	unsigned long *busy;
	struct probepoint *owner[];
};

static LIST_HEAD(chunks);
static unsigned int num_free;

/*
 * Probepoints that were removed and whose slots may be in use: since the last
 * wait for dying tasks, and from before it. Protected by kp_mutex.
 */
static LIST_HEAD(retired);
static LIST_HEAD(awaited);

/* Of these, the ones that a task may be asleep in; kp_mutex. */
static unsigned int num_sleepable;

/* Set while tasks in retired slots keep kprobes.ko loaded; kp_mutex. */
static bool holds_module;

/* Some of those tasks, for people. */
static struct {
	pid_t pid;
	char comm[TASK_COMM_LEN];
} holders[MAX_HOLDERS];
static unsigned int num_holders;

static void reclaim_work(struct work_struct *work);
static DECLARE_DELAYED_WORK(reclaim, reclaim_work);

static struct slot_chunk *chunk_of(unsigned long addr)
{
	struct slot_chunk *chunk;

	list_for_each_entry_rcu(chunk, &chunks, link, true)
		if (addr - chunk->base < chunk->num * KP_ARCH_SLOT_SIZE)
			return chunk;
	return NULL;
}

static unsigned int index_in(const struct slot_chunk *chunk, unsigned long addr)
{
	return (addr - chunk->base) / KP_ARCH_SLOT_SIZE;
}

static void chunk_free(struct slot_chunk *chunk)
{
	int pages = PAGE_ALIGN(chunk->num * KP_ARCH_SLOT_SIZE) >> PAGE_SHIFT;

	if (chunk->base) {
		kp_ksyms.set_memory_nx(chunk->base, pages);
		kp_ksyms.set_memory_rw(chunk->base, pages);
		kp_ksyms.module_memfree((void *)chunk->base);
	}
	bitmap_free(chunk->busy);
	kvfree(chunk);
}

static struct slot_chunk *chunk_alloc(unsigned int num)
{
	size_t size = PAGE_ALIGN(num * KP_ARCH_SLOT_SIZE);
	struct slot_chunk *chunk;
	void *base;

	num = size / KP_ARCH_SLOT_SIZE;
	chunk = kvzalloc(struct_size(chunk, owner, num), GFP_KERNEL);
	if (!chunk)
		return NULL;
	chunk->num = num;
	chunk->num_free = num;
	chunk->busy = bitmap_zalloc(num, GFP_KERNEL);
	base = kp_ksyms.module_alloc(size);
	chunk->base = (unsigned long)base;
	if (!chunk->busy || !base)
		goto free;
	memset(base, 0, size);
	if (kp_ksyms.set_memory_ro(chunk->base, size >> PAGE_SHIFT) ||
	    kp_ksyms.set_memory_x(chunk->base, size >> PAGE_SHIFT))
		goto free;
	return chunk;
free:
	chunk_free(chunk);
	return NULL;
}

/**
 * kp_slots_reserve() - make sure that slots can be had
 * @num: how many kp_slot_alloc() calls are to succeed
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -ENOMEM.
 */
int kp_slots_reserve(unsigned int num)
{
	struct slot_chunk *chunk;

	lockdep_assert_held(&kp_mutex);
	if (num <= num_free)
		return 0;
	chunk = chunk_alloc(num - num_free);
	if (!chunk)
		return -ENOMEM;
	num_free += chunk->num;
	list_add_rcu(&chunk->link, &chunks);
	return 0;
}

/**
 * kp_slot_alloc() - take a slot
 * @owner: probepoint that kp_slot_owner() is to return for it
 *
 * Context: process context, kp_mutex held.
 * Return: its address, KP_ARCH_SLOT_SIZE bytes, executable and read-only; or 0
 * if there is none, which cannot happen after kp_slots_reserve().
 */
unsigned long kp_slot_alloc(struct probepoint *owner)
{
	struct slot_chunk *chunk;
	unsigned int i;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry(chunk, &chunks, link) {
		if (!chunk->num_free)
			continue;
		/* filled from the end, so that the first try mostly hits */
		for (i = chunk->num_free; chunk->owner[--i]; )
			if (!i)
				i = chunk->num;
		WRITE_ONCE(chunk->owner[i], owner);
		chunk->num_free--;
		num_free--;
		return chunk->base + i * KP_ARCH_SLOT_SIZE;
	}
	return 0;
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
	num_free++;
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

static void look(struct task_struct *task, unsigned long word)
{
	struct slot_chunk *chunk = chunk_of(word);

	if (!chunk)
		return;
	__set_bit(index_in(chunk, word), chunk->busy);
	if (num_holders < MAX_HOLDERS &&
	    (!num_holders || holders[num_holders - 1].pid != task->pid)) {
		holders[num_holders].pid = task->pid;
		memcpy(holders[num_holders++].comm, task->comm, TASK_COMM_LEN);
	}
}

static bool is_busy(unsigned long slot)
{
	struct slot_chunk *chunk = slot ? chunk_of(slot) : NULL;

	return chunk && test_bit(index_in(chunk, slot), chunk->busy);
}

static void update_busy(void)
{
	struct slot_chunk *chunk;

	list_for_each_entry(chunk, &chunks, link)
		bitmap_zero(chunk->busy, chunk->num);
	num_holders = 0;
	kp_stacks_look(look);
}

/* Move to @idle what nobody is in; true if something is left on @list. */
static bool take_idle(struct list_head *list, struct list_head *idle)
{
	struct probepoint *pp, *next;

	list_for_each_entry_safe(pp, next, list, link)
		if (!is_busy(pp->boost) && !is_busy(pp->step))
			list_move_tail(&pp->link, idle);
	return !list_empty(list);
}

static void release(struct list_head *idle)
{
	struct probepoint *pp, *next;

	if (list_empty(idle))
		return;
	list_for_each_entry(pp, idle, link) {
		num_sleepable -= pp->has_fixup;
		if (pp->step)
			kp_table_remove(&pp->step_trap);
		kp_slot_free(pp->boost);
		kp_slot_free(pp->step);
	}
	/* a look-up may be passing by the step_trap just removed */
	synchronize_rcu();
	list_for_each_entry_safe(pp, next, idle, link)
		kp_probepoint_free(pp);
}

/* Whether tasks can be preempted in a slot while they are on no list. */
#define DYING_TASKS_UNSEEN \
	(IS_ENABLED(CONFIG_PREEMPTION) && !IS_ENABLED(CONFIG_TASKS_RCU))

/* Tasks preempted in a slot while dying are on no list; RCU-tasks sees them. */
static void wait_for_dying_tasks(void)
{
#ifdef CONFIG_TASKS_RCU
	synchronize_rcu_tasks();
#endif
}

static void hold_module(bool hold)
{
	if (hold == holds_module)
		return;
	holds_module = hold;
	if (hold)
		__module_get(THIS_MODULE);
	else
		module_put(THIS_MODULE);
}

/* Free what nobody is in; true if tasks are left in slots. Holds kp_mutex. */
static bool reclaim_retired(void)
{
	LIST_HEAD(idle);
	bool busy;

	list_splice_tail_init(&retired, &awaited);
	if (list_empty(&awaited))
		return false;
	mutex_unlock(&kp_mutex);
	wait_for_dying_tasks();
	mutex_lock(&kp_mutex);

	update_busy();
	busy = take_idle(&awaited, &idle);
	release(&idle);
	return busy;
}

static void reclaim_work(struct work_struct *work)
{
	mutex_lock(&kp_mutex);
	if (reclaim_retired() || !list_empty(&retired))
		schedule_delayed_work(&reclaim, RECLAIM_DELAY);
	else
		hold_module(false);
	mutex_unlock(&kp_mutex);
}

/**
 * kp_slots_retire() - free a probepoint once nobody is in its slots
 * @pp: not in the table under its home address any more, a grace period ago
 *
 * Context: process context, kp_mutex held.
 */
void kp_slots_retire(struct probepoint *pp)
{
	lockdep_assert_held(&kp_mutex);
	list_move_tail(&pp->link, &retired);
	num_sleepable += pp->has_fixup;
	if (!DYING_TASKS_UNSEEN)
		schedule_delayed_work(&reclaim, RECLAIM_DELAY);
}

/**
 * kp_slots_settle() - the last probe has gone: may the module go too?
 *
 * If tasks are asleep in slots, kprobes.ko holds a reference on itself until
 * they have left. Only an access to user memory can sleep, and has a fixup;
 * for all others, kp_slots_exit() waits.
 *
 * Context: process context, kp_mutex held, called by a client.
 */
void kp_slots_settle(void)
{
	LIST_HEAD(idle);
	bool busy;

	lockdep_assert_held(&kp_mutex);
	if (!num_sleepable)
		return;
	update_busy();
	busy = take_idle(&awaited, &idle);
	list_splice_init(&idle, &awaited);
	busy |= take_idle(&retired, &idle);
	list_splice(&idle, &retired);
	if (!busy)
		return;
	hold_module(true);
	schedule_delayed_work(&reclaim, RECLAIM_DELAY);
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
	unsigned int i, num = 0;

	list_for_each_entry(chunk, &chunks, link)
		num += chunk->num;
	seq_printf(m, "slots: %u in use, %u free, %zu waiting\n",
		   num - num_free, num_free,
		   list_count_nodes(&retired) + list_count_nodes(&awaited));
	for (i = 0; holds_module && i < num_holders; i++)
		seq_printf(m, "slot held by: %s %d\n", holders[i].comm,
			   holders[i].pid);
}

/**
 * kp_slots_exit() - free everything
 *
 * Waits for tasks that are still in slots; kp_slots_settle() has seen to it
 * that there are none but dying ones.
 *
 * Context: module exit, no probe left.
 */
void kp_slots_exit(void)
{
	struct slot_chunk *chunk, *next;

	cancel_delayed_work_sync(&reclaim);
	mutex_lock(&kp_mutex);
	while (reclaim_retired())
		schedule_timeout_uninterruptible(HZ / 10);
	mutex_unlock(&kp_mutex);

	list_for_each_entry_safe(chunk, next, &chunks, link)
		chunk_free(chunk);
}
