// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: no watchpoint probes. A watchpoint traps before the access, and the
 * kernel steps over that only for perf's own handlers.
 */
#include <linux/errno.h>

#include <internal/arch.h>

const char *kp_arch_watch_why(u8 type, u8 length)
{
	return "not on arm64, where it would trap again and again";
}

int kp_arch_watch_check(unsigned long addr, u8 length)
{
	return -EOPNOTSUPP;
}

void kp_arch_watch_execute(struct perf_event *event)
{
}

unsigned long kp_arch_watch_addr(const struct perf_event *event)
{
	return 0;
}

void kp_arch_watch_move(struct perf_event *event, unsigned long addr)
{
}

const struct perf_event *kp_arch_watch_holder(int cpu, int i)
{
	return NULL;
}

bool kp_arch_watch_traced(const struct task_struct *task)
{
	return false;
}
