/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The entry of a function with a return probe, part of hit.c's way through the
 * pre-handlers: the return address is replaced by the address of a stub.
 *
 * The stub on the stack says which instance a return belongs to: there is no
 * list a task, no hash, and no lock. If several return probes see the same
 * frame, by registration or by tail calls, the stack holds the stub of the
 * last one, and each instance leads to the one before.
 */
#ifndef KP_HIT_RETURN_ENTRY_H
#define KP_HIT_RETURN_ENTRY_H

#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include <arch/hit_hooks.h>
#include <hit/hit.h>
#include <hit/return_probe.h>
#include <compat/atomic.h>

/* With a ticket there is a free instance, but others move them about. */
#define KP_RETURN_ROUNDS	64

/* Within a limit: with a ticket, if there is one. */
static noinline struct kretprobe_instance *
kp_return_take_limited(struct kp_return *own)
{
	struct kretprobe_instance *ri = NULL;
	bool is_low = false;
	int i;

	if (raw_atomic_inc_return(&own->in_use) <= own->max)
		for (i = 0; !ri && i < KP_RETURN_ROUNDS; i++)
			ri = kp_pool_get(own->pool, &is_low);
	if (!ri)
		raw_atomic_dec(&own->in_use);
	return ri;
}

/*
 * Instances run short, and a worker is to add some. Said once, until it has: what runs the
 * irq_work may have return probes too that find no instance, and its interrupt would come
 * again before the worker does. Not on a CPU that is going off, and has run its last; nor
 * by the last one of a machine that is suspended, which forgets its interrupt.
 */
static noinline void kp_return_tell_low(struct kp_return *own)
{
	if (READ_ONCE(kp_returns_told) || system_state == SYSTEM_SUSPEND ||
	    !test_bit(raw_smp_processor_id(), cpumask_bits(cpu_online_mask)))
		return;
	WRITE_ONCE(kp_returns_told, true);
	/* it may be probed */
	kp_arch_cpu_write(kp_cpu.running, &own->rp->kp);
	irq_work_queue(&kp_returns_low);
}

static __always_inline struct kretprobe_instance *
kp_return_take(struct kp_return *own)
{
	struct kretprobe_instance *ri;
	bool is_low = false;

	if (unlikely(own->max > 0))
		return kp_return_take_limited(own);
	ri = kp_pool_get(own->pool, &is_low);
	if (unlikely(is_low))
		kp_return_tell_low(own);
	return ri;
}

/*
 * A reference on the current task. That is never the last one, so neither
 * taking nor dropping it needs a look at the count.
 */
static __always_inline void kp_return_ref_task(int by)
{
	atomic_t *usage = &current->usage.refs;

	if (by > 0)
		raw_atomic_inc(usage);
	else
		raw_atomic_dec(usage);
}

/* A call is over, and the count of instances in use is right. */
static __always_inline void kp_return_put(struct kretprobe_instance *ri)
{
	/* a reader that sees NULL knows that own is used no more */
	smp_store_release(&ri->task, NULL);
	kp_pool_put(ri);
}

/**
 * kp_return_give_back() - a call is over
 * @ri: its instance, whose stub is not on any stack
 *
 * The caller drops the reference on the task.
 *
 * Context: any, also NMI.
 */
static __always_inline void kp_return_give_back(struct kretprobe_instance *ri)
{
	if (unlikely(ri->own->max > 0))
		raw_atomic_dec(&ri->own->in_use);
	kp_return_put(ri);
}

/*
 * An idle task whose CPU is going off, and is on no mask any more. What it
 * enters now may be left when the CPU counts as dead, and its instances have been
 * given back by kretprobe.c; what it has entered before, never or until then.
 */
static __always_inline bool kp_return_goes_off(void)
{
	return unlikely(is_idle_task(current)) &&
	       !test_bit(raw_smp_processor_id(),
			 cpumask_bits(cpu_online_mask));
}

/**
 * kp_return_enter() - a function with a return probe is entered
 * @own: the return probe
 * @regs: at the function's first instruction
 * @frame: the instance that was the last to take over the frame in this hit,
 *	or NULL
 * @is_set: it stands for those behind it too, see struct kp_return_copy
 *
 * Context: as of pre-handlers.
 * Return: @frame, or the instance that has taken over the frame now.
 */
static __always_inline struct kretprobe_instance *
kp_return_enter(struct kp_return *own, struct pt_regs *regs,
		struct kretprobe_instance *frame, const bool is_set)
{
	struct kretprobe_instance *ri = NULL, *older = frame;
	struct kretprobe *rp = own->rp;
	kretprobe_handler_t entry_handler;
	unsigned long addr;

	if (!kp_return_goes_off())
		ri = kp_return_take(own);
	if (unlikely(!ri)) {
		raw_atomic_inc((atomic_t *)&rp->nmissed);
		return frame;
	}
	if (likely(!older)) {
		addr = kp_arch_return_address(regs);
		/* a function that has tail-called this one */
		older = kp_arch_stub_data(addr);
	}
	if (unlikely(older))
		addr = (unsigned long)older->ret_addr;
	ri->rp = rp;
	ri->own = own;
	ri->next = older;
	ri->ret_addr = (kprobe_opcode_t *)addr;
	kp_return_ref_task(1);
	/* the sweep looks at the task, once there is a reference */
	smp_store_release(&ri->task, current);

	/* those of a set had none, and one set since does not speak for the others */
	entry_handler = is_set ? NULL : READ_ONCE(rp->entry_handler);
	if (entry_handler) {
		kp_arch_cpu_write(kp_cpu.running, &rp->kp);
		/* after that, no nested hit changes it */
		kp_arch_cpu_write(kp_cpu.regs, regs);
		if (unlikely(entry_handler(ri, regs))) {
			kp_return_give_back(ri);
			kp_return_ref_task(-1);
			return frame;
		}
	}
	kp_arch_set_return_address(regs, ri->stub);
	return ri;
}

#endif /* KP_HIT_RETURN_ENTRY_H */
