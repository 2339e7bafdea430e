// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: our breakpoints reach us by a call in the kernel's vector code (vector.c), or
 * by the chain of notifiers for die(), first of all; in an interrupt that is neither
 * hard nor an NMI.
 */
#include <linux/kdebug.h>
#include <linux/notifier.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <asm/hw_irq.h>
#include <asm/paca.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <hit/own_entry.h>
#include <kernel/ksyms.h>
#include <kp_arch_hit.h>

#include "vector.h"

/*
 * The interrupt has not told RCU, which may not be watching in the idle loop, nor, with
 * NO_HZ_FULL, in a task of KVM's around a guest. What a hit looks at would be freed meanwhile.
 */
static int hit(struct pt_regs *regs)
{
	bool enter = !rcu_is_watching() && kp_ksyms.ct_nmi_enter &&
		     kp_ksyms.ct_nmi_exit;
	int ret;

	if (enter)
		kp_ksyms.ct_nmi_enter();
	ret = kp_hit_breakpoint(regs, regs->nip);
	if (enter)
		kp_ksyms.ct_nmi_exit();
	return ret;
}

static int on_die(struct notifier_block *nb, unsigned long event, void *data)
{
	struct die_args *args = data;
	struct pt_regs *regs = args->regs;
	int ret;

	if (event != DIE_BPT || user_mode(regs) ||
	    (regs->msr & (MSR_IR | MSR_DR)) != (MSR_IR | MSR_DR))
		return NOTIFY_DONE;

	/* the way out sees to it that another task gets its turn */
	__preempt_count_add(PREEMPT_OFFSET);
	barrier();
	ret = hit(regs);
	barrier();
	__preempt_count_sub(PREEMPT_OFFSET);
	if (ret != KP_ARCH_HIT_OURS)
		return NOTIFY_DONE;
	/* whoever has written to regs, those of the interrupt are void */
	regs_set_return_ip(regs, regs->nip);
	return NOTIFY_STOP;
}

/*
 * Whether the kernel would switch to another task on the way out. It warns where the account
 * says already, or still, that interrupts are on, and MSR[EE] is off.
 */
static __always_inline bool is_resched_due(const struct pt_regs *regs)
{
	return IS_ENABLED(CONFIG_PREEMPTION) && kp_arch_irqs_were_on(regs) &&
	       (regs->msr & MSR_EE) && !preempt_count() && need_resched();
}

/**
 * kp_ppc_vector_trap() - a breakpoint of ours, straight from the vector
 * @regs: registers, at it
 * @noted: paca->irq_happened now: as at the vector, and PACA_IRQ_HARD_DIS
 *
 * No interrupt has come since, as MSR[EE] is off; but for page faults and the like, and
 * NMIs, which leave the PACA as it was. So what the PACA said of interrupts holds again
 * when it is over, unless a handler has changed it.
 *
 * Context: interrupt from kernel mode, be that in an NMI; by the PACA's account as well
 * interrupts are off.
 * Return: KP_PPC_VECTOR_*.
 */
long kp_ppc_vector_trap(struct pt_regs *regs, unsigned long noted)
{
	int ret;

	/* interrupts that wait to be replayed although they are on are the kernel's */
	if (unlikely(!kp_rcu_is_watching() ||
		     ((noted & ~PACA_IRQ_HARD_DIS) && !regs->softe)))
		return KP_PPC_VECTOR_KERNEL;
	/* as in on_die(): what a handler leaves of its own stays */
	__preempt_count_add(PREEMPT_OFFSET);
	barrier();
	ret = kp_hit_breakpoint(regs, regs->nip);
	barrier();
	__preempt_count_sub(PREEMPT_OFFSET);
	if (unlikely(ret != KP_ARCH_HIT_OURS))
		return KP_PPC_VECTOR_KERNEL;
	/*
	 * If a handler has had interrupts on, be it for a moment, PACA_IRQ_HARD_DIS is gone
	 * and MSR[EE] may be on: one that comes now is noted in what would be overwritten.
	 */
	if (likely(local_paca->irq_happened == noted && !is_resched_due(regs)))
		return KP_PPC_VECTOR_LEAVE;
	regs_set_return_ip(regs, regs->nip);
	return KP_PPC_VECTOR_RETURN;
}

static struct notifier_block die_notifier = {
	.notifier_call = on_die,
	.priority = INT_MAX,
};

/**
 * kp_arch_trap_init() - start to receive breakpoints
 *
 * Return: 0, or what register_die_notifier() returned.
 */
int kp_arch_trap_init(void)
{
	int ret = register_die_notifier(&die_notifier);

	if (!ret)
		kp_ppc_vector_init(kp_ppc_vector_trap);
	return ret;
}

/**
 * kp_arch_trap_exit() - receive no more breakpoints
 *
 * Waits until nobody is in the hook. No breakpoint of ours may be left.
 */
void kp_arch_trap_exit(void)
{
	kp_ppc_vector_exit();
	unregister_die_notifier(&die_notifier);
}
