// SPDX-License-Identifier: GPL-2.0
/*
 * Probes in user space where the kernel tells of steps by its die notifiers: hooks
 * of arch/contract.h.
 */
#include <linux/kdebug.h>
#include <linux/limits.h>
#include <linux/notifier.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#include <arch/contract.h>

/**
 * kp_arch_user_trapnr() - see arch/contract.h
 *
 * On powerpc, the si_code of its signal. The kernel's uprobes put a number there
 * that none is, before they let the task step.
 */
int kp_arch_user_trapnr(void)
{
	return current->thread.trap_nr > INT_MAX ? -1 : current->thread.trap_nr;
}

static void (*on_step)(void);

static int die_notify(struct notifier_block *nb, unsigned long val, void *data)
{
	const struct die_args *args = data;

	if (val == KP_ARCH_USER_STEP && user_mode(args->regs))
		on_step();
	return NOTIFY_DONE;
}

static struct notifier_block die_block = {
	.notifier_call = die_notify,
	.priority = INT_MAX,
};

/**
 * kp_arch_user_steps_init() - see arch/contract.h
 * @fn: what is called
 */
int kp_arch_user_steps_init(void (*fn)(void))
{
	on_step = fn;
	return register_die_notifier(&die_block);
}

/**
 * kp_arch_user_steps_exit() - see arch/contract.h
 */
void kp_arch_user_steps_exit(void)
{
	unregister_die_notifier(&die_block);
}
