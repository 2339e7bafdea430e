// SPDX-License-Identifier: GPL-2.0
/*
 * Probepoints: made, given slots, retired. Their state is changed by
 * kp_probepoint_set_state() alone; Documentation/design.rst has the diagram.
 */
#include <linux/extable.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <kernel/quiesce.h>
#include <place/resolve.h>
#include <point/batch.h>
#include <point/excluded.h>
#include <point/jump_queue.h>
#include <point/probepoint.h>
#include <point/rare.h>
#include <point/retire.h>
#include <point/return_set.h>
#include <text/slots.h>
#include <text/text.h>

/* By their size: on arm64 kmalloc() may have 128 and 256 alone. */
static struct kmem_cache *cache;

/**
 * kp_probepoint_set_state() - note what the text now holds
 * @pp: the probepoint
 * @state: enum kp_state
 *
 * Nothing else changes the member state.
 *
 * Context: kp_mutex held.
 */
void kp_probepoint_set_state(struct probepoint *pp, enum kp_state state)
{
	lockdep_assert_held(&kp_mutex);
	WARN_ON_ONCE(pp->state == KP_GONE);
	if (state == KP_DISARMED)
		/* hits went past what the jump covers, but now all do not */
		kp_jump_set_entered(pp);
	pp->state = state;
}

/* Where a hit goes on without a detour, if not behind a step; or 0. */
static unsigned long slot_or_none(const struct probepoint *pp)
{
	return pp->boost ?: kp_arch_resume(&pp->insn, pp->home.addr);
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

static struct probepoint *pp_alloc(const struct kp_target *target)
{
	struct probepoint *pp = kmem_cache_zalloc(cache, GFP_KERNEL);

	if (!pp)
		return NULL;
	pp->home.addr = target->addr;
	pp->probes = kp_end_of(pp);
	INIT_LIST_HEAD(&pp->link);
	INIT_LIST_HEAD(&pp->batch);
	pp->single = &kp_no_probe;
	pp->posts = kp_no_probe.call;
	pp->room = min(target->end - target->addr, 255UL);
	pp->home.kind = KP_TRAP_HOME;
	pp->insn = target->insn;
	memcpy(pp->orig, target->orig, sizeof(pp->orig));
	pp->is_ftrace = target->is_ftrace;
	pp->resume = kp_arch_resume(&pp->insn, pp->home.addr) ?: pp->home.addr;
	pp->has_fixup = !pp->is_ftrace && pp->insn.is_faultable &&
			kp_ksyms.search_exception_tables(target->addr);
	return pp;
}

static void pp_free(struct probepoint *pp)
{
	kp_rare_free(pp->rare);
	kmem_cache_free(cache, pp);
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

/* Where nothing leads back from a slot without a trap, a trap does. */
static int create_resume(struct kp_batch *batch, struct probepoint *pp,
			 const char **why)
{
	u8 unused;
	int ret = 0;

	pp->boost = slot_create(batch, pp, KP_SLOT_BOOST, &unused, why);
	if (!pp->boost)
		ret = pp->error == -ERANGE ? kp_table_reserve(1) ?:
					     create_step(batch, pp, why) :
					     pp->error;
	pp->resume = pp->boost ?: pp->step;
	return ret;
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
		if (!ret && kp_lacks_resume(pp))
			ret = create_resume(&slots, pp, why);
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
 * The kernel's own kprobes may come close to them, and cannot wait for memory then. One
 * without a slot refuses them, as a jump does.
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
		num += pp->state == KP_ARMED && kp_probepoint_lacks_slot(pp);
	if (!num || !kp_ksyms.get_kprobe)
		return;
	kp_batch_init(&slots);
	ret = kp_batch_reserve(&slots, 0, num, 0);
	list_for_each_entry(pp, &batch->pps, batch) {
		if (!ret && pp->state == KP_ARMED && kp_probepoint_lacks_slot(pp))
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
 * kp_probepoint_create() - make the probepoint of an address, disarmed
 * @batch: batch with room for it, for a slot if it is one of our own, and for
 *	kp_probepoint_num_lacking() slots
 * @target: a decoded address that has no probepoint yet
 * @why: on failure, the reason
 *
 * Before it is armed kp_probepoint_need_resumes() says where its hits go on.
 *
 * Context: process context, kp_mutex held.
 * Return: the probepoint, in the table; or ERR_PTR() of -ENOMEM, or of what
 * kp_arch_build_slot() returned.
 */
struct probepoint *kp_probepoint_create(struct kp_batch *batch,
					const struct kp_target *target,
					const char **why)
{
	struct probepoint *pp;
	int ret;

	*why = "out of memory";
	/* the second for a breakpoint behind its copy, if that takes one */
	ret = kp_table_reserve(2);
	if (ret)
		return ERR_PTR(ret);
	pp = pp_alloc(target);
	if (!pp)
		return ERR_PTR(-ENOMEM);
	if (target->is_internal && !kp_rare_need(pp))
		ret = -ENOMEM;
	ret = ret ?: kp_probepoint_need_lacking(batch, target->addr, why);
	/* it is no jump, ever */
	if (!ret && target->is_internal && kp_lacks_resume(pp))
		ret = create_resume(batch, pp, why);
	if (ret) {
		pp_free(pp);
		return ERR_PTR(ret);
	}
	kp_table_add(&pp->home);
	list_add_tail(&pp->link, &kp_probepoints);
	kp_optimizer_batch_before(batch, pp->home.addr);
	return pp;
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
	int ret = 0;

	/* first, as that may take the same; and a detour with a place for post_handlers is none */
	if (kp_lacks_resume(pp))
		ret = create_resume(batch, pp, why);
	else if (kp_probepoint_lacks_slot(pp))
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

/**
 * kp_probepoint_update_kind() - how hits are to go about the probes
 * @pp: the probepoint; to be called before a return probe is added to it, and
 *	after one was removed
 * @adds_return: a return probe is about to be added
 *
 * Context: kp_mutex held.
 */
void kp_probepoint_update_kind(struct probepoint *pp, bool adds_return)
{
	bool returns = adds_return;
	struct kp_probe *probe;

	lockdep_assert_held(&kp_mutex);
	kp_for_each_probe(probe, pp)
		returns |= probe->is_return;
	if (pp->home.kind <= KP_TRAP_RETURNS)
		WRITE_ONCE(pp->home.kind, returns ? KP_TRAP_RETURNS :
						    KP_TRAP_HOME);
}

/*
 * From the probe @first, and those between it and @next, hits go on to @next, or
 * nowhere if it is the end. A hit that finds its probe not to be the last one goes on by
 * a member next that is right, or was when the hit began.
 */
static void lead_to(struct kp_probe *first, struct kp_probe *next)
{
	for (; first != next; first = first->behind) {
		if (first->is_return)
			continue;
		if (!kp_is_end(next))
			/* a hit that is led to it sees all of it */
			smp_store_release(&first->next, next);
		/* not 0 before a hit would be led there */
		smp_store_release(&first->is_last, kp_is_end(next));
	}
}

/**
 * kp_probepoint_update_single() - what a detour is to call
 * @pp: the probepoint; to be called after its probes or their modes changed
 *
 * Context: kp_mutex held.
 */
void kp_probepoint_update_single(struct probepoint *pp)
{
	struct kp_probe *single = &kp_no_probe, *before = pp->single;
	struct kp_probe *probe, *from;
	bool returns = false, several = false;

	lockdep_assert_held(&kp_mutex);
	kp_for_each_probe(probe, pp) {
		if (kp_is_disabled(probe))
			continue;
		returns |= probe->is_return;
		if (single == &kp_no_probe)
			single = probe;
		else
			several = true;
	}
	/* first, so that a handler's post_handler is called too */
	smp_store_release(&pp->posts, several ? kp_many_probes.call :
						single->call);

	from = pp->probes;
	/* disabled ones too: they will be led to before this comes to them */
	kp_for_each_probe(probe, pp) {
		if (kp_is_disabled(probe) || probe->is_return)
			continue;
		lead_to(from, probe);
		from = probe;
	}
	lead_to(from, kp_end_of(pp));
	if (several && (returns || !KP_ARCH_GOES_ON))
		single = kp_return_set_make(pp) ?: &kp_many_probes;
	/* a hit that sees the probe sees all of it */
	smp_store_release(&pp->single, single);
	if (single != before)
		kp_return_set_replaced(before);
}

/**
 * kp_probepoint_unpublish() - hits find the probepoint no more
 * @pp: without probes, disarmed or gone
 *
 * The caller waits for a grace period, then calls kp_probepoint_retire().
 *
 * Context: kp_mutex held.
 */
void kp_probepoint_unpublish(struct probepoint *pp)
{
	lockdep_assert_held(&kp_mutex);
	list_del_init(&pp->link);
	kp_optimizer_remove(pp);
	if (pp->state == KP_GONE)
		return;
	kp_table_remove(&pp->home);
	kp_optimizer_add_before(pp->home.addr);
}

/**
 * kp_probepoint_free() - free a probepoint
 * @pp: unpublished, a grace period ago, with nobody in its slots
 *
 * Context: process context, kp_mutex held.
 */
void kp_probepoint_free(struct probepoint *pp)
{
	list_del(&pp->link);
	pp_free(pp);
}

/**
 * kp_probepoint_gone() - the text of a probepoint is being unloaded
 * @pp: the probepoint, which is disarmed if it went through ftrace; its text
 *	is not written any more
 *
 * Its probes stay, marked, until they are unregistered.
 *
 * Context: kp_mutex held, and nobody runs in that text any more.
 */
void kp_probepoint_gone(struct probepoint *pp)
{
	struct kp_probe *probe;

	kp_probepoint_set_state(pp, KP_GONE);
	kp_table_remove(&pp->home);
	kp_optimizer_remove(pp);
	kp_text_gone(pp);
	kp_for_each_probe(probe, pp)
		probe->kp->flags |= KPROBE_FLAG_GONE;
}

/**
 * kp_probepoint_init() - get ready to make probepoints
 *
 * Context: process context, module init.
 * Return: 0 or -ENOMEM.
 */
int kp_probepoint_init(void)
{
	cache = KMEM_CACHE(probepoint, 0);
	return cache ? 0 : -ENOMEM;
}

/**
 * kp_probepoint_exit() - no more are made
 *
 * Context: module exit; all have been freed.
 */
void kp_probepoint_exit(void)
{
	kmem_cache_destroy(cache);
}
