/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: per-CPU variables by the names that assembly gives them. From 6.2 to 6.14 they
 * are members of one struct, whose offsets kp_offsets.c has.
 */
#ifndef KP_COMPAT_PERCPU_NAMES_H
#define KP_COMPAT_PERCPU_NAMES_H

#ifdef KP_OFFERS_PCPU_HOT
#define KP_PREEMPT_COUNT	pcpu_hot + HOT_PREEMPT_COUNT
#define KP_CURRENT_TASK		pcpu_hot + HOT_CURRENT_TASK
#else
#define KP_PREEMPT_COUNT	__preempt_count
#define KP_CURRENT_TASK		current_task
#endif

/*
 * The bit that says that nobody is to be preempted for is the highest: of 64 bits since
 * 7.2. Our own count, and what else may be set beside it, is in the lower half.
 */
#ifdef CONFIG_HAS_SEPARATE_PREEMPT_RESCHED_BITS
#define KP_DEC_COUNT		decq
#else
#define KP_DEC_COUNT		decl
#endif

#endif /* KP_COMPAT_PERCPU_NAMES_H */
