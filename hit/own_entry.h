/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For entries of our own, which take breakpoints ahead of the kernel's: what it does
 * there and we do not, and whether RCU is watching, so that it need not be told.
 */
#ifndef KP_HIT_OWN_ENTRY_H
#define KP_HIT_OWN_ENTRY_H

#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/types.h>

#include <compat/context_tracking.h>

/**
 * kp_own_entry_why() - what this kernel does at exceptions, and an entry of ours does not
 *
 * Return: a reason for people; NULL if there is none.
 */
static inline const char *kp_own_entry_why(void)
{
	if (IS_ENABLED(CONFIG_TRACE_IRQFLAGS))
		return "the kernel checks locks or traces interrupts";
	/* until 5.14: later it looks at the preempt count */
	if (IS_ENABLED(CONFIG_PRINTK_NMI))
		return "printk is told of exceptions";
	if (IS_ENABLED(CONFIG_KMSAN) || IS_ENABLED(CONFIG_KCSAN))
		return "the kernel's sanitizer is told of exceptions";
	if (IS_ENABLED(CONFIG_TREE_RCU) && IS_ENABLED(CONFIG_CONTEXT_TRACKING) &&
	    !IS_ENABLED(CONFIG_CONTEXT_TRACKING_IDLE))
		return "whether RCU is watching cannot be seen";
	return NULL;
}

/**
 * kp_rcu_is_watching() - rcu_is_watching(), which may be probed
 *
 * Where that cannot be seen, not in idle tasks.
 *
 * Context: interrupts off.
 */
static __always_inline bool kp_rcu_is_watching(void)
{
#if defined(CONFIG_CONTEXT_TRACKING_IDLE)
	/* this_cpu_read() may end in the scheduler, as nothing is disabled yet but interrupts */
	return raw_cpu_read(context_tracking.state.counter) &
	       KP_CONTEXT_WATCHED;
#elif defined(CONFIG_TREE_RCU)
	return !(current->flags & PF_IDLE);
#else
	return true;
#endif
}

#endif /* KP_HIT_OWN_ENTRY_H */
