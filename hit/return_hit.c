// SPDX-License-Identifier: GPL-2.0
/*
 * A function with a return probe returns, to a stub. That is no trap, but
 * ordinary code. As in hit.c, nothing is called that could itself be probed, or
 * it is done where a hit does no harm. The entry is in
 * hit/return_entry.h.
 */
#include <linux/compiler.h>
#include <linux/sched.h>

#include <arch/hit_hooks.h>
#include <hit/hit.h>
#include <hit/idle.h>
#include <hit/return_entry.h>
#include <hit/return_probe.h>

static __always_inline void call_handler(struct kretprobe_instance *ri,
					 struct pt_regs *regs)
{
	struct kretprobe *rp = READ_ONCE(ri->own->rp);
	kretprobe_handler_t handler = READ_ONCE(rp->handler);

	if (unlikely(!handler))
		return;
	kp_arch_cpu_write(kp_cpu.running, &rp->kp);
	/* after that, no nested hit changes it */
	kp_arch_cpu_write(kp_cpu.regs, regs);
	handler(ri, regs);
}

/* It serves several return probes: the next one's turn. */
static __always_inline void hand_on(struct kretprobe_instance *ri,
				    struct kp_return_copy *older)
{
	/* whoever looks at the instance finds either */
	WRITE_ONCE(ri->own, &older->own);
	ri->rp = READ_ONCE(older->own.rp);
}

static __always_inline void finish(struct kretprobe_instance *ri,
				   struct pt_regs *regs)
{
	struct kretprobe_instance *next;
	struct kp_return *own;

	do {
again:
		call_handler(ri, regs);
		own = ri->own;
		if (unlikely(own->max)) {
			if (own->max < 0) {
				hand_on(ri, kp_return_older(own));
				goto again;
			}
			raw_atomic_dec(&own->in_use);
		}
		next = ri->next;
		kp_return_put(ri);
		kp_return_ref_task(-1);
		ri = next;
	} while (unlikely(ri));
}

static noinline void finish_in_idle(struct kretprobe_instance *ri,
				    struct pt_regs *regs)
{
	struct kp_idle idle;

	kp_idle_enter(&idle);
	finish(ri, regs);
	kp_idle_exit(&idle);
}

/**
 * kp_hit_return() - a function has returned to a stub
 * @regs: as it has left them; kp_arch_finish_return() makes them complete
 * @ri: the stub's instance
 *
 * Context: that of the function, RCU perhaps not watching.
 */
void kp_hit_return(struct pt_regs *regs, struct kretprobe_instance *ri)
{
	kp_atomic_enter();
	kp_arch_finish_return(regs, (unsigned long)ri->ret_addr);
	if (unlikely(kp_may_be_idle()))
		finish_in_idle(ri, regs);
	else
		finish(ri, regs);
	kp_arch_cpu_write(kp_cpu.running, NULL);
	kp_atomic_exit();
}
