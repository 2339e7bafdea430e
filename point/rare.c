// SPDX-License-Identifier: GPL-2.0
/*
 * What few probepoints have, apart from them: so that each of many is small.
 */
#include <linux/slab.h>

#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <point/rare.h>

/**
 * kp_rare_need() - have what few probepoints have
 * @pp: the probepoint
 *
 * Context: process context, kp_mutex held.
 * Return: its member rare, until it is freed; or NULL if there is no memory.
 */
struct kp_rare *kp_rare_need(struct probepoint *pp)
{
	struct kp_rare *rare = pp->rare;

	lockdep_assert_held(&kp_mutex);
	if (rare)
		return rare;
	rare = kzalloc(sizeof(*rare), GFP_KERNEL);
	if (!rare)
		return NULL;
	rare->step_trap.kind = KP_TRAP_STEP;
	rare->pp = pp;
	/* a hit that sees it sees what is in it */
	smp_store_release(&pp->rare, rare);
	return rare;
}

/**
 * kp_rare_drop_step_trap() - the breakpoint behind a stepped copy is found no more
 * @pp: the probepoint; nobody is in that slot
 *
 * Before @pp is freed, the caller waits until no look-up passes by.
 *
 * Context: kp_mutex held.
 */
void kp_rare_drop_step_trap(struct probepoint *pp)
{
	struct kp_rare *rare = pp->rare;

	lockdep_assert_held(&kp_mutex);
	if (!rare || !rare->step_trap.addr)
		return;
	kp_table_remove(&rare->step_trap);
	rare->step_trap.addr = 0;
}

/**
 * kp_rare_free() - free it with its probepoint
 * @rare: of a probepoint that no hit finds any more; or NULL
 *
 * Context: process context.
 */
void kp_rare_free(struct kp_rare *rare)
{
	kfree(rare);
}
