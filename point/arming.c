// SPDX-License-Identifier: GPL-2.0
/*
 * Arming: which probepoints are to be armed, and the text made so, for the
 * probepoints of a batch together, with a constant number of cross-CPU syncs.
 */
#include <linux/list.h>

#include <hit/probe_table.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/ftrace_probe.h>
#include <point/jump_queue.h>
#include <point/point_slots.h>
#include <point/probepoint.h>
#include <text/text.h>

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

static bool is_wanted_armed(const struct probepoint *pp)
{
	return kp_is_internal(pp) || (pp->nr_enabled && !disarmed);
}

/* Whether a probe of the kernel's own has come in the way; marks those. */
static bool is_any_blocked(struct list_head *arm)
{
	struct probepoint *pp;
	bool blocked = false;

	if (!list_empty(arm))
		kp_native_wait();
	list_for_each_entry(pp, arm, batch) {
		kp_give_way();
		if (!kp_native_why(pp->home.addr))
			continue;
		pp->error = -EBUSY;
		blocked = true;
	}
	return blocked;
}

/*
 * A disarmed probepoint was not asked when the kernel's own kprobes came close. Of those
 * who come else kp_probepoint_need_lacking() has seen to it. Each takes a cross-CPU sync:
 * few meet that.
 */
static int lead_back(struct list_head *arm)
{
	struct probepoint *pp;
	int ret = 0;

	if (!kp_ksyms.get_kprobe)
		return 0;
	list_for_each_entry(pp, arm, batch) {
		if (!kp_probepoint_lacks_slot(pp) ||
		    !kp_optimizer_is_crowded(pp))
			continue;
		pp->error = kp_probepoint_make_slot(pp);
		if (!pp->error)
			kp_probepoint_lead_back(pp);
		ret = ret ?: pp->error;
		kp_give_way();
	}
	return ret;
}

static void set_states(struct list_head *list, enum kp_state state)
{
	struct probepoint *pp;

	list_for_each_entry(pp, list, batch) {
		kp_probepoint_set_state(pp, state);
		kp_give_way();
	}
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

		kp_give_way();
		if (pp->state != KP_OPTIMIZING && pp->state != KP_OPTIMIZED) {
			/* another probe may have come since */
			if (pp->detour && kp_optimizer_is_crowded(pp))
				kp_probepoint_lead_back(pp);
			continue;
		}
		why = kp_optimizer_why(pp);
		if (is_wanted_armed(pp) && !why)
			continue;
		kp_jump_set_why_not(pp, why);
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
	/* not before what the jumps covered is there again; one is crowded for a reason */
	list_for_each_entry(pp, &jumps, batch)
		if (pp->why_not && kp_optimizer_is_crowded(pp))
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
 * own is in the way; -ENOMEM if one is close; -EFAULT; or an error of kp_ftrace_arm().
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
		if (pp->rare)
			WRITE_ONCE(pp->rare->only_internal, disarmed);
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

	/*
	 * The tracer first: it takes long, and not longer by breakpoints in what it runs;
	 * but not in vain
	 */
	ret = is_any_blocked(&arm) ? -EBUSY : lead_back(&arm);
	if (!list_empty(&arm_ftrace))
		ret = ret ?: kp_text_check(&arm) ?: kp_ftrace_arm(&arm_ftrace);
	if (!ret) {
		ret = kp_text_arm(&arm);
		if (ret)
			kp_ftrace_disarm(&arm_ftrace);
	}
	if (!ret) {
		set_states(&arm, KP_ARMED);
		set_states(&arm_ftrace, KP_ARMED);
	}

	list_splice_tail(&arm, &batch->pps);
	list_splice_tail(&arm_ftrace, &batch->pps);
	list_splice_tail(&disarm, &batch->pps);
	list_splice_tail(&disarm_ftrace, &batch->pps);
	list_for_each_entry(pp, &batch->pps, batch) {
		kp_optimizer_add(pp);
		kp_give_way();
	}
	return ret;
}
