// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: our breakpoints reach us by the chain of notifiers for die(), first
 * of all, in an interrupt that is neither hard nor an NMI.
 */
#include <linux/kdebug.h>
#include <linux/notifier.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <kernel/ksyms.h>
#include <kp_arch_hit.h>

/* In the idle loop RCU may not be watching, but handlers rely on it. */
static noinline int hit_in_idle(struct pt_regs *regs)
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
	if (unlikely(is_idle_task(current)))
		ret = hit_in_idle(regs);
	else
		ret = kp_hit_breakpoint(regs, regs->nip);
	barrier();
	__preempt_count_sub(PREEMPT_OFFSET);
	/* whoever has written to regs, those of the interrupt are void */
	if (ret == KP_ARCH_HIT_OURS)
		regs_set_return_ip(regs, regs->nip);
	return ret;
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
	return register_die_notifier(&die_notifier);
}

/**
 * kp_arch_trap_exit() - receive no more breakpoints
 *
 * Waits until nobody is in the hook. No breakpoint of ours may be left.
 */
void kp_arch_trap_exit(void)
{
	unregister_die_notifier(&die_notifier);
}
