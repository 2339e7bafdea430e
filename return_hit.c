// SPDX-License-Identifier: GPL-2.0
/*
 * A function with a return probe returns, to a stub. That is no trap, but
 * ordinary code. As in hit.c, nothing is called that could itself be probed, or
 * it is done where a hit does no harm. The entry is in
 * internal/return_entry.h.
 */
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <internal/hit.h>
#include <internal/kretprobe.h>
#include <internal/ksyms.h>
#include <internal/return_entry.h>
#include <kp_arch_hit.h>

static __always_inline void call_handler(struct kretprobe_instance *ri,
					 struct pt_regs *regs)
{
	struct kretprobe *rp = READ_ONCE(ri->own->rp);
	kretprobe_handler_t handler = READ_ONCE(rp->handler);

	if (unlikely(!handler))
		return;
	this_cpu_write(kp_cpu.running, &rp->kp);
	/* after that, no nested hit changes it */
	this_cpu_write(kp_cpu.regs, regs);
	handler(ri, regs);
}

/* Stands for a return probe that was unregistered. */
struct kretprobe kp_return_gone;

static __always_inline void finish(struct kretprobe_instance *ri,
				   struct pt_regs *regs)
{
	struct kretprobe_instance *next;

	do {
		call_handler(ri, regs);
		next = ri->next;
		kp_return_give_back(ri);
		kp_return_ref_task(-1);
		ri = next;
	} while (unlikely(ri));
}

/* In the idle loop RCU may not be watching, but handlers rely on it. */
static noinline void finish_in_idle(struct kretprobe_instance *ri,
				    struct pt_regs *regs)
{
	unsigned long flags;
	bool enter;

	raw_local_irq_save(flags);
	/* what is called here may be probed */
	this_cpu_write(kp_cpu.running, &kp_return_gone.kp);
	enter = !rcu_is_watching() && kp_ksyms.ct_nmi_enter &&
		kp_ksyms.ct_nmi_exit;
	if (enter)
		kp_ksyms.ct_nmi_enter();
	finish(ri, regs);
	if (enter)
		kp_ksyms.ct_nmi_exit();
	/* before an interrupt comes, whose hits would be missed */
	this_cpu_write(kp_cpu.running, NULL);
	raw_local_irq_restore(flags);
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
	preempt_disable_notrace();
	kp_arch_finish_return(regs, (unsigned long)ri->ret_addr);
	if (unlikely(is_idle_task(current)))
		finish_in_idle(ri, regs);
	else
		finish(ri, regs);
	this_cpu_write(kp_cpu.running, NULL);
	preempt_enable_notrace();
}
