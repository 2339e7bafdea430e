// SPDX-License-Identifier: GPL-2.0
/* Symbols of the kernel's tracing that modules are not given, by name. */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "arch/arch.h"
#include "trace_event.h"

struct kpe_trace_kernel kpe_trace_kernel;

/**
 * kpe_trace_find() - a variable of the kernel
 * @name: its name
 *
 * Return: its address, or NULL.
 */
void *kpe_trace_find(const char *name)
{
	return (void *)kprobe_symbol_address(name);
}

/**
 * kpe_trace_find_function() - a function of the kernel that can be called
 * @name: its name
 *
 * Return: its address, or NULL.
 */
void *kpe_trace_find_function(const char *name)
{
	unsigned long addr = kprobe_symbol_address(name);

	return addr && kpe_arch_may_call(addr) ? (void *)addr : NULL;
}

/**
 * kpe_trace_kernel_find() - find them
 *
 * Context: process context, may sleep.
 * Return: 0; -ENOENT if one that must be there is not: then none is.
 */
int kpe_trace_kernel_find(void)
{
	struct kpe_trace_kernel *kernel = &kpe_trace_kernel;

	kernel->event_mutex = kpe_trace_find("event_mutex");
	kernel->ftrace_lock = kpe_trace_find("ftrace_lock");
	kernel->events = kpe_trace_find("ftrace_events");
	kernel->create_file = kpe_trace_find_function("tracefs_create_file");
	kernel->remove = kpe_trace_find_function("tracefs_remove");
	kernel->call_bpf = kpe_trace_find_function("trace_call_bpf");
	kernel->reset = kpe_trace_find_function("tracing_reset_all_online_cpus");
	kernel->log_error = kpe_trace_find_function("tracing_log_err");
	if (kernel->event_mutex && kernel->events && kernel->create_file &&
	    kernel->remove)
		return 0;
	memset(kernel, 0, sizeof(*kernel));
	return -ENOENT;
}

/**
 * kpe_trace_is_in_ftrace() - whether the function tracer has called us
 *
 * Then this task has its lock, which arming and disarming take.
 */
bool kpe_trace_is_in_ftrace(void)
{
	const struct mutex *lock = kpe_trace_kernel.ftrace_lock;
	unsigned long owner;

	if (!lock)
		return false;
#ifdef CONFIG_PREEMPT_RT
	owner = (unsigned long)READ_ONCE(lock->rtmutex.owner);
#else
	owner = atomic_long_read(&lock->owner);
#endif
	/* the low bits are flags; a task is aligned to more */
	return (owner & ~7UL) == (unsigned long)current;
}
