// SPDX-License-Identifier: GPL-2.0
/*
 * Return probes on the hit path: a function's entry, where the return address
 * is replaced by the address of a stub, and its return to that stub. The
 * entry is a pre-handler; the return is no trap, but ordinary code.
 *
 * The stub on the stack says which instance a return belongs to. There is no
 * list a task, no hash, and no lock. If several return probes see the same
 * frame, by registration or by tail calls, the stack holds the stub of the
 * last one, and each instance leads to the one before.
 *
 * As in hit.c, nothing is called that could itself be probed, or it is done
 * where a hit does no harm.
 */
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>

#include <internal/hit.h>
#include <internal/kretprobe.h>
#include <internal/ksyms.h>
#include <kp_arch_hit.h>

/* With a ticket there is a free instance, but others move them about. */
#define MAX_ROUNDS	64

static __always_inline struct kretprobe_instance *take(struct kp_return *own)
{
	struct kretprobe_instance *ri = NULL;
	bool is_low = false;
	int i;

	if (likely(!own->max)) {
		ri = kp_pool_get(own->pool, &is_low);
		if (unlikely(is_low))
			irq_work_queue(&kp_returns_low);
		return ri;
	}
	if (unlikely(arch_atomic_inc_return(&own->in_use) > own->max)) {
		arch_atomic_dec(&own->in_use);
		return NULL;
	}
	for (i = 0; !ri && i < MAX_ROUNDS; i++)
		ri = kp_pool_get(own->pool, &is_low);
	if (unlikely(!ri))
		arch_atomic_dec(&own->in_use);
	return ri;
}

/**
 * kp_return_give_back() - a call is over
 * @ri: its instance, whose stub is not on any stack
 *
 * Context: any, also NMI.
 */
void kp_return_give_back(struct kretprobe_instance *ri)
{
	struct task_struct *task = ri->task;

	if (ri->own->max)
		arch_atomic_dec(&ri->own->in_use);
	/* whoever sees NULL knows that it is used no more */
	smp_store_release(&ri->own, NULL);
	WRITE_ONCE(ri->task, NULL);
	kp_pool_put(ri);
	put_task_struct(task);
}

/**
 * kp_return_entry() - the pre-handler of return probes
 * @kp: of a struct kretprobe
 * @regs: at the function's first instruction
 *
 * Context: as of all pre-handlers.
 * Return: 0.
 */
int kp_return_entry(struct kprobe *kp, struct pt_regs *regs)
{
	struct kretprobe *rp = container_of(kp, struct kretprobe, kp);
	unsigned long addr = kp_arch_return_address(regs);
	kretprobe_handler_t entry_handler;
	struct kretprobe_instance *ri, *older;

	ri = take(rp->own);
	if (unlikely(!ri)) {
		arch_atomic_inc((atomic_t *)&rp->nmissed);
		return 0;
	}
	older = kp_arch_stub_data(addr);
	if (unlikely(older))
		addr = (unsigned long)older->ret_addr;
	ri->rp = rp;
	ri->own = rp->own;
	ri->next = older;
	ri->ret_addr = (kprobe_opcode_t *)addr;
	/* the sweep looks at the task: only with a reference */
	get_task_struct(current);
	smp_store_release(&ri->task, current);

	entry_handler = READ_ONCE(rp->entry_handler);
	if (entry_handler && entry_handler(ri, regs))
		kp_return_give_back(ri);
	else
		kp_arch_set_return_address(regs, ri->stub);
	return 0;
}

static __always_inline void call_handler(struct kretprobe_instance *ri,
					 struct pt_regs *regs)
{
	struct kretprobe *rp = READ_ONCE(ri->own->rp);
	kretprobe_handler_t handler;

	if (unlikely(!rp))
		return;
	handler = READ_ONCE(rp->handler);
	if (unlikely(!handler))
		return;
	this_cpu_write(kp_cpu.running, &rp->kp);
	/* after that, no nested hit changes it */
	this_cpu_write(kp_cpu.regs, regs);
	handler(ri, regs);
}

static __always_inline void finish(struct kretprobe_instance *ri,
				   struct pt_regs *regs)
{
	struct kretprobe_instance *next;

	do {
		next = ri->next;
		call_handler(ri, regs);
		kp_return_give_back(ri);
		ri = next;
	} while (unlikely(ri));
	this_cpu_write(kp_cpu.running, NULL);
}

/* In the idle loop RCU may not be watching, but handlers rely on it. */
static noinline void finish_in_idle(struct kretprobe_instance *ri,
				    struct pt_regs *regs)
{
	unsigned long flags;
	bool enter;

	raw_local_irq_save(flags);
	enter = !rcu_is_watching() && kp_ksyms.ct_nmi_enter &&
		kp_ksyms.ct_nmi_exit;
	if (enter)
		kp_ksyms.ct_nmi_enter();
	finish(ri, regs);
	if (enter)
		kp_ksyms.ct_nmi_exit();
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
	preempt_enable_notrace();
}
