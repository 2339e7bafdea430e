// SPDX-License-Identifier: GPL-2.0
/*
 * Batches: probepoints that are armed, disarmed and given slots together, with
 * a constant number of cross-CPU syncs.
 */
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <internal/core.h>
#include <internal/ftrace_probe.h>
#include <internal/native_kprobes.h>
#include <internal/optimizer.h>
#include <internal/probe_table.h>
#include <internal/slots.h>

/* `enabled` is 0: nothing is armed but our own probes. */
static bool disarmed;

/**
 * kp_set_disarmed() - note that all probepoints are to be disarmed, or not
 * @value: true for disarmed
 *
 * kp_batch_update() then makes it so.
 *
 * Context: kp_mutex held.
 */
void kp_set_disarmed(bool value)
{
	lockdep_assert_held(&kp_mutex);
	WRITE_ONCE(disarmed, value);
}

/**
 * kp_is_disarmed() - whether all probepoints are disarmed
 *
 * Context: any.
 */
bool kp_is_disarmed(void)
{
	return READ_ONCE(disarmed);
}

/**
 * kp_batch_init() - start with an empty batch
 * @batch: the batch; kp_batch_exit() ends it
 */
void kp_batch_init(struct kp_batch *batch)
{
	memset(batch, 0, sizeof(*batch));
	INIT_LIST_HEAD(&batch->pps);
}

/**
 * kp_batch_exit() - free what a batch used
 * @batch: the batch
 */
void kp_batch_exit(struct kp_batch *batch)
{
	struct probepoint *pp, *next;

	list_for_each_entry_safe(pp, next, &batch->pps, batch)
		list_del_init(&pp->batch);
	kvfree(batch->code);
	kvfree(batch->bytes);
}

/**
 * kp_batch_add() - take a probepoint into a batch
 * @batch: the batch
 * @pp: the probepoint; may be in the batch already
 *
 * Context: kp_mutex held.
 */
void kp_batch_add(struct kp_batch *batch, struct probepoint *pp)
{
	lockdep_assert_held(&kp_mutex);
	if (list_empty(&pp->batch))
		list_add_tail(&pp->batch, &batch->pps);
}

static int reserve_code(struct kp_batch *batch, enum kp_slot_size size,
			unsigned int code_size, unsigned int num)
{
	int ret = kp_slots_reserve(size, num);

	if (ret || !num)
		return ret;
	batch->code = kvcalloc(num, sizeof(*batch->code), GFP_KERNEL);
	batch->bytes = kvcalloc(num, code_size, GFP_KERNEL);
	batch->code_size = code_size;
	batch->max_code = num;
	return batch->code && batch->bytes ? 0 : -ENOMEM;
}

/**
 * kp_batch_reserve() - make room, so that creating probepoints does not fail
 *	halfway for want of memory
 * @batch: the batch
 * @pps: probepoints that may be created
 * @slots: slots that may be allocated for them
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -ENOMEM.
 */
int kp_batch_reserve(struct kp_batch *batch, unsigned int pps,
		     unsigned int slots)
{
	return kp_table_reserve(pps + slots) ?:
	       reserve_code(batch, KP_SLOT_SIZE_INSN, KP_ARCH_SLOT_SIZE, slots);
}

/**
 * kp_batch_reserve_detours() - make room for detours
 * @batch: the batch, for nothing else
 * @num: how many
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -ENOMEM.
 */
int kp_batch_reserve_detours(struct kp_batch *batch, unsigned int num)
{
	return reserve_code(batch, KP_SLOT_SIZE_DETOUR, KP_ARCH_DETOUR_SIZE,
			    num);
}

/**
 * kp_batch_write_slots() - write the code of all new slots of a batch
 * @batch: the batch
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -EFAULT.
 */
int kp_batch_write_slots(struct kp_batch *batch)
{
	int ret = kp_text_write_slots(batch->code, batch->num_code);

	if (!ret)
		batch->num_code = 0;
	return ret;
}

/**
 * kp_batch_drop_slots() - forget slots whose code was not written
 * @batch: the batch, which has failed
 *
 * A probepoint that stays gets another step slot or stub when it next needs one.
 * The others go with their probepoints.
 *
 * Context: kp_mutex held.
 */
void kp_batch_drop_slots(struct kp_batch *batch)
{
	struct probepoint *pp;
	unsigned int i;

	for (i = 0; i < batch->num_code; i++) {
		pp = kp_slot_owner(batch->code[i].addr);
		if (pp && pp->step == batch->code[i].addr) {
			kp_table_remove(&pp->step_trap);
			kp_slot_free(pp->step);
			pp->step = 0;
		} else if (pp && pp->stub == batch->code[i].addr) {
			kp_slot_free(pp->stub);
			pp->stub = 0;
		}
	}
	batch->num_code = 0;
}

static bool is_wanted_armed(const struct probepoint *pp)
{
	return pp->internal || (pp->nr_enabled && !disarmed);
}

/* Whether a probe of the kernel's own has come in the way; marks those. */
static bool is_any_blocked(struct list_head *arm)
{
	struct probepoint *pp;
	bool blocked = false;

	if (!list_empty(arm))
		kp_native_wait();
	list_for_each_entry(pp, arm, batch) {
		if (!kp_native_why(pp->home.addr))
			continue;
		pp->error = -EBUSY;
		blocked = true;
	}
	return blocked;
}

static void set_states(struct list_head *list, enum kp_state state)
{
	struct probepoint *pp;

	list_for_each_entry(pp, list, batch)
		kp_probepoint_set_state(pp, state);
}

/**
 * kp_batch_room() - where a slot's code is to be built
 * @batch: the batch
 * @slot: the slot, or 0
 *
 * Context: kp_mutex held.
 * Return: the place, or NULL if there is no room or no slot.
 */
u8 *kp_batch_room(const struct kp_batch *batch, unsigned long slot)
{
	if (!slot || batch->num_code == batch->max_code)
		return NULL;
	return batch->bytes + batch->num_code * batch->code_size;
}

/**
 * kp_batch_queue() - what is in that room is to be written
 * @batch: the batch
 * @slot: the slot
 * @bytes: what kp_batch_room() returned
 *
 * Context: kp_mutex held.
 */
void kp_batch_queue(struct kp_batch *batch, unsigned long slot, const u8 *bytes)
{
	struct kp_code *code = &batch->code[batch->num_code++];

	code->addr = slot;
	code->bytes = bytes;
	code->len = batch->code_size;
}

/**
 * kp_batch_add_detour() - allocate a detour, and queue its code
 * @batch: batch with room for it
 * @pp: the probepoint
 * @region: what the jump covers
 * @insns: the bytes there
 * @copy: result: offset in it of the displaced instructions
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex held.
 * Return: its address; or 0, and the member error of @pp is what
 * kp_arch_build_detour() returned.
 */
unsigned long kp_batch_add_detour(struct kp_batch *batch,
				  struct probepoint *pp,
				  const struct kp_arch_region *region,
				  const u8 *insns, unsigned int *copy,
				  const char **why)
{
	unsigned long detour = kp_slot_alloc(KP_SLOT_SIZE_DETOUR, pp);
	u8 *bytes = kp_batch_room(batch, detour);

	*why = "out of memory for detours";
	pp->error = bytes ? kp_arch_build_detour(region, insns, pp->home.addr,
						 detour, pp, bytes, copy,
						 why) : -ENOMEM;
	if (pp->error) {
		kp_slot_free(detour);
		return 0;
	}
	kp_batch_queue(batch, detour, bytes);
	return detour;
}

/**
 * kp_batch_make_way() - jumps that may not be any more become breakpoints
 * @batch: the batch
 *
 * Part of kp_batch_update(), for those who need it earlier.
 *
 * Context: process context, kp_mutex and kp_native_lock() held.
 */
void kp_batch_make_way(struct kp_batch *batch)
{
	struct probepoint *pp, *next;
	LIST_HEAD(jumps);

	list_for_each_entry_safe(pp, next, &batch->pps, batch) {
		const char *why;

		if (pp->state != KP_OPTIMIZING && pp->state != KP_OPTIMIZED) {
			/* another probe may have come since */
			if (pp->detour && kp_optimizer_is_crowded(pp))
				kp_probepoint_lead_back(pp);
			continue;
		}
		why = kp_optimizer_why(pp);
		if (is_wanted_armed(pp) && !why)
			continue;
		pp->why_not = why;
		kp_optimizer_remove(pp);
		if (pp->state == KP_OPTIMIZED) {
			list_move_tail(&pp->batch, &jumps);
			continue;
		}
		kp_probepoint_set_state(pp, KP_ARMED);
		if (kp_optimizer_is_crowded(pp))
			kp_probepoint_lead_back(pp);
	}
	kp_text_unoptimize(&jumps);
	set_states(&jumps, KP_ARMED);
	/* not before what the jumps covered is there again */
	list_for_each_entry(pp, &jumps, batch)
		if (kp_optimizer_is_crowded(pp))
			kp_probepoint_lead_back(pp);
	list_splice_tail(&jumps, &batch->pps);
}

/**
 * kp_batch_update() - arm and disarm the probepoints of a batch
 * @batch: the batch; those that are gone, or as they should be, are left alone
 *
 * Takes a constant number of cross-CPU syncs. Disarming does not fail. On
 * failure nothing has been armed, and the member error of those that are to
 * blame is set.
 *
 * Context: process context, kp_mutex and kp_native_lock() held.
 * Return: 0; -EBUSY if the text is not what it was or a probe of the kernel's
 * own is in the way; -EFAULT; or an error of kp_ftrace_arm().
 */
int kp_batch_update(struct kp_batch *batch)
{
	LIST_HEAD(arm);
	LIST_HEAD(arm_ftrace);
	LIST_HEAD(disarm);
	LIST_HEAD(disarm_ftrace);
	struct probepoint *pp, *next;
	int ret;

	lockdep_assert_held(&kp_mutex);
	kp_batch_make_way(batch);
	list_for_each_entry_safe(pp, next, &batch->pps, batch) {
		bool wanted = is_wanted_armed(pp);

		pp->error = 0;
		WRITE_ONCE(pp->is_silent, disarmed);
		if (wanted && pp->state == KP_DISARMED)
			list_move_tail(&pp->batch,
				       pp->is_ftrace ? &arm_ftrace : &arm);
		else if (!wanted && pp->state == KP_ARMED)
			list_move_tail(&pp->batch, pp->is_ftrace ?
				       &disarm_ftrace : &disarm);
	}

	kp_text_disarm(&disarm);
	set_states(&disarm, KP_DISARMED);
	kp_ftrace_disarm(&disarm_ftrace);
	set_states(&disarm_ftrace, KP_DISARMED);

	ret = is_any_blocked(&arm) ? -EBUSY : kp_text_arm(&arm);
	if (!ret) {
		ret = kp_ftrace_arm(&arm_ftrace);
		if (ret)
			kp_text_disarm(&arm);
	}
	if (!ret) {
		set_states(&arm, KP_ARMED);
		set_states(&arm_ftrace, KP_ARMED);
	}

	list_splice_tail(&arm, &batch->pps);
	list_splice_tail(&arm_ftrace, &batch->pps);
	list_splice_tail(&disarm, &batch->pps);
	list_splice_tail(&disarm_ftrace, &batch->pps);
	list_for_each_entry(pp, &batch->pps, batch)
		kp_optimizer_add(pp);
	return ret;
}
