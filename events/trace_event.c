// SPDX-License-Identifier: GPL-2.0
/*
 * Events as trace events of the kernel: added, enabled for instances of tracing and
 * for perf, removed.
 *
 * event_mutex is taken ahead of kpe_mutex: the kernel holds it when it calls us.
 */
#include <linux/kernel.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "event.h"
#include "trace_event.h"

/**
 * kpe_trace_id() - the number of an event, as perf has it
 * @id: its number, as we have it
 *
 * Context: process context, may sleep.
 * Return: its number; -ENOENT if there is none of ours.
 */
int kpe_trace_id(int id)
{
	const struct kpe_event *event;
	const struct kpe_trace *trace;
	int ret;

	mutex_lock(&kpe_mutex);
	event = kpe_event_by_id(id);
	/* it may be about to be added, or refused */
	trace = event ? READ_ONCE(event->trace) : NULL;
	ret = trace ? trace->call.event.type : -ENOENT;
	mutex_unlock(&kpe_mutex);
	return ret;
}

/* The kernel calls us: nobody else holds the module. */
static int switch_sink(struct kpe_event *event, const struct kpe_sink *sink,
		       bool enable)
{
	int ret;

	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	mutex_lock(&kpe_mutex);
	ret = kpe_events_switch(&event, 1, kpe_sink_number(sink), enable);
	mutex_unlock(&kpe_mutex);
	/* some may have been hit before another could not be armed */
	if (ret && enable)
		kpe_wait();
	module_put(THIS_MODULE);
	return ret;
}

static int add_file(struct kpe_trace *trace, struct trace_event_file *file)
{
	struct kpe_trace_file *new = kmalloc(sizeof(*new), GFP_KERNEL);
	bool is_first = list_empty(&trace->files);
	int ret;

	if (!new)
		return -ENOMEM;
	new->file = file;
	list_add_tail_rcu(&new->link, &trace->files);
	if (!is_first)
		return 0;
	ret = switch_sink(trace->event, &kpe_trace_event, true);
	if (ret) {
		list_del_rcu(&new->link);
		kfree_rcu(new, rcu);
	}
	return ret;
}

/* Those without a file that are still enabled for us; under event_mutex. */
static LIST_HEAD(late);

/**
 * kpe_trace_disable_late() - disable what could not be when its last file went
 *
 * Context: process context, event_mutex held.
 */
void kpe_trace_disable_late(void)
{
	struct kpe_trace *trace, *next;

	list_for_each_entry_safe(trace, next, &late, late) {
		list_del_init(&trace->late);
		if (list_empty(&trace->files))
			switch_sink(trace->event, &kpe_trace_event, false);
	}
}

static void late_workfn(struct work_struct *work)
{
	mutex_lock(kpe_trace_kernel.event_mutex);
	kpe_trace_disable_late();
	mutex_unlock(kpe_trace_kernel.event_mutex);
}

static DECLARE_WORK(late_work, late_workfn);

/*
 * `!function:enable_event:...` in set_ftrace_filter, and an instance that goes with one
 * in it: the function tracer disables the event with its lock held, which to disarm takes.
 * An event that is enabled holds the module, so that it stays until the work is done.
 */
static void disable_later(struct kpe_trace *trace)
{
	if (list_empty(&trace->late))
		list_add(&trace->late, &late);
	schedule_work(&late_work);
}

/*
 * No grace period for each: before the event is removed, and so the last of its
 * files, its probes are; before an instance is, the kernel waits: by
 * tracepoint_synchronize_unregister(), which also waits for whoever disabled preemption,
 * since 7.0 only as the grace periods of its SRCU do so.
 */
static void remove_file(struct kpe_trace *trace,
			const struct trace_event_file *file)
{
	struct kpe_trace_file *old, *next;

	list_for_each_entry_safe(old, next, &trace->files, link)
		if (old->file == file) {
			list_del_rcu(&old->link);
			kfree_rcu(old, rcu);
			break;
		}
	if (!list_empty(&trace->files))
		return;
	if (kpe_trace_is_in_ftrace())
		disable_later(trace);
	else
		switch_sink(trace->event, &kpe_trace_event, false);
}

/* Called with event_mutex held. */
static int event_reg(struct trace_event_call *call, enum trace_reg type,
		     void *data)
{
	struct kpe_trace *trace = container_of(call, struct kpe_trace, call);

	switch (type) {
	case TRACE_REG_REGISTER:
		/* in 6.1 by a `trigger` that was open when its event was deleted */
		return trace->event ? add_file(trace, data) : -ENODEV;
	case TRACE_REG_UNREGISTER:
		remove_file(trace, data);
		return 0;
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		return switch_sink(trace->event, &kpe_trace_perf, true);
	case TRACE_REG_PERF_UNREGISTER:
		return switch_sink(trace->event, &kpe_trace_perf, false);
#endif
	default:
		return 0;
	}
}

/* trace_add_event_call() does not look for that. */
static bool is_taken(const struct kpe_event *event)
{
	struct trace_event_call *call;
	const char *name;

	lockdep_assert_held(kpe_trace_kernel.event_mutex);
	list_for_each_entry(call, kpe_trace_kernel.events, list) {
		name = trace_event_name(call);
		if (name && !strcmp(name, event->name) &&
		    !strcmp(call->class->system, event->group))
			return true;
	}
	return false;
}

/*
 * Those whose events have gone. Whoever has `format` of one open reads it (seen in 6.1):
 * so they are used again, and never freed. Protected by event_mutex.
 */
static LIST_HEAD(unused);

static struct kpe_trace *trace_alloc(struct kpe_event *event)
{
	struct kpe_trace *trace = list_first_entry_or_null(&unused,
							   struct kpe_trace, unused);

	if (trace) {
		list_del(&trace->unused);
	} else {
		trace = kzalloc(sizeof(*trace), GFP_KERNEL);
		if (!trace)
			return NULL;
		/* there from now on, when the module has gone, too */
		kmemleak_not_leak(trace);
		INIT_LIST_HEAD(&trace->files);
		INIT_LIST_HEAD(&trace->late);
		INIT_LIST_HEAD(&trace->class.fields);
		trace->call.class = &trace->class;
	}
	trace->event = event;
	/* the first definition stays as long as the event */
	trace->args = kpe_event_args(event);
	trace->size = trace->args->has_strings ? 0 :
		      kpe_trace_head_size(event) + trace->args->size;
	return trace;
}

static void trace_free(struct kpe_trace *trace)
{
	trace->event = NULL;
	trace->call.name = NULL;
	kpe_trace_format_exit(trace);
	list_add(&trace->unused, &unused);
}

static void describe(struct kpe_trace *trace)
{
	struct trace_event_call *call = &trace->call;
	struct kpe_event *event = trace->event;

	trace->class.system = event->group;
	trace->class.reg = event_reg;
	call->event.funcs = &kpe_trace_functions;
	/* the kernel gives it a number */
	call->event.type = 0;
	call->flags = IS_ENABLED(CONFIG_DYNAMIC_EVENTS) ?
		      TRACE_EVENT_FL_DYNAMIC : 0;
	if (IS_ENABLED(CONFIG_KPROBE_EVENTS) ||
	    !strcmp(event->group, KPE_TRACEPOINT_GROUP)) {
		trace->tp.name = event->name;
		call->tp = &trace->tp;
		call->flags |= TRACE_EVENT_FL_TRACEPOINT;
	} else {
		call->name = event->name;
		call->flags |= TRACE_EVENT_FL_KPROBE;
	}
	kpe_trace_perf_guard(trace);
}

static int add_call(struct kpe_trace *trace)
{
	struct trace_event_call *call = &trace->call;
	int ret;

	if (is_taken(trace->event))
		return -EEXIST;
	if (!register_trace_event(&call->event))
		return -ENODEV;
	ret = trace_add_event_call(call);
	if (ret)
		unregister_trace_event(&call->event);
	else if (!(call->flags & TRACE_EVENT_FL_DYNAMIC))
		/* whoever uses it holds that */
		call->module = THIS_MODULE;
	return ret;
}

/* An event, since buffers were reset; under event_mutex. */
static bool has_gone;

/*
 * What an event of the kernel's (an eprobe) may refer to without enabling it: that
 * counts in the event alone, and unloading would not ask.
 */
static bool keeps_module(const struct kpe_trace *trace)
{
	return trace->call.flags & TRACE_EVENT_FL_DYNAMIC &&
	       trace->call.flags & TRACE_EVENT_FL_TRACEPOINT;
}

/* With event_mutex held: who has `format` of an event before it open may be reading. */
static int sink_add(struct kpe_event *event)
{
	struct kpe_trace *trace;
	int ret;

	if (!kpe_trace_kernel.event_mutex)
		return 0;
	trace = trace_alloc(event);
	if (!trace)
		return -ENOMEM;
	describe(trace);
	ret = kpe_trace_format_init(trace);
	if (!ret) {
		/* handlers look at it once the kernel knows the event */
		WRITE_ONCE(event->trace, trace);
		ret = add_call(trace);
	}
	if (ret) {
		WRITE_ONCE(event->trace, NULL);
		trace_free(trace);
		return ret;
	}
	if (keeps_module(trace))
		__module_get(THIS_MODULE);
	return 0;
}

static void sink_remove(struct kpe_event *event)
{
	struct kpe_trace *trace = event->trace;
	bool keeps;

	if (!trace)
		return;
	keeps = keeps_module(trace);
	/* nobody has enabled it, and the lock is held since that was seen */
	has_gone = true;
	if (WARN_ON(trace_remove_event_call(&trace->call)))
		return;
	trace_free(trace);
	if (keeps)
		module_put(THIS_MODULE);
}

static bool sink_is_busy(const struct kpe_event *event)
{
	const struct kpe_trace *trace = event->trace;

	return trace && trace->call.flags & TRACE_EVENT_FL_DYNAMIC &&
	       atomic_read(&trace->call.refcnt);
}

static void sink_lock(void)
{
	if (!kpe_trace_kernel.event_mutex)
		return;
	mutex_lock(kpe_trace_kernel.event_mutex);
	kpe_trace_disable_late();
}

static void sink_unlock(void)
{
	if (!kpe_trace_kernel.event_mutex)
		return;
	/* instances whose buffers have records of an event that went */
	if (has_gone && kpe_trace_kernel.reset)
		kpe_trace_kernel.reset();
	has_gone = false;
	mutex_unlock(kpe_trace_kernel.event_mutex);
}

static int sink_init(void)
{
	if (kpe_trace_kernel_find())
		pr_info("no trace events: the kernel does not say where event_mutex, ftrace_events and functions of tracefs are (CONFIG_KALLSYMS_ALL)\n");
	else
		kpe_trace_dynamic_find();
	return 0;
}

static void sink_exit(void)
{
	/* it has nothing to do any more, but may still be at its end */
	flush_work(&late_work);
}

static void sink_define(struct kpe_definition *def, bool is_there)
{
	if (is_there)
		kpe_trace_dynamic_add(def);
	else
		kpe_trace_dynamic_remove(def);
}

const struct kpe_sink kpe_trace_event = {
	.name		= "trace_event",
	.init		= sink_init,
	.exit		= sink_exit,
	.add		= sink_add,
	.remove		= sink_remove,
	.is_busy	= sink_is_busy,
	.define		= sink_define,
	.refuse		= kpe_trace_refuse,
	.lock		= sink_lock,
	.unlock		= sink_unlock,
	.hit		= kpe_trace_sink_hit,
};
