/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handlers in the idle task, outside of traps; and in other tasks, where an
 * architecture has text for them too that RCU does not watch. Handlers rely on it.
 */
#ifndef KP_HIT_IDLE_H
#define KP_HIT_IDLE_H

#include <linux/context_tracking_state.h>
#include <linux/irqflags.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <arch/contract.h>
#include <hit/cpu.h>
#include <hit/own_entry.h>
#include <kernel/ksyms.h>

/**
 * struct kp_idle - between kp_idle_enter() and kp_idle_exit()
 * @flags: the interrupt flag as it was
 * @entered: RCU was not watching
 */
struct kp_idle {
	unsigned long flags;
	bool entered;
};

/**
 * kp_may_be_idle() - whether RCU is to be asked if it is watching this CPU
 *
 * Tasks other than idle ones it ignores only where contexts are tracked (NO_HZ_FULL).
 *
 * Context: preemption disabled.
 */
static __always_inline bool kp_may_be_idle(void)
{
	return is_idle_task(current) ||
	       (KP_ARCH_IGNORED_TASKS && context_tracking_enabled() &&
		!kp_rcu_is_watching());
}

static __always_inline void kp_idle_enter(struct kp_idle *idle)
{
	raw_local_irq_save(idle->flags);
	/* what is called here may be probed */
	this_cpu_write(kp_cpu.running, &kp_return_gone.kp);
	idle->entered = !rcu_is_watching() && kp_ksyms.ct_nmi_enter &&
			kp_ksyms.ct_nmi_exit;
	if (idle->entered)
		kp_ksyms.ct_nmi_enter();
}

static __always_inline void kp_idle_exit(struct kp_idle *idle)
{
	this_cpu_write(kp_cpu.running, &kp_return_gone.kp);
	if (idle->entered)
		kp_ksyms.ct_nmi_exit();
	/* before an interrupt comes, whose hits would be missed */
	this_cpu_write(kp_cpu.running, NULL);
	raw_local_irq_restore(idle->flags);
}

#endif /* KP_HIT_IDLE_H */
