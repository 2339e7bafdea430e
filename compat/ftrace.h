/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The function tracer. Until 5.10 callbacks get the registers themselves, and one that
 * may be called again while it runs has to say so; later that is what is meant without a
 * word. A filter takes many sites in one call since 6.0.
 */
#ifndef KP_COMPAT_FTRACE_H
#define KP_COMPAT_FTRACE_H

#include <linux/ftrace.h>
#include <linux/sched.h>

#ifdef KP_OFFERS_FTRACE_REGS
#define KP_FTRACE_REGS		struct ftrace_regs
#define KP_FTRACE_FL_REENTRANT	0

static __always_inline struct pt_regs *kp_ftrace_get_regs(struct ftrace_regs *fregs)
{
	return ftrace_get_regs(fregs);
}
#else
#define KP_FTRACE_REGS		struct pt_regs
#define KP_FTRACE_FL_REENTRANT	FTRACE_OPS_FL_RECURSION_SAFE

static __always_inline struct pt_regs *kp_ftrace_get_regs(struct pt_regs *fregs)
{
	return fregs;
}
#endif

#ifdef KP_OFFERS_FTRACE_FILTER_IPS
#define kp_ftrace_set_filter_ips	ftrace_set_filter_ips
#else
/* All or none of them are added; removing goes on. An update of text for each. */
static inline int kp_ftrace_set_filter_ips(struct ftrace_ops *ops,
					   unsigned long *ips, unsigned int cnt,
					   int remove, int reset)
{
	int error, ret = 0;
	unsigned int i;

	for (i = 0; i < cnt; i++) {
		error = ftrace_set_filter_ip(ops, ips[i], remove, reset && !i);
		ret = ret ?: error;
		if (error && !remove)
			break;
		cond_resched();
	}
	if (ret && !remove)
		while (i--)
			ftrace_set_filter_ip(ops, ips[i], 1, 0);
	return ret;
}
#endif

#endif /* KP_COMPAT_FTRACE_H */
