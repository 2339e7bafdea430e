// SPDX-License-Identifier: GPL-2.0
/*
 * Jprobes on the hit path. The pre-handler lets the function's entry go on in
 * the probepoint's stub. That is no trap any more: it saves the registers on the
 * stack, with a copy of what may be arguments below them, and calls the
 * jprobe's handler as the function would be called. jprobe_return() abandons
 * the handler, restores the registers and goes on with the function.
 *
 * Preemption is disabled from kp_jprobe_enter() to the end of
 * kp_jprobe_leave(). A handler is running meanwhile, so there is never a
 * second one on the CPU. Before and after that, the probepoint stays because
 * its slots are found on the stack (retire.c).
 */
#include <linux/compiler.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>

#include <arch/hit_hooks.h>
#include <hit/hit.h>
#include <hit/idle.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <compat/atomic.h>

/**
 * kp_jprobe_entry() - the pre-handler of jprobes
 * @kp: of a struct jprobe
 * @regs: at the function's first instruction
 *
 * Context: as of all pre-handlers.
 * Return: 1, it has set the instruction pointer.
 */
int kp_jprobe_entry(struct kprobe *kp, struct pt_regs *regs)
{
	/* no more than that: the function tracer need not obey */
	kp_arch_set_ip(regs, kp->ainsn.stub);
	return 1;
}

/* RCU may not be watching, but handlers rely on it. */
static __always_inline bool may_call_handlers(void)
{
	return likely(!kp_may_be_idle()) || rcu_is_watching();
}

/**
 * kp_jprobe_enter() - before a jprobe's handler
 * @regs: registers at the function's entry; kp_arch_jprobe_regs() makes them
 *	complete
 * @pp: the probepoint
 * @stack: the handler's arguments on the stack, KP_ARCH_JPROBE_STACK bytes
 *
 * Context: that of the function; preemption disabled on return.
 * Return: the handler; NULL if it was unregistered meanwhile, or cannot run
 * here.
 */
void *kp_jprobe_enter(struct pt_regs *regs, struct probepoint *pp,
		      unsigned long *stack)
{
	struct jprobe *jp;

	kp_atomic_enter();
	/* the abandoned frames must not be traced */
	pause_graph_tracing();
	jp = kp_rare_jprobe(pp);
	kp_arch_jprobe_regs(regs, pp->home.addr);
	if (unlikely(!jp))
		return NULL;
	kp_arch_cpu_write(kp_cpu.running, &jp->kp);
	if (unlikely(!may_call_handlers())) {
		raw_atomic_long_inc((atomic_long_t *)&jp->kp.nmissed);
		return NULL;
	}
	/* after that, no nested hit changes it */
	kp_arch_cpu_write(kp_cpu.regs, regs);
	kp_arch_cpu_write(kp_cpu.jprobe_regs, regs);
	kp_arch_jprobe_arguments(regs, stack);
	return jp->entry;
}

/**
 * kp_jprobe_forgot() - a jprobe's handler has returned
 * @pp: the probepoint
 *
 * It should have called jprobe_return(), which now happens all the same.
 *
 * Context: that of the function, preemption disabled.
 */
void kp_jprobe_forgot(struct probepoint *pp)
{
	/* it has been there since the stub has */
	if (pp->rare->jprobe_returned)
		return;
	pp->rare->jprobe_returned = true;
	pr_err("the jprobe handler of %pS returned without jprobe_return()\n",
	       (void *)pp->home.addr);
}

/**
 * kp_jprobe_leave() - after a jprobe's handler
 * @regs: what kp_jprobe_enter() was given; on return, how the function goes on
 * @pp: the probepoint
 *
 * Context: that of the function, preemption disabled; enabled on return.
 */
void kp_jprobe_leave(struct pt_regs *regs, struct probepoint *pp)
{
	bool may_call = may_call_handlers();

	kp_arch_cpu_write(kp_cpu.jprobe_regs, NULL);
	kp_arch_cpu_write(kp_cpu.running, NULL);
	if (likely(may_call))
		kp_hit_resume(pp, regs);
	else
		kp_hit_go_on(pp, regs);
	kp_arch_jprobe_finish(regs);
	unpause_graph_tracing();
	kp_atomic_exit();
}

/* What KASAN was told of the handler's frames is void with them. */
static void forget_frames(const struct pt_regs *regs)
{
	const void *sp = __builtin_frame_address(0);

	if (kp_ksyms.kasan_unpoison_range && sp < (const void *)regs)
		kp_ksyms.kasan_unpoison_range(sp, (const void *)regs - sp);
}

/**
 * jprobe_return() - end a jprobe's handler
 *
 * Does not return. The function that was called goes on with the registers and
 * arguments that it was called with.
 *
 * Context: a jprobe's handler.
 *
 * Source: Documentation/kprobes.txt of Linux 2.6 to 4.14, "register_jprobe".
 */
void jprobe_return(void)
{
	struct pt_regs *regs = kp_arch_cpu_read(kp_cpu.jprobe_regs);

	if (!regs) {
		pr_err_once("%pS: %s() outside of a jprobe's handler\n",
			    __builtin_return_address(0), __func__);
		return;
	}
	forget_frames(regs);
	kp_arch_jprobe_leave(regs);
}
EXPORT_SYMBOL_GPL(jprobe_return);
