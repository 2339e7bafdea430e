/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handlers in the idle task, outside of traps. RCU may not be watching there,
 * but handlers rely on it.
 */
#ifndef KP_HIT_IDLE_H
#define KP_HIT_IDLE_H

#include <linux/irqflags.h>
#include <linux/rcupdate.h>

#include <hit/cpu.h>
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
