// SPDX-License-Identifier: GPL-2.0
/* Hits for perf, and for BPF programs that are attached through it. */
#include <linux/capability.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "event.h"
#include "trace_event.h"

/* A program of type KPROBE sees registers. True: it, or nobody, wants no record. */
static bool is_done_by_bpf(struct trace_event_call *call, struct pt_regs *regs)
{
	if (!(call->flags & TRACE_EVENT_FL_KPROBE) ||
	    !kpe_trace_kernel.call_bpf || !bpf_prog_array_valid(call))
		return false;
	return !kpe_trace_kernel.call_bpf(call, regs);
}

/* False: perf has a record under way in this context. */
static bool submit(const struct kpe_hit *hit, struct trace_event_call *call,
		   struct hlist_head *head)
{
	size_t used = kpe_trace_size(hit), size;
	void *record;
	int context;

	/* with the length that perf puts in front of it, a multiple of 8 */
	size = ALIGN(used + sizeof(u32), sizeof(u64)) - sizeof(u32);
	record = perf_trace_buf_alloc(size, NULL, &context);
	if (!record)
		return false;
	kpe_trace_fill(hit, record, used);
	memset(record + used, 0, size - used);
	if (call->flags & TRACE_EVENT_FL_KPROBE)
		perf_tp_event(call->event.type, 1, record, size, hit->regs,
			      head, context, NULL);
	else
		/* a program of type TRACEPOINT sees the record */
		perf_trace_run_bpf_submit(record, size, context, call, 1,
					  hit->regs, head, NULL);
	return true;
}

static bool perf_hit(const struct kpe_hit *hit)
{
	struct trace_event_call *call = &hit->event->trace->call;
	struct hlist_head *head = this_cpu_ptr(call->perf_events);

	if (is_done_by_bpf(call, hit->regs))
		return true;
	if (hlist_empty(head) && (call->flags & TRACE_EVENT_FL_KPROBE ||
				  !bpf_prog_array_valid(call)))
		return true;
	return submit(hit, call, head);
}

/* A child inherits what its parent was asked for. */
static int may_arm(struct trace_event_call *call, struct perf_event *perf)
{
	return perf->parent || perfmon_capable() ? 0 : -EACCES;
}

/**
 * kpe_trace_perf_guard() - say who may use an event by its number
 * @trace: the event
 *
 * The kernel lets everybody count hits in tasks of theirs, and the event is armed for
 * that. That is so with functions of the kernel. But a watch takes a debug register of
 * each CPU, and a probe in user space is in all processes: the kernel's own is in those
 * that are counted alone.
 */
void kpe_trace_perf_guard(struct kpe_trace *trace)
{
	trace->call.perf_perm = trace->event->target == KPE_TEXT ? NULL : may_arm;
}

const struct kpe_sink kpe_trace_perf = {
	.name	= "perf",
	.hit	= perf_hit,
};
