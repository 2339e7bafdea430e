// SPDX-License-Identifier: GPL-2.0
/*
 * Probepoints: made, armed and disarmed, retired. Their state is changed by
 * kp_probepoint_set_state() alone; Documentation/design.rst has the diagram.
 */
#include <linux/extable.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <internal/core.h>
#include <internal/ftrace_probe.h>
#include <internal/hit.h>
#include <internal/kind.h>
#include <internal/ksyms.h>
#include <internal/native_kprobes.h>
#include <internal/optimizer.h>
#include <internal/probe_table.h>
#include <internal/resolve.h>
#include <internal/retire.h>
#include <internal/slots.h>

/* What it protects is said in internal/core.h. */
DEFINE_MUTEX(kp_mutex);
LIST_HEAD(kp_probepoints);

/* `enabled` is 0: nothing is armed but our own probes. */
static bool disarmed;

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
		pp->is_quiet = false;
	pp->state = state;
}

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
 * kp_probepoint_lead_back() - let hits go on where they went before there was a
 *	detour
 * @pp: the probepoint, which is no jump
 *
 * What the jump would cover is no longer left out: a probe may come there.
 *
 * Context: kp_native_lock() held, for a kernel with its own kprobes by whoever
 * registers one; or kp_mutex.
 */
void kp_probepoint_lead_back(struct probepoint *pp)
{
	pp->is_quiet = false;
	WRITE_ONCE(pp->resume, pp->boost ?:
		   kp_arch_resume(&pp->insn, pp->home.addr));
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

/**
 * kp_probepoint_find() - the probepoint at an address
 * @addr: the address
 *
 * Context: kp_mutex held, or preemption disabled.
 * Return: the probepoint, or NULL.
 */
struct probepoint *kp_probepoint_find(unsigned long addr)
{
	struct kp_trap *trap = kp_table_find(addr);

	if (trap->kind > KP_TRAP_INTERNAL)
		return NULL;
	return container_of(trap, struct probepoint, home);
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

/* Room in the batch for a slot's code, or NULL. */
static u8 *code_room(const struct kp_batch *batch, unsigned long slot)
{
	if (!slot || batch->num_code == batch->max_code)
		return NULL;
	return batch->bytes + batch->num_code * batch->code_size;
}

/* What is in that room is to be written. */
static void code_queue(struct kp_batch *batch, unsigned long slot,
		       const u8 *bytes)
{
	struct kp_code *code = &batch->code[batch->num_code++];

	code->addr = slot;
	code->bytes = bytes;
	code->len = batch->code_size;
}

/* Allocate a slot, and queue its code in the batch. */
static unsigned long slot_create(struct kp_batch *batch, struct probepoint *pp,
				 enum kp_slot_kind kind, u8 *trap_offset,
				 const char **why)
{
	unsigned long slot = kp_slot_alloc(KP_SLOT_SIZE_INSN, pp);
	u8 *bytes = code_room(batch, slot);

	*why = "out of memory for slots";
	pp->error = bytes ? build_code(pp, slot, kind, bytes, trap_offset,
				       why) : -ENOMEM;
	if (pp->error) {
		kp_slot_free(slot);
		return 0;
	}
	code_queue(batch, slot, bytes);
	return slot;
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
	u8 *bytes = code_room(batch, detour);

	*why = "out of memory for detours";
	pp->error = bytes ? kp_arch_build_detour(region, insns, pp->home.addr,
						 detour, pp, bytes, copy,
						 why) : -ENOMEM;
	if (pp->error) {
		kp_slot_free(detour);
		return 0;
	}
	code_queue(batch, detour, bytes);
	return detour;
}

static struct probepoint *pp_alloc(const struct kp_target *target)
{
	struct probepoint *pp = kzalloc(sizeof(*pp), GFP_KERNEL);

	if (!pp)
		return NULL;
	pp->home.addr = target->addr;
	INIT_HLIST_HEAD(&pp->probes);
	INIT_LIST_HEAD(&pp->link);
	INIT_LIST_HEAD(&pp->batch);
	INIT_LIST_HEAD(&pp->optimizer);
	pp->single = &kp_no_probe;
	pp->room = min(target->end - target->addr, 255UL);
	pp->home.kind = KP_TRAP_HOME;
	pp->step_trap.kind = KP_TRAP_STEP;
	pp->insn = target->insn;
	memcpy(pp->orig, target->orig, sizeof(pp->orig));
	pp->mod = target->mod;
	pp->is_ftrace = target->is_ftrace;
	pp->resume = kp_arch_resume(&pp->insn, pp->home.addr);
	pp->has_fixup = !pp->is_ftrace && pp->insn.is_faultable &&
			kp_ksyms.search_exception_tables(target->addr);
	return pp;
}

static int create_step(struct kp_batch *batch, struct probepoint *pp,
		       const char **why)
{
	u8 trap_offset;

	pp->step = slot_create(batch, pp, KP_SLOT_STEP, &trap_offset, why);
	if (!pp->step)
		return pp->error;
	pp->step_trap.addr = pp->step + trap_offset;
	kp_table_add(&pp->step_trap);
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
		ret = pp->error == -ERANGE ? create_step(batch, pp, why) :
					     pp->error;
	pp->resume = pp->boost ?: pp->step;
	return ret;
}

/**
 * kp_probepoint_create() - make the probepoint of an address, disarmed
 * @batch: batch with room for it and its slot
 * @target: a decoded address that has no probepoint yet
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex held.
 * Return: the probepoint, in the table; or ERR_PTR() of -ENOMEM, or of what
 * kp_arch_build_slot() returned.
 */
struct probepoint *kp_probepoint_create(struct kp_batch *batch,
					const struct kp_target *target,
					const char **why)
{
	struct probepoint *pp = pp_alloc(target);
	int ret;

	if (!pp) {
		*why = "out of memory";
		return ERR_PTR(-ENOMEM);
	}
	if (!pp->is_ftrace && !pp->resume) {
		ret = create_resume(batch, pp, why);
		if (ret) {
			kfree(pp);
			return ERR_PTR(ret);
		}
	}
	kp_table_add(&pp->home);
	list_add_tail(&pp->link, &kp_probepoints);
	kp_optimizer_batch_before(batch, pp->home.addr);
	return pp;
}

/**
 * kp_probepoint_need_step() - prepare for a post_handler
 * @batch: batch with room for a slot
 * @pp: the probepoint
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex held.
 * Return: 0, -ENOMEM, or what kp_arch_build_slot() returned.
 */
int kp_probepoint_need_step(struct kp_batch *batch, struct probepoint *pp,
			    const char **why)
{
	if (pp->step || pp->is_ftrace || pp->insn.emulation)
		return 0;
	return create_step(batch, pp, why);
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
	if (!pp->stub)
		pp->stub = slot_create(batch, pp, KP_SLOT_STUB, NULL, why);
	return pp->stub ? 0 : pp->error;
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
	hlist_for_each_entry(probe, &pp->probes, link)
		returns |= probe->kind->is_return;
	if (pp->home.kind <= KP_TRAP_RETURNS)
		WRITE_ONCE(pp->home.kind, returns ? KP_TRAP_RETURNS :
						    KP_TRAP_HOME);
}

/**
 * kp_probepoint_update_single() - what a detour is to call
 * @pp: the probepoint; to be called after its probes or their modes changed
 *
 * Context: kp_mutex held.
 */
void kp_probepoint_update_single(struct probepoint *pp)
{
	struct kp_probe *single = &kp_no_probe, *probe;
	bool returns = false;

	lockdep_assert_held(&kp_mutex);
	hlist_for_each_entry(probe, &pp->probes, link) {
		if (kp_is_disabled(probe))
			continue;
		returns |= probe->kind->is_return;
		if (single == &kp_no_probe)
			single = probe;
		else
			single = returns ? &kp_many_probes : &kp_plain_probes;
	}
	/* whoever sees the probe sees all of it */
	smp_store_release(&pp->single, single);
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
 * kp_probepoint_retire() - free a probepoint, now or when its slots are empty
 * @pp: unpublished a grace period ago
 *
 * Context: process context, kp_mutex held.
 */
void kp_probepoint_retire(struct probepoint *pp)
{
	if (pp->boost || pp->step || pp->stub || pp->detour)
		kp_retire(pp);
	else
		kp_probepoint_free(pp);
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
	kfree(pp);
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
	pp->mod = NULL;
	pp->is_foreign = false;
	hlist_for_each_entry(probe, &pp->probes, link)
		probe->kp->flags |= KPROBE_FLAG_GONE;
}

/**
 * kp_internal_add() - place a probe of our own at a function's entry
 * @symbol: the function
 * @fn: what is called
 *
 * It is not listed, and stays armed when `enabled` is 0.
 *
 * Context: process context, module init.
 * Return: 0, or as register_kprobe(); the log says why. If it fails, what was
 * made stays until kp_internal_remove_all().
 */
int kp_internal_add(const char *symbol, kp_internal_fn fn)
{
	struct kprobe kp = { .symbol_name = symbol };
	struct kp_target target;
	struct probepoint *pp;
	struct kp_batch batch;
	const char *why = "?";
	int ret;

	kp.offset = kp_arch_entry_offset(kp_ksyms_lookup(symbol));
	kp_batch_init(&batch);
	ret = kp_resolve(&kp, &target, &why);
	target.is_internal = true;
	ret = ret ?: kp_target_get(&target, &why);
	if (ret)
		goto out;

	mutex_lock(&kp_mutex);
	kp_native_lock();
	ret = kp_target_decode(&target, &why) ?:
	      kp_batch_reserve(&batch, 1, 1);
	if (ret)
		goto unlock;
	pp = kp_probepoint_create(&batch, &target, &why);
	ret = PTR_ERR_OR_ZERO(pp);
	if (ret)
		goto unlock;
	pp->internal = fn;
	/* pairs with hit_internal(), which needs the member internal */
	smp_store_release(&pp->home.kind, KP_TRAP_INTERNAL);
	kp_batch_add(&batch, pp);
	ret = kp_batch_write_slots(&batch) ?: kp_batch_update(&batch);
unlock:
	kp_native_unlock();
	mutex_unlock(&kp_mutex);
	kp_target_put(&target);
out:
	kp_batch_exit(&batch);
	if (ret)
		pr_err("no probe at %s: %d (%s)\n", symbol, ret, why);
	return ret;
}

/**
 * kp_internal_remove_all() - remove all probes of our own
 * @but: the one that stays, or NULL
 *
 * Context: process context, module exit.
 */
void kp_internal_remove_all(kp_internal_fn but)
{
	struct probepoint *pp, *next;
	struct kp_batch batch;
	LIST_HEAD(removed);

	kp_batch_init(&batch);
	mutex_lock(&kp_mutex);
	kp_native_lock();
	/* also what a client has left behind */
	kp_set_disarmed(true);
	list_for_each_entry(pp, &kp_probepoints, link) {
		kp_batch_add(&batch, pp);
		if (but && pp->internal == but)
			continue;
		WRITE_ONCE(pp->home.kind, KP_TRAP_HOME);
		WRITE_ONCE(pp->internal, NULL);
	}
	/* nothing is armed, so nothing fails */
	(void)!kp_batch_update(&batch);
	kp_batch_exit(&batch);
	list_for_each_entry_safe(pp, next, &kp_probepoints, link) {
		if (pp->internal)
			continue;
		kp_probepoint_unpublish(pp);
		list_add(&pp->link, &removed);
	}
	kp_native_unlock();
	synchronize_rcu();
	list_for_each_entry_safe(pp, next, &removed, link)
		kp_probepoint_retire(pp);
	mutex_unlock(&kp_mutex);
}
