// SPDX-License-Identifier: GPL-2.0
/* powerpc: there are no watchpoint probes yet. */
#include <linux/errno.h>

#include <arch/contract.h>

const char *kp_arch_watch_why(u8 type, u8 length)
{
	return "there are no watches on powerpc yet";
}

int kp_arch_watch_check(unsigned long addr, u8 length)
{
	return -EOPNOTSUPP;
}

void kp_arch_watch_attr(u8 type, u8 length, struct perf_event_attr *attr)
{
}

void kp_arch_watch_init(kp_watch_fn fn)
{
}

void kp_arch_watch_trap(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
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
