// SPDX-License-Identifier: GPL-2.0
/* Probes of our own, in functions of the kernel that we must know of. */
#include <linux/err.h>

#include <arch/contract.h>
#include <guard/internal_probe.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <place/resolve.h>
#include <place/why.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/point_slots.h>
#include <point/probepoint.h>
#include <point/retire.h>

/* One that was not armed. */
static void unpublish(struct probepoint *pp)
{
	WRITE_ONCE(pp->home.kind, KP_TRAP_HOME);
	WRITE_ONCE(pp->rare->internal, NULL);
	kp_probepoint_unpublish(pp);
}

/**
 * kp_internal_add() - place a probe of our own at a function's entry
 * @symbol: the function
 * @fn: what is called
 *
 * It is not listed, and stays armed when `enabled` is 0.
 *
 * Context: process context.
 * Return: 0; -EBUSY if there is a probe: once a client has removed its own, try again; or
 * as register_kprobe(); the log says why.
 */
int kp_internal_add(const char *symbol, kp_internal_fn fn)
{
	struct kprobe kp = { .symbol_name = symbol };
	struct probepoint *pp, *unarmed = NULL;
	struct kp_target target;
	struct kp_batch batch;
	const char *why = "?";
	int ret;

	kp.offset = kp_arch_entry_offset(kp_ksyms_lookup(symbol));
	kp_batch_init(&batch);
	mutex_lock(&kp_mutex);
	kp_native_lock();
	ret = kp_resolve(&kp, &target, &why);
	target.is_internal = true;
	if (!ret && kp_probepoint_find(target.addr))
		ret = refuse(-EBUSY, "a probe is there already", &why);
	ret = ret ?: kp_target_check(&target, &why) ?:
	      kp_target_decode(&target, &why) ?:
	      kp_batch_reserve(&batch, 1,
			       1 + kp_probepoint_num_lacking(target.addr), 0);
	if (ret)
		goto unlock;
	pp = kp_probepoint_create(&batch, &target, &why);
	ret = PTR_ERR_OR_ZERO(pp);
	if (ret)
		goto unlock;
	pp->rare->internal = fn;
	/* pairs with hit_internal(), which needs the member internal */
	smp_store_release(&pp->home.kind, KP_TRAP_INTERNAL);
	kp_batch_add(&batch, pp);
	ret = kp_batch_write_slots(&batch) ?: kp_batch_update(&batch);
	if (ret) {
		why = "it cannot be armed now";
		unarmed = pp;
	}
unlock:
	if (ret)
		kp_batch_drop_slots(&batch);
	kp_batch_exit(&batch);
	if (unarmed)
		unpublish(unarmed);
	kp_native_unlock();
	if (unarmed) {
		/* look-ups may be passing by, in idle tasks too */
		kp_wait_for_cpus();
		kp_probepoint_retire(unarmed);
	}
	mutex_unlock(&kp_mutex);
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
	/* also what has stayed because somebody else had written there */
	kp_set_disarmed(true);
	list_for_each_entry(pp, &kp_probepoints, link) {
		kp_batch_add(&batch, pp);
		if (!kp_is_internal(pp) || (but && pp->rare->internal == but))
			continue;
		WRITE_ONCE(pp->home.kind, KP_TRAP_HOME);
		WRITE_ONCE(pp->rare->internal, NULL);
	}
	/* nothing is armed, so nothing fails */
	(void)!kp_batch_update(&batch);
	kp_batch_exit(&batch);
	list_for_each_entry_safe(pp, next, &kp_probepoints, link) {
		if (kp_is_internal(pp))
			continue;
		kp_probepoint_unpublish(pp);
		list_add(&pp->link, &removed);
	}
	kp_native_unlock();
	/* look-ups may be passing by, in idle tasks too */
	kp_wait_for_cpus();
	list_for_each_entry_safe(pp, next, &removed, link)
		kp_probepoint_retire(pp);
	mutex_unlock(&kp_mutex);
}
