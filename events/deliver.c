// SPDX-License-Identifier: GPL-2.0
/* Handlers of probes; from them to sinks: a hit is handed over, or counted as a miss. */
#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/context_tracking_state.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>

#include "arch/arch.h"
#include "event.h"
#include "trace_event.h"

/* A watch may be hit by what a handler of a jump does, and the other way round. */
static DEFINE_PER_CPU(bool, is_in_hit);

/*
 * Where RCU is not watching, what sinks use may be freed any time. It watches, but does
 * not wait for, a CPU that is on its way off in its idle task.
 */
static noinline bool is_watched(void)
{
	return rcu_is_watching() && (!is_idle_task(current) ||
				     cpu_online(raw_smp_processor_id()));
}

static __always_inline bool may_go_on(struct kpe_probe *probe)
{
	/* other tasks it ignores only where contexts are tracked, and on the way into suspend */
	bool is_doubtful = is_idle_task(current) || context_tracking_enabled() ||
			   system_state == SYSTEM_SUSPEND;

	if (likely(!__this_cpu_read(is_in_hit) && (!is_doubtful || is_watched())))
		return true;
	this_cpu_inc(probe->counts->missed);
	return false;
}

/**
 * kpe_hit_many() - hand a hit to each of several sinks
 * @hit: the hit
 *
 * Context: as &kpe_sink.hit.
 * Return: false if one has lost it.
 */
bool kpe_hit_many(const struct kpe_hit *hit)
{
	/* pairs with set_sinks() */
	unsigned long sinks = smp_load_acquire(&hit->event->sinks);
	bool is_kept = true;

	for (; sinks; sinks &= sinks - 1)
		is_kept &= kpe_sinks[__ffs(sinks)]->hit(hit);
	return is_kept;
}

/* Inline: a call would save and restore registers that the handler does not use. */
static __always_inline void deliver(struct kpe_probe *probe, const struct kpe_hit *hit)
{
	/* pairs with set_sinks() */
	bool (*to)(const struct kpe_hit *hit) = smp_load_acquire(&hit->event->hit);

	/* none while kpe_late_define() tries */
	if (!to || !may_go_on(probe))
		return;
	__this_cpu_write(is_in_hit, true);
	this_cpu_inc(probe->counts->hits);
	/* the one of most events: without a thunk, and it says of none that it is lost */
	if (likely(kpe_trace_has(to)))
		kpe_trace_hit(hit);
	else if (unlikely(!to(hit)))
		this_cpu_inc(probe->counts->missed);
	__this_cpu_write(is_in_hit, false);
}

/**
 * kpe_deliver() - hand a hit to all sinks that want it, or count a miss
 * @probe: the probe
 * @hit: the hit
 *
 * Context: a handler: preemption is disabled.
 */
void kpe_deliver(struct kpe_probe *probe, const struct kpe_hit *hit)
{
	deliver(probe, hit);
}

/**
 * kpe_on_hit() - handler of a probe that is no return probe
 * @kp: the probe's
 * @regs: registers
 *
 * Return: 0.
 */
int kpe_on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpe_probe *probe = container_of(kp, struct kpe_probe, rp.kp);
	const struct kpe_hit hit = {
		.event	= probe->def->event,
		.args	= &probe->def->args,
		.regs	= regs,
		.ip	= (unsigned long)kp->addr,
		/* named, so that each is one store */
		.ret_ip	= 0,
		.saved	= NULL,
		.latency = 0,
	};

	deliver(probe, &hit);
	return 0;
}

/**
 * kpe_on_entry() - entry handler of a return probe that keeps something
 * @ri: the instance, with room for &struct kpe_entry
 * @regs: registers
 *
 * Return: 0.
 */
int kpe_on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpe_probe *probe = container_of(get_kretprobe(ri),
					       struct kpe_probe, rp);
	const struct kpe_args *args = &probe->def->args;
	struct kpe_entry *entry = (struct kpe_entry *)ri->data;
	unsigned int i;

	for (i = 0; i < args->num_saved; i++)
		entry->saved[i] = kpe_arch_arg(regs, args->saved[i]);
	entry->time = args->has_latency ? local_clock() : 0;
	return 0;
}

/**
 * kpe_on_return() - handler of a return probe
 * @ri: the instance
 * @regs: registers
 *
 * Return: 0.
 */
int kpe_on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kpe_probe *probe = container_of(get_kretprobe(ri),
					       struct kpe_probe, rp);
	const struct kpe_entry *entry = (const struct kpe_entry *)ri->data;
	struct kpe_hit hit = {
		.event	= probe->def->event,
		.args	= &probe->def->args,
		.regs	= regs,
		.ip	= (unsigned long)probe->rp.kp.addr,
		.ret_ip	= get_kretprobe_retaddr(ri),
		.saved	= entry->saved,
	};

	if (hit.args->has_latency)
		hit.latency = local_clock() - entry->time;
	deliver(probe, &hit);
	return 0;
}
