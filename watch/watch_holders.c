// SPDX-License-Identifier: GPL-2.0
/* Who has the debug registers, in words, when none is free. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched/signal.h>

#include <arch/contract.h>
#include <watch/watch.h>

/**
 * kp_holders_add() - add an entry
 * @holders: the list; all zero at first. The first entry is its title
 * @fmt: as printf()
 */
void kp_holders_add(struct kp_holders *holders, const char *fmt, ...)
{
	va_list args;

	if (holders->num++)
		holders->len += scnprintf(holders->text + holders->len,
					  sizeof(holders->text) - holders->len,
					  "%s", holders->num == 2 ? ": " : ", ");
	va_start(args, fmt);
	holders->len += vscnprintf(holders->text + holders->len,
				   sizeof(holders->text) - holders->len,
				   fmt, args);
	va_end(args);
}

static bool has_perf_breakpoint(struct task_struct *task)
{
	struct perf_event *event;
	bool found = false;

	/* its holder is opening or closing an event */
	if (!mutex_trylock(&task->perf_event_mutex))
		return false;
	list_for_each_entry(event, &task->perf_event_list, owner_entry)
		if (event->attr.type == PERF_TYPE_BREAKPOINT)
			found = true;
	mutex_unlock(&task->perf_event_mutex);
	return found;
}

/* Breakpoints that belong to no task: kgdb, other modules. */
static void add_kernel_holders(struct kp_holders *holders)
{
	const struct perf_event *event;
	int cpu = raw_smp_processor_id();
	int i;

	for (i = 0; i < KP_ARCH_MAX_WATCHES; i++) {
		event = kp_arch_watch_holder(cpu, i);
		if (event && IS_ERR_OR_NULL(event->owner) &&
		    !(event->attach_state & PERF_ATTACH_TASK) &&
		    event->overflow_handler != kp_arch_watch_trap)
			kp_holders_add(holders, "%ps", event->overflow_handler);
	}
}

/**
 * kp_holders_find() - who has the debug registers
 * @holders: result; what is there already is kept
 *
 * Tasks that are being traced, or have perf's breakpoints open; others only if
 * they are in a register of this CPU now.
 *
 * Context: process context.
 */
void kp_holders_find(struct kp_holders *holders)
{
	struct task_struct *process, *task;

	/* events are freed by RCU, too */
	rcu_read_lock();
	for_each_process_thread(process, task) {
		if (kp_arch_watch_traced(task))
			kp_holders_add(holders, "ptrace of %s %d",
				       task->comm, task_pid_nr(task));
		if (has_perf_breakpoint(task))
			kp_holders_add(holders, "perf of %s %d",
				       task->comm, task_pid_nr(task));
	}
	add_kernel_holders(holders);
	rcu_read_unlock();
}
