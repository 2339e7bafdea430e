// SPDX-License-Identifier: GPL-2.0
/*
 * Batches: probepoints that are worked on together, and the code of their slots
 * that is written together.
 */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <hit/probe_table.h>
#include <point/batch.h>
#include <point/rare.h>
#include <text/slot_owner.h>
#include <text/slots.h>

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

/* Of a slot of any size. */
#define MAX_CODE_SIZE	max(KP_ARCH_SLOT_SIZE, KP_ARCH_DETOUR_SIZE)

static int reserve_code(struct kp_batch *batch, unsigned int code_size,
			unsigned int num)
{
	if (!num)
		return 0;
	batch->code = kvcalloc(num, sizeof(*batch->code), GFP_KERNEL);
	batch->bytes = kvcalloc(num, code_size, GFP_KERNEL);
	batch->code_size = code_size;
	batch->max_code = num;
	return batch->code && batch->bytes ? 0 : -ENOMEM;
}

/**
 * kp_batch_reserve() - make room for many probepoints at once, which is cheaper, and
 *	fails before there is anything to undo
 * @batch: the batch
 * @pps: probepoints that may be created
 * @slots: slots that may be allocated for them
 * @posts: slots of KP_SLOT_POST, likewise
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -ENOMEM.
 */
int kp_batch_reserve(struct kp_batch *batch, unsigned int pps,
		     unsigned int slots, unsigned int posts)
{
	/* few have a breakpoint behind a stepped copy: its room is made with it */
	return kp_table_reserve(pps + 1) ?:
	       kp_slots_reserve(KP_SLOT_SIZE_INSN, slots) ?:
	       kp_slots_reserve(KP_SLOT_SIZE_DETOUR, posts) ?:
	       reserve_code(batch, posts ? MAX_CODE_SIZE : KP_ARCH_SLOT_SIZE,
			    slots + posts);
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
	return kp_slots_reserve(KP_SLOT_SIZE_DETOUR, num) ?:
	       reserve_code(batch, KP_ARCH_DETOUR_SIZE, num);
}

/* Whose hits had no place to go on has one. A hit from before may come by. */
static void lead_to(unsigned long slot)
{
	struct probepoint *pp = kp_slot_owner(slot);

	if (pp && kp_lacks_resume(pp) && slot == (pp->boost ?: pp->step))
		/* the slot was written, and every CPU has seen it */
		smp_store_release(&pp->resume, slot);
}

/**
 * kp_batch_write_slots() - write the code of all new slots of a batch
 * @batch: the batch
 *
 * Probepoints that have no place where hits go on are led there.
 *
 * Context: process context, kp_mutex held.
 * Return: 0 or -EFAULT.
 */
int kp_batch_write_slots(struct kp_batch *batch)
{
	int ret = kp_text_write_slots(batch->code, batch->num_code);
	unsigned int i;

	if (ret)
		return ret;
	for (i = 0; i < batch->num_code; i++)
		lead_to(batch->code[i].addr);
	batch->num_code = 0;
	return 0;
}

/**
 * kp_batch_drop_slots() - forget slots whose code was not written
 * @batch: the batch, which has failed
 *
 * A probepoint that stays gets others when it next needs them.
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
			kp_rare_drop_step_trap(pp);
			kp_slot_free(pp->step);
			pp->step = 0;
		} else if (pp && kp_rare_stub(pp) == batch->code[i].addr) {
			kp_slot_free(pp->rare->stub);
			pp->rare->stub = 0;
		} else if (pp && pp->boost == batch->code[i].addr) {
			kp_slot_free(pp->boost);
			pp->boost = 0;
		}
	}
	batch->num_code = 0;
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
 * @len: how many
 *
 * Context: kp_mutex held.
 */
void kp_batch_queue(struct kp_batch *batch, unsigned long slot, const u8 *bytes,
		    unsigned int len)
{
	struct kp_code *code = &batch->code[batch->num_code++];

	code->addr = slot;
	code->bytes = bytes;
	code->len = len;
}

/**
 * kp_batch_add_detour() - allocate a detour, and queue its code
 * @batch: batch with room for it
 * @pp: the probepoint
 * @region: what the jump covers
 * @insns: the bytes there
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex held.
 * Return: its address; or 0, and the member error of @pp is what
 * kp_arch_build_detour() returned.
 */
unsigned long kp_batch_add_detour(struct kp_batch *batch,
				  struct probepoint *pp,
				  const struct kp_arch_region *region,
				  const u8 *insns, const char **why)
{
	unsigned long detour = kp_slot_alloc(KP_SLOT_SIZE_DETOUR, pp);
	u8 *bytes = kp_batch_room(batch, detour);

	*why = "out of memory for detours";
	pp->error = bytes ? kp_arch_build_detour(region, insns, pp->home.addr,
						 detour, pp, bytes, why) :
			    -ENOMEM;
	if (pp->error) {
		kp_slot_free(detour);
		return 0;
	}
	kp_batch_queue(batch, detour, bytes, KP_ARCH_DETOUR_SIZE);
	return detour;
}
