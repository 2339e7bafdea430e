// SPDX-License-Identifier: GPL-2.0
/*
 * Removing probes of every kind, one or many: for a caller, for a module that
 * leaves, after a registration that failed.
 *
 * Removal is in three steps. Unpublish: no new hit calls the handlers. Wait: no
 * old one does. Free. The first step holds kp_mutex, the others need not.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/uaccess.h>

#include <guard/clients.h>
#include <hit/kind.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <place/refusals.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/excluded.h>
#include <point/jump_queue.h>
#include <point/probepoint.h>
#include <point/retire.h>
#include <probe/probe_index.h>
#include <probe/removal.h>

/* Probes of a module that leaves, on the stack. */
#define LEFT_AT_ONCE	64

static unsigned long nr_grace_periods;

/* Removals whose handlers may still be running; protected by kp_mutex. */
static unsigned int nr_removals;

/* Told when no probe that has a client is left. */
static void (*on_last)(void);

/**
 * kp_nr_grace_periods() - grace periods waited for so far
 *
 * Context: any.
 */
unsigned long kp_nr_grace_periods(void)
{
	return READ_ONCE(nr_grace_periods);
}

/**
 * kp_removal_add() - a probe is to be removed
 * @removal: has room for it
 * @probe: the probe; kp_probe_find() finds it no more
 *
 * Context: kp_mutex held.
 */
void kp_removal_add(struct kp_removal *removal, struct kp_probe *probe)
{
	const struct probepoint *pp = kp_probe_pp(probe);

	kp_probe_index_del(probe);
	removal->probes[removal->num_probes++] = probe;
	/*
	 * Outside of traps: what a detour calls, and post-handlers behind a
	 * slot or at a jprobe's probepoint. Who calls one looks at all probes, and
	 * may go on when the last that has one is gone.
	 */
	removal->is_late |= kp_kind_of(probe)->is_late || pp->detour ||
			    (pp->had_post &&
			     (kp_rare_stub(pp) ||
			      kp_has_post_slot(&pp->insn, pp->home.addr)));
	if (kp_kind_of(probe)->detach)
		kp_kind_of(probe)->detach(probe);
}

/* Hits that are at it go on behind it. */
static void take_out(struct probepoint *pp, struct kp_probe *probe)
{
	struct kp_probe **at = &pp->probes;

	while (*at != probe)
		at = &(*at)->behind;
	WRITE_ONCE(*at, probe->behind);
}

/**
 * kp_removal_unpublish() - no new hit calls the handlers
 * @removal: what kp_removal_add() was told of
 * @batch: gets their probepoints
 *
 * Context: kp_mutex and kp_native_lock() held.
 */
void kp_removal_unpublish(struct kp_removal *removal, struct kp_batch *batch)
{
	struct probepoint *pp, *next;
	unsigned int i;

	nr_removals += !!removal->num_probes;
	for (i = 0; i < removal->num_probes; i++) {
		pp = kp_probe_pp(removal->probes[i]);
		kp_probe_set_disabled(removal->probes[i], true);
		kp_batch_add(batch, pp);
		removal->used_ftrace |= pp->is_ftrace;
		kp_give_way();
	}
	/* disarms; what could not be armed before may still not be */
	(void)!kp_batch_update(batch);

	for (i = 0; i < removal->num_probes; i++) {
		struct kp_probe *probe = removal->probes[i];

		pp = kp_probe_pp(probe);
		take_out(pp, probe);
		/* else it knows since kp_probe_set_disabled() */
		if (kp_has_probes(pp))
			kp_probepoint_update_single(pp);
		if (probe->is_return)
			kp_probepoint_update_kind(pp, false);
		/* it may have kept the others from being a jump */
		kp_optimizer_add(pp);
		kp_give_way();
	}
	list_for_each_entry_safe(pp, next, &batch->pps, batch) {
		/* where is_foreign, our breakpoint may be written back */
		if (kp_has_probes(pp) || kp_is_internal(pp) || pp->is_foreign)
			continue;
		list_del_init(&pp->batch);
		kp_probepoint_unpublish(pp);
		list_add_tail(&pp->link, &removal->pps);
		kp_give_way();
	}
}

/**
 * kp_removal_finish() - wait until no old hit calls the handlers, and free
 * @removal: after kp_removal_unpublish()
 *
 * Context: process context, may sleep; no locks.
 */
void kp_removal_finish(struct kp_removal *removal)
{
	struct probepoint *pp, *next;
	unsigned int i;

	if (!removal->num_probes && list_empty(&removal->pps))
		return;
	/* idle tasks look entries of the table up too, by way of the tracer */
	if (removal->is_late || removal->used_ftrace ||
	    !list_empty(&removal->pps))
		kp_wait_for_cpus();
	else
		kp_wait_for_hits();

	mutex_lock(&kp_mutex);
	nr_grace_periods++;
	nr_removals -= !!removal->num_probes;
	for (i = 0; i < removal->num_probes; i++) {
		struct kp_probe *probe = removal->probes[i];

		if (kp_kind_of(probe)->release)
			kp_kind_of(probe)->release(probe);
		kp_probe_free(probe);
		kp_give_way();
	}
	list_for_each_entry_safe(pp, next, &removal->pps, link) {
		kp_probepoint_retire(pp);
		kp_give_way();
	}
	if (!kp_probe_index_is_kept())
		on_last();
	mutex_unlock(&kp_mutex);
}

/* Whether there is a module at an address, which is not the caller. */
static bool is_others(const void *addr, const struct kp_call *call)
{
	const struct module *mod;
	bool is;

	preempt_disable();
	mod = kp_ksyms.__module_address((unsigned long)addr);
	is = mod && !within_module(call->ip, mod);
	preempt_enable();
	return is;
}

/*
 * Of a struct that is not registered. It may have gone with its module's init part, and
 * another module may have come there.
 */
static void clear_addr(struct kprobe *kp, const struct kp_call *call)
{
	kprobe_opcode_t *addr;

	if (kp && !is_others(kp, call) &&
	    !get_kernel_nofault(addr, &kp->addr) && addr)
		kp->addr = NULL;
}

/**
 * kp_unregister() - remove probes of any kind
 * @call: the API's function, and who calls it
 * @kps: the caller's structs
 * @num: how many
 *
 * Context: process context, may sleep.
 */
void kp_unregister(const struct kp_call *call, struct kprobe **kps, int num)
{
	struct kp_removal removal = { .pps = LIST_HEAD_INIT(removal.pps) };
	struct kp_probe *single, *probe;
	struct kp_batch batch;
	bool is_awaited = false;
	int i;

	if (num <= 0 || !kps)
		return;
	removal.probes = num == 1 ? &single :
			 kvcalloc(num, sizeof(*removal.probes), GFP_KERNEL);
	if (!removal.probes) {
		/* never refused for want of memory: one by one then */
		for (i = 0; i < num; i++)
			kp_unregister(call, &kps[i], 1);
		return;
	}

	kp_batch_init(&batch);
	mutex_lock(&kp_mutex);
	for (i = 0; i < num; i++) {
		probe = kps[i] ? kp_probe_find(kps[i]) : NULL;
		if (!probe) {
			kp_note(call, kps[i], i, num, -EINVAL,
				"not registered");
			clear_addr(kps[i], call);
			/* it may have been removed for a module that leaves */
			is_awaited |= nr_removals;
			continue;
		}
		kp_removal_add(&removal, probe);
		kp_give_way();
	}
	kp_native_lock();
	kp_removal_unpublish(&removal, &batch);
	kp_native_unlock();
	kp_batch_exit(&batch);
	mutex_unlock(&kp_mutex);

	kp_removal_finish(&removal);
	if (is_awaited)
		kp_wait_for_cpus();
	if (removal.probes != &single)
		kvfree(removal.probes);
}

/* Take up to @max probes out that a module leaves behind. */
static void find_left(struct kp_removal *removal, unsigned int max,
		      struct kp_leaving *leaving)
{
	struct probepoint *pp;
	struct kp_probe *probe;

	list_for_each_entry(pp, &kp_probepoints, link)
		kp_for_each_probe(probe, pp) {
			if (!kp_clients_leave(probe->clients, leaving))
				continue;
			kp_leaving_report(leaving, probe->kp, "%s at %pS",
					  kp_kind_of(probe)->name,
					  (void *)pp->home.addr);
			kp_removal_add(removal, probe);
			if (removal->num_probes == max)
				return;
		}
}

/**
 * kp_remove_left() - remove the probes of a module that leaves
 * @leaving: the module, or none: all
 *
 * When it returns, no handler in it is running or will be called, also if
 * somebody else is just removing the probe. Callers' structs are not touched:
 * they may have been freed. It needs no memory; many take several rounds.
 *
 * Context: process context, a notifier of modules, or module exit.
 */
void kp_remove_left(struct kp_leaving *leaving)
{
	struct kp_probe *some[LEFT_AT_ONCE];
	bool is_awaited = false, is_more;

	do {
		struct kp_removal removal = {
			.probes = some,
			.pps = LIST_HEAD_INIT(removal.pps),
		};
		struct kp_batch batch;

		kp_batch_init(&batch);
		mutex_lock(&kp_mutex);
		is_awaited |= nr_removals;
		find_left(&removal, LEFT_AT_ONCE, leaving);
		is_more = removal.num_probes == LEFT_AT_ONCE;
		if (removal.num_probes) {
			kp_native_lock();
			kp_removal_unpublish(&removal, &batch);
			kp_native_unlock();
		}
		kp_batch_exit(&batch);
		mutex_unlock(&kp_mutex);
		kp_removal_finish(&removal);
	} while (is_more);
	if (is_awaited)
		kp_wait_for_cpus();
}

/**
 * kp_removal_init() - get ready to remove
 * @fn: called when the last probe that has a client has gone, with kp_mutex held, by
 *	a client; also when one of nobody has gone since, and at exit
 *
 * Context: process context, module init.
 */
void kp_removal_init(void (*fn)(void))
{
	on_last = fn;
}
