// SPDX-License-Identifier: GPL-2.0
/*
 * Who is where a jump is to be written, on preemptible kernels without
 * RCU-tasks: a look at the stacks of all tasks that were preempted.
 *
 * Only the bytes of the jump count. Each instruction that begins in these is
 * one that the jump covers.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/stacks.h>
#include <point/regions.h>
#include <text/slot_owner.h>
#include <compat/list.h>

/**
 * struct region - where a jump is to be written
 * @pp: its probepoint
 * @is_entered: a task is behind its start, or goes on there
 */
struct region {
	struct probepoint *pp;
	bool is_entered;
};

/* Sorted by address; kp_mutex. */
static struct region *regions;
static unsigned int num_regions;

/* The task that is looked at is in our stubs. */
static const struct task_struct *in_stub;

static int compare(const void *a, const void *b)
{
	const struct region *left = a, *right = b;

	return left->pp->home.addr < right->pp->home.addr ? -1 : 1;
}

/* The last region that begins at @addr or before, or NULL. */
static struct region *last_until(unsigned long addr)
{
	unsigned int low = 0, high = num_regions;

	while (low < high) {
		unsigned int middle = low + (high - low) / 2;

		if (regions[middle].pp->home.addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &regions[low - 1] : NULL;
}

/* Somebody is at @addr, or will be without a jump. */
static void enter(unsigned long addr)
{
	struct region *region = last_until(addr - 1);

	if (region && addr - region->pp->home.addr < KP_ARCH_JUMP_SIZE)
		region->is_entered = true;
}

/* Somebody is in a slot of @pp, which goes on in the text. */
static void enter_behind(const struct probepoint *pp, unsigned long slot)
{
	unsigned long addr = pp->home.addr;
	struct region *region;

	if (slot != pp->detour && slot != kp_rare_post(pp))
		enter(addr + pp->insn.len);
	if (!pp->detour)
		return;
	/*
	 * It may go on in the detour, and behind the jump that led there, at the
	 * next instruction. A jump that begins within that one may cover this.
	 */
	region = last_until(addr + KP_ARCH_JUMP_SIZE - 1);
	if (region && region->pp->home.addr > addr)
		region->is_entered = true;
}

/*
 * In the text, only where a task was interrupted counts. Of stale words there
 * are many: the trap of each hit leaves its address, where an instruction may
 * begin. All count on the stack of a task that is in our stubs, if those may lead
 * to where a handler wants to go on; it can be preempted there by the tick, or
 * by its own calling the scheduler.
 */
static void look(struct task_struct *task, unsigned long word, bool is_next)
{
	const struct probepoint *owner = kp_slot_owner(word);

	if (word >= (unsigned long)kp_arch_stub_text &&
	    word < (unsigned long)kp_arch_stub_text_end)
		in_stub = task;
	if (owner)
		enter_behind(owner, kp_slot_start(word));
	else if (is_next || (in_stub == task && READ_ONCE(kp_ip_was_set)))
		enter(word);
}

/**
 * kp_regions_look() - find out where jumps cannot be written yet
 * @pps: probepoints, by their member batch, that all hits have been led
 *	past
 * @entered: those of them are moved there that a task is behind the start of,
 *	or will be; all, if that cannot be told
 *
 * Context: process context, kp_mutex held.
 */
void kp_regions_look(struct list_head *pps, struct list_head *entered)
{
	struct probepoint *pp;
	unsigned int i;

	lockdep_assert_held(&kp_mutex);
	if (list_empty(pps))
		return;
	regions = kvmalloc_array(kp_list_count(pps), sizeof(*regions),
				 GFP_KERNEL);
	if (!regions) {
		list_splice_tail_init(pps, entered);
		return;
	}
	num_regions = 0;
	in_stub = NULL;
	list_for_each_entry(pp, pps, batch)
		regions[num_regions++] = (struct region){ .pp = pp };
	sort(regions, num_regions, sizeof(*regions), compare, NULL);
	if (!kp_stacks_look(look, true))
		list_splice_tail_init(pps, entered);
	for (i = 0; i < num_regions; i++)
		if (regions[i].is_entered)
			list_move_tail(&regions[i].pp->batch, entered);
	kvfree(regions);
}
