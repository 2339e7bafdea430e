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

/* RCU ignores other tasks only where contexts are tracked, and on the way into suspend. */
static __always_inline bool is_doubtful(void)
{
	return is_idle_task(current) || context_tracking_enabled() ||
	       (KPE_ARCH_IGNORED_IN_SUSPEND && system_state == SYSTEM_SUSPEND);
}

/*
 * Where RCU is not watching, what sinks use may be freed any time. It watches, but does
 * not wait for, a CPU that is on its way off in its idle task.
 */
static bool is_watched(void)
{
	return rcu_is_watching() && (!is_idle_task(current) ||
				     cpu_online(raw_smp_processor_id()));
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

static noinline void deliver_any(struct kpe_probe *probe, const struct kpe_hit *hit)
{
	/* pairs with set_sinks() */
	bool (*to)(const struct kpe_hit *hit) = smp_load_acquire(&hit->event->hit);

	/* none while kpe_late_define() tries */
	if (!to)
		return;
	if (__this_cpu_read(is_in_hit) || (is_doubtful() && !is_watched())) {
		this_cpu_inc(probe->counts->missed);
		return;
	}
	__this_cpu_write(is_in_hit, true);
	this_cpu_inc(probe->counts->hits);
	if (!to(hit))
		this_cpu_inc(probe->counts->missed);
	__this_cpu_write(is_in_hit, false);
}

/*
 * Inline, and most events' only sink, which says of no hit that it is lost, without
 * anything that is needed behind a call: so no registers are saved.
 */
static __always_inline void deliver(struct kpe_probe *probe, const struct kpe_hit *hit)
{
	/* pairs with set_sinks() */
	bool (*to)(const struct kpe_hit *hit) = smp_load_acquire(&hit->event->hit);

	if (likely(kpe_trace_has(to) && !__this_cpu_read(is_in_hit) && !is_doubtful())) {
		__this_cpu_write(is_in_hit, true);
		this_cpu_inc(probe->counts->hits);
		kpe_trace_hit(hit);
		__this_cpu_write(is_in_hit, false);
	} else {
		deliver_any(probe, hit);
	}
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
