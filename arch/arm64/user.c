// SPDX-License-Identifier: GPL-2.0
/* arm64: probes in user space. */
#include <linux/sched.h>
#include <asm/debug-monitors.h>
#include <asm/esr.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

/**
 * kp_arch_user_trapnr() - see arch/contract.h
 *
 * The exception class. The kernel's uprobes put a number there that no fault has,
 * before they let the task step.
 */
int kp_arch_user_trapnr(void)
{
	unsigned long esr = current->thread.fault_code;

	return esr == UINT_MAX ? -1 : (int)(esr & ESR_ELx_EC_MASK);
}

static void (*on_step)(void);

/* The newest hook is called first. */
static int step_fn(struct pt_regs *regs, unsigned long esr)
{
	on_step();
	return DBG_HOOK_ERROR;
}

/* As the kernels' that have hooks know it: struct step_hook there. */
static struct user_step_hook {
	struct list_head node;
	int (*fn)(struct pt_regs *regs, unsigned long esr);
} step_hook = {
	.fn = step_fn,
};

/**
 * kp_arch_user_steps_init() - see arch/contract.h
 * @fn: what is called
 */
int kp_arch_user_steps_init(void (*fn)(void))
{
	if (!kp_ksyms.register_user_step_hook ||
	    !kp_ksyms.unregister_user_step_hook)
		return -EOPNOTSUPP;
	on_step = fn;
	kp_ksyms.register_user_step_hook((struct step_hook *)&step_hook);
	return 0;
}

/**
 * kp_arch_user_steps_exit() - see arch/contract.h
 */
void kp_arch_user_steps_exit(void)
{
	kp_ksyms.unregister_user_step_hook((struct step_hook *)&step_hook);
}
