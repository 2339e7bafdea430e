// SPDX-License-Identifier: GPL-2.0
/* The switches: `enabled`, for probes of every kind; and jump optimization. */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/printk.h>

#include <control.h>
#include <hit/probe_table.h>
#include <kernel/native_kprobes.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/jump_queue.h>
#include <point/point_slots.h>
#include <user/user_probe.h>
#include <watch/watch.h>

/**
 * kp_set_enabled() - arm all probes that are not disabled, or disarm all
 * @enabled: which
 *
 * A probe whose text was changed by somebody else meanwhile stays disarmed;
 * the others are armed.
 *
 * Context: process context, may sleep.
 * Return: 0; or, if some probe could not be armed, what enable_kprobe() would
 * return for it.
 */
int kp_set_enabled(bool enabled)
{
	struct probepoint *pp, *next;
	struct kp_batch batch;
	int ret = 0, error;

	kp_batch_init(&batch);
	mutex_lock(&kp_mutex);
	kp_native_lock();
	kp_set_disarmed(!enabled);
	list_for_each_entry(pp, &kp_probepoints, link)
		kp_batch_add(&batch, pp);
	while ((error = kp_batch_update(&batch))) {
		ret = error;
		list_for_each_entry_safe(pp, next, &batch.pps, batch) {
			if (!pp->error)
				continue;
			pr_warn("%pS: not armed: %d\n",
				(void *)pp->home.addr, pp->error);
			list_del_init(&pp->batch);
			error = 0;
		}
		if (error)
			break;
	}
	kp_native_unlock();
	kp_batch_exit(&batch);
	ret = kp_watches_set_enabled(enabled) ?: ret;
	mutex_unlock(&kp_mutex);
	ret = kp_user_probes_set_enabled() ?: ret;
	pr_info("globally %s\n", enabled ? "enabled" : "disabled");
	return ret;
}

/**
 * kp_set_optimization() - let probes become jumps, or make all breakpoints
 * @allow: which
 *
 * Context: process context, may sleep.
 */
void kp_set_optimization(bool allow)
{
	struct probepoint *pp;
	struct kp_batch batch;

	kp_batch_init(&batch);
	mutex_lock(&kp_mutex);
	kp_native_lock();
	kp_optimizer_allow(allow);
	list_for_each_entry(pp, &kp_probepoints, link) {
		kp_batch_add(&batch, pp);
		kp_optimizer_add(pp);
	}
	kp_batch_make_way(&batch);
	/* these stay breakpoints */
	if (!allow)
		kp_probepoint_offer_slots(&batch);
	kp_native_unlock();
	kp_batch_exit(&batch);
	mutex_unlock(&kp_mutex);
}
