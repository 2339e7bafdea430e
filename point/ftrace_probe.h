/* SPDX-License-Identifier: GPL-2.0 */
/* Probepoints at call sites of the function tracer. */
#ifndef KP_POINT_FTRACE_PROBE_H
#define KP_POINT_FTRACE_PROBE_H

#include <linux/errno.h>
#include <linux/list.h>

struct probepoint;
struct seq_file;

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_REGS
int __must_check kp_ftrace_arm(struct list_head *batch);
void kp_ftrace_disarm(struct list_head *batch);
void kp_ftrace_show(struct seq_file *m, const struct probepoint *pp);
#else
static inline int __must_check kp_ftrace_arm(struct list_head *batch)
{
	return list_empty(batch) ? 0 : -EOPNOTSUPP;
}

static inline void kp_ftrace_disarm(struct list_head *batch)
{
}

static inline void kp_ftrace_show(struct seq_file *m,
				  const struct probepoint *pp)
{
}
#endif

#endif /* KP_POINT_FTRACE_PROBE_H */
