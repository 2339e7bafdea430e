/* SPDX-License-Identifier: GPL-2.0 */
/* From a detour to the handlers, inlined into the architecture's common part. */
#ifndef KP_HIT_DETOUR_ENTRY_H
#define KP_HIT_DETOUR_ENTRY_H

#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>

#include <arch/hit_hooks.h>
#include <hit/hit.h>
#include <hit/idle.h>
#include <hit/probepoint.h>
#include <compat/cfi.h>

/**
 * kp_detour_enter() - call the handlers of a probepoint
 * @regs: registers at the probepoint
 * @pp: the probepoint
 *
 * Context: kp_atomic_enter() was called; RCU perhaps not watching.
 * Return: whether a handler has set the instruction pointer.
 */
static __always_inline bool __nocfi kp_detour_enter(struct pt_regs *regs,
						    struct probepoint *pp)
{
	struct kp_cpu *cpu = raw_cpu_ptr(&kp_cpu);
	struct kp_probe *single;
	struct kprobe *kp;
	kp_detour_fn pre;
	bool is_moved;

	if (unlikely(READ_ONCE(cpu->running) || kp_may_be_idle()))
		return kp_hit_detour(regs, pp);
	/* pairs with kp_probepoint_update_single(); what it leads to depends */
	single = READ_ONCE(pp->single);
	kp = READ_ONCE(single->call);
	kp_arch_cpu_inc(*single->hits);
	/* it is passed more than it takes */
	pre = (kp_detour_fn)(void *)READ_ONCE(kp->pre_handler);
	if (unlikely(!pre))
		return false;
	WRITE_ONCE(cpu->running, kp);
	/* after that, no nested hit changes it */
	WRITE_ONCE(cpu->regs, regs);
	is_moved = pre(kp, regs, pp, single);
	WRITE_ONCE(cpu->running, NULL);
	return is_moved;
}

/**
 * kp_post_enter() - call the post_handlers of a probepoint
 * @regs: registers behind its instruction, which has run in a KP_SLOT_POST slot
 * @pp: the probepoint
 *
 * Context: as kp_detour_enter().
 * Return: whether a handler has set the instruction pointer.
 */
static __always_inline bool __nocfi kp_post_enter(struct pt_regs *regs,
						  struct probepoint *pp)
{
	struct kp_cpu *cpu = raw_cpu_ptr(&kp_cpu);
	unsigned long next = instruction_pointer(regs);
	struct kprobe *kp;
	kp_post_fn post;

	if (unlikely(READ_ONCE(cpu->running) || kp_may_be_idle()))
		return kp_hit_post(regs, pp);
	kp = READ_ONCE(pp->posts);
	/* it is passed more than it takes */
	post = (kp_post_fn)(void *)READ_ONCE(kp->post_handler);
	if (unlikely(!post))
		return false;
	WRITE_ONCE(cpu->running, kp);
	WRITE_ONCE(cpu->regs, regs);
	post(kp, regs, 0, pp);
	WRITE_ONCE(cpu->running, NULL);
	return instruction_pointer(regs) != next;
}

#endif /* KP_HIT_DETOUR_ENTRY_H */
