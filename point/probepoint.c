// SPDX-License-Identifier: GPL-2.0
/*
 * Probepoints: made, published, retired. Their state is changed by
 * kp_probepoint_set_state() alone; Documentation/design.rst has the diagram.
 */
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <place/resolve.h>
#include <point/batch.h>
#include <point/jump_queue.h>
#include <point/point_slots.h>
#include <point/probepoint.h>
#include <point/rare.h>
#include <point/retire.h>
#include <point/return_set.h>
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
	WRITE_ONCE(pp->state, state);
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
	pp->resume = kp_resume_of(&pp->insn, pp->home.addr) ?: pp->home.addr;
	pp->has_fixup = !pp->is_ftrace && pp->insn.is_faultable &&
			kp_ksyms.search_exception_tables(target->addr);
	return pp;
}

static void pp_free(struct probepoint *pp)
{
	kp_rare_free(pp->rare);
	kmem_cache_free(cache, pp);
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
	if (!ret && target->is_internal)
		ret = kp_probepoint_need_resume(batch, pp, why);
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
