// SPDX-License-Identifier: GPL-2.0
/*
 * The slots of probepoints: when one is needed, and how it is made.
 */
#include <linux/extable.h>
#include <linux/list.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <kernel/quiesce.h>
#include <point/batch.h>
#include <point/excluded.h>
#include <point/point_slots.h>
#include <point/rare.h>
#include <text/slots.h>

/**
 * kp_resume_of() - where a hit goes on that needs no slot
 * @insn: the probed instruction
 * @addr: where it is
 *
 * Context: any.
 * Return: the address; or 0 if there is none, as behind a jump to itself.
 */
unsigned long kp_resume_of(const struct kp_arch_insn *insn, unsigned long addr)
{
	unsigned long resume = kp_arch_resume(insn, addr);

	return resume == addr ? 0 : resume;
}

/* Where a hit goes on without a detour, if not behind a step; or 0. */
static unsigned long slot_or_none(const struct probepoint *pp)
{
	return pp->boost ?: kp_resume_of(&pp->insn, pp->home.addr);
}

/**
 * kp_probepoint_lead_back() - let hits go on where they went before there was a
 *	detour
 * @pp: the probepoint, which is no jump
 *
 * What the jump would cover is no longer left out: a probe may come there. Who lets it
 * come sees to it that there is a slot: kp_probepoint_need_lacking().
 *
 * Context: kp_native_lock() held, for a kernel with its own kprobes by the
 * caller that registers one; or kp_mutex.
 */
void kp_probepoint_lead_back(struct probepoint *pp)
{
	unsigned long resume = slot_or_none(pp);

	/* what covers no other instruction has left none out */
	if (!resume)
		return;
	kp_jump_set_entered(pp);
	WRITE_ONCE(pp->resume, resume);
}

/**
 * kp_probepoint_lacks_slot() - whether hits cannot be led back
 * @pp: the probepoint
 *
 * They go on in its detour past other instructions than the probed one, which has no slot.
 *
 * Context: kp_mutex, or kp_native_lock() as for kp_probepoint_lead_back().
 */
bool kp_probepoint_lacks_slot(const struct probepoint *pp)
{
	return pp->detour && pp->jump != KP_JUMP_SINGLE && !slot_or_none(pp) &&
	       pp->resume == kp_detour_copy(pp);
}

/* The entry that lets the kernel mend a fault of @pp's instruction. */
static int build_fixup(const struct probepoint *pp, unsigned long slot, u8 *buf)
{
	const struct exception_table_entry *entry;

	entry = kp_ksyms.search_exception_tables(pp->home.addr);
	return kp_arch_build_fixup(entry, pp->home.addr, &pp->insn, slot, buf);
}

/* The bytes of a slot. */
static int build_code(const struct probepoint *pp, unsigned long slot,
		      enum kp_slot_kind kind, u8 *bytes, u8 *trap_offset,
		      const char **why)
{
	int ret;

	if (kind == KP_SLOT_STUB) {
		*why = "the stub is out of reach";
		return kp_arch_build_stub(bytes, slot, KP_STUB_JPROBE, pp);
	}
	ret = kp_arch_build_slot(&pp->insn, pp->orig, pp->home.addr, slot,
				 kind, bytes, trap_offset, why);
	if (ret || !pp->has_fixup)
		return ret;
	*why = "its fixup is out of reach";
	return build_fixup(pp, slot, bytes + KP_ARCH_SLOT_CODE_SIZE);
}

/* Allocate a slot, and queue its code in the batch. */
static unsigned long slot_create(struct kp_batch *batch, struct probepoint *pp,
				 enum kp_slot_kind kind, u8 *trap_offset,
				 const char **why)
{
	bool is_post = kind == KP_SLOT_POST;
	unsigned long slot = kp_slot_alloc(is_post ? KP_SLOT_SIZE_DETOUR :
						     KP_SLOT_SIZE_INSN, pp);
	u8 *bytes = kp_batch_room(batch, slot);

	*why = "out of memory for slots";
	pp->error = bytes ? build_code(pp, slot, kind, bytes, trap_offset,
				       why) : -ENOMEM;
	if (pp->error) {
		kp_slot_free(slot);
		return 0;
	}
	if (is_post)
		memcpy(bytes + KP_ARCH_POST_OWNER, &pp, sizeof(pp));
	kp_batch_queue(batch, slot, bytes, is_post ? KP_ARCH_DETOUR_SIZE :
						     KP_ARCH_SLOT_SIZE);
	return slot;
}

static int create_post(struct kp_batch *batch, struct probepoint *pp,
		       const char **why)
{
	u8 unused;

	pp->step = slot_create(batch, pp, KP_SLOT_POST, &unused, why);
	return pp->step ? 0 : pp->error;
}

/* With room for an entry in the table. */
static int create_step(struct kp_batch *batch, struct probepoint *pp,
		       const char **why)
{
	struct kp_rare *rare = kp_rare_need(pp);
	u8 trap_offset;

	*why = "out of memory";
	if (!rare)
		return -ENOMEM;
	pp->step = slot_create(batch, pp, KP_SLOT_STEP, &trap_offset, why);
	if (!pp->step)
		return pp->error;
	rare->step_trap.addr = pp->step;
	rare->step_trap.addr += trap_offset;
	kp_table_add(&rare->step_trap);
	return 0;
}

/**
 * kp_probepoint_need_resume() - a slot for a probepoint that has no place where hits
 *	go on
 * @batch: batch with room for a slot
 * @pp: the probepoint; others are left alone
 * @why: on failure, the reason
 *
 * Where nothing leads back from a slot without a trap, a trap does. Hits go on there once
 * kp_batch_write_slots() has written it.
 *
 * Context: process context, kp_mutex held.
 * Return: 0, -ENOMEM, or what kp_arch_build_slot() returned.
 */
int kp_probepoint_need_resume(struct kp_batch *batch, struct probepoint *pp,
			      const char **why)
{
	u8 unused;

	if (!kp_lacks_resume(pp) || pp->boost || pp->step)
		return 0;
	pp->boost = slot_create(batch, pp, KP_SLOT_BOOST, &unused, why);
	if (pp->boost)
		return 0;
	return pp->error == -ERANGE ? kp_table_reserve(1) ?:
				      create_step(batch, pp, why) :
				      pp->error;
}

/* The end of a batch that is there for its slots alone, and may have failed. */
static int write_or_drop(struct kp_batch *slots, int ret, const char **why)
{
	if (!ret) {
		*why = "the kernel cannot write the slots";
		ret = kp_batch_write_slots(slots);
	}
	if (ret)
		kp_batch_drop_slots(slots);
	kp_batch_exit(slots);
	return ret;
}

/**
 * kp_probepoint_need_resumes() - slots for those of a batch that have no place where
 *	hits go on
 * @batch: the batch, after kp_optimizer_plan(): most hits go on in detours
 * @why: on failure, the reason; the member error of the one that failed is set
 *
 * Context: process context, kp_mutex held.
 * Return: 0, -ENOMEM, -EFAULT, or what kp_arch_build_slot() returned.
 */
int kp_probepoint_need_resumes(const struct kp_batch *batch, const char **why)
{
	struct probepoint *pp;
	struct kp_batch slots;
	unsigned int num = 0;
	int ret;

	list_for_each_entry(pp, &batch->pps, batch) {
		pp->error = 0;
		num += kp_lacks_resume(pp);
	}
	if (!num)
		return 0;
	kp_batch_init(&slots);
	*why = "out of memory";
	ret = kp_batch_reserve(&slots, 0, num, 0);
	list_for_each_entry(pp, &batch->pps, batch) {
		ret = ret ?: kp_probepoint_need_resume(&slots, pp, why);
		kp_give_way();
	}
	return write_or_drop(&slots, ret, why);
}

/* A slot for one that lacks it. */
static int create_boost(struct kp_batch *batch, struct probepoint *pp,
			const char **why)
{
	u8 unused;

	pp->boost = slot_create(batch, pp, KP_SLOT_BOOST, &unused, why);
	return pp->boost ? 0 : pp->error;
}

/**
 * kp_probepoint_make_slot() - a slot for one that lacks it, at once
 * @pp: a probepoint for which kp_probepoint_lacks_slot() is true
 *
 * Context: process context, kp_mutex held.
 * Return: 0, -ENOMEM, -EFAULT, or what kp_arch_build_slot() returned.
 */
int kp_probepoint_make_slot(struct probepoint *pp)
{
	struct kp_batch slots;
	const char *why;
	int ret;

	kp_batch_init(&slots);
	ret = kp_batch_reserve(&slots, 0, 1, 0) ?:
	      create_boost(&slots, pp, &why);
	return write_or_drop(&slots, ret, &why);
}

/**
 * kp_probepoint_offer_slots() - slots for those of a batch that have stopped to be jumps
 * @batch: the batch
 *
 * Or are disarmed and will not be jumps. The kernel's own kprobes may come close to them, and
 * cannot wait for memory then. One without a slot refuses them, as a jump does.
 *
 * Context: process context, kp_mutex held.
 */
void kp_probepoint_offer_slots(const struct kp_batch *batch)
{
	struct probepoint *pp;
	struct kp_batch slots;
	unsigned int num = 0;
	const char *why;
	int ret;

	list_for_each_entry(pp, &batch->pps, batch)
		num += pp->state <= KP_ARMED && kp_probepoint_lacks_slot(pp);
	if (!num || !kp_ksyms.get_kprobe)
		return;
	kp_batch_init(&slots);
	ret = kp_batch_reserve(&slots, 0, num, 0);
	list_for_each_entry(pp, &batch->pps, batch) {
		if (!ret && pp->state <= KP_ARMED && kp_probepoint_lacks_slot(pp))
			ret = create_boost(&slots, pp, &why);
		kp_give_way();
	}
	(void)!write_or_drop(&slots, ret, &why);
}

/* The one so many bytes before @addr, if a probe at @addr would have to lead it back. */
static struct probepoint *lacking_before(unsigned long addr, unsigned int i)
{
	struct probepoint *pp = kp_probepoint_find(addr - i);

	return pp && kp_probepoint_lacks_slot(pp) ? pp : NULL;
}

/**
 * kp_probepoint_num_lacking() - slots that kp_probepoint_need_lacking() allocates
 * @addr: as there
 *
 * Context: kp_mutex held.
 */
unsigned int kp_probepoint_num_lacking(unsigned long addr)
{
	unsigned int i, num = 0;

	for (i = KP_ARCH_BREAKPOINT_SIZE; i < KP_ARCH_JUMP_SIZE; i++)
		num += !!lacking_before(addr, i);
	return num;
}

/**
 * kp_probepoint_need_lacking() - slots for those that a probe or a watch is to come
 *	close to
 * @batch: batch with room for kp_probepoint_num_lacking() slots
 * @addr: where that will be
 * @why: on failure, the reason
 *
 * Their hits go on there once kp_probepoint_lead_back() says so, which does not fail. If
 * @batch fails, kp_batch_drop_slots() is to be called.
 *
 * Context: process context, kp_mutex held.
 * Return: 0, -ENOMEM, or what kp_arch_build_slot() returned.
 */
int kp_probepoint_need_lacking(struct kp_batch *batch, unsigned long addr,
			       const char **why)
{
	struct probepoint *pp;
	unsigned int i;
	int ret = 0;

	for (i = KP_ARCH_BREAKPOINT_SIZE; i < KP_ARCH_JUMP_SIZE && !ret; i++) {
		pp = lacking_before(addr, i);
		if (pp)
			ret = create_boost(batch, pp, why);
	}
	return ret;
}

/**
 * kp_probepoint_need_step() - prepare for a post_handler
 * @batch: batch with room for a slot, and for one that it goes on in otherwise
 * @pp: the probepoint
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex held.
 * Return: 0, -ENOMEM, or what kp_arch_build_slot() returned.
 */
int kp_probepoint_need_step(struct kp_batch *batch, struct probepoint *pp,
			    const char **why)
{
	int ret;

	/* first, as that may take the same; and a detour with a place for post_handlers is none */
	ret = kp_probepoint_need_resume(batch, pp, why);
	if (!ret && kp_probepoint_lacks_slot(pp))
		ret = create_boost(batch, pp, why);
	if (ret)
		return ret;
	if (pp->step || pp->is_ftrace || pp->insn.emulation)
		return 0;
	if (kp_has_post_slot(&pp->insn, pp->home.addr) &&
	    create_post(batch, pp, why) != -ERANGE)
		return pp->step ? 0 : pp->error;
	/* or where no branch leads back from there */
	*why = "out of memory";
	return kp_table_reserve(1) ?: create_step(batch, pp, why);
}

/**
 * kp_probepoint_need_stub() - prepare for a jprobe
 * @batch: batch with room for a slot
 * @pp: the probepoint
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex held.
 * Return: 0, -ENOMEM, or what kp_arch_build_stub() returned.
 */
int kp_probepoint_need_stub(struct kp_batch *batch, struct probepoint *pp,
			    const char **why)
{
	struct kp_rare *rare = kp_rare_need(pp);

	*why = "out of memory";
	if (!rare)
		return -ENOMEM;
	if (!rare->stub)
		rare->stub = slot_create(batch, pp, KP_SLOT_STUB, NULL, why);
	return rare->stub ? 0 : pp->error;
}
