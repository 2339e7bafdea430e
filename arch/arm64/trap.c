// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: our breakpoints reach us by a hook for their immediate, or at the entry of
 * the kernel's function for them.
 */
#include <linux/cache.h>
#include <linux/ptrace.h>
#include <asm/cpufeature.h>
#include <asm/esr.h>
#include <asm/hwcap.h>

#include <internal/arch.h>
#include <internal/hit.h>
#include <internal/ksyms.h>
#include <kp_arch_hit.h>
#include <kp_arm64_watch.h>

#include "brk_entry.h"

bool kp_arm64_has_dit __read_mostly;

/**
 * kp_arm64_on_brk() - a breakpoint of ours was executed
 * @regs: registers, at it
 * @esr: unused
 *
 * Context: debug exception.
 * Return: KP_ARCH_HIT_OURS or KP_ARCH_HIT_FOREIGN.
 */
int kp_arm64_on_brk(struct pt_regs *regs, unsigned long esr)
{
	/* wherever this hit goes on, that need not be a landing pad */
	regs->pstate &= ~PSR_BTYPE_MASK;
	return kp_hit_breakpoint(regs, regs->pc);
}

const struct kp_arm64_brk_function *kp_arm64_brk_function __read_mostly;

/**
 * kp_arm64_brk() - called at the entry of the kernel's function for breakpoints
 * @args: its arguments
 *
 * Context: exception, interrupts off.
 * Return: whether it is dealt with.
 */
bool kp_arm64_brk(const unsigned long *args)
{
	struct pt_regs *regs = (void *)args[kp_arm64_brk_function->regs];
	unsigned long esr = args[kp_arm64_brk_function->esr];

	return (esr & ESR_ELx_BRK64_ISS_COMMENT_MASK) == KP_ARM64_BRK_IMM &&
	       !user_mode(regs) && kp_arm64_on_brk(regs, esr) == KP_ARCH_HIT_OURS;
}

/* As the kernels' that have hooks know it: struct break_hook there. */
static struct brk_hook {
	struct list_head node;
	int (*fn)(struct pt_regs *regs, unsigned long esr);
	u16 imm;
	u16 mask;
} brk_hook = {
	.fn = kp_arm64_on_brk,
	.imm = KP_ARM64_BRK_IMM,
};

/* The same: struct step_hook. */
static struct kernel_step_hook {
	struct list_head node;
	int (*fn)(struct pt_regs *regs, unsigned long esr);
} step_hook = {
	.fn = kp_arm64_watch_step,
};

/**
 * kp_arch_trap_init() - start to receive breakpoints, and steps
 *
 * Return: 0, or as kp_arm64_brk_entry_init().
 */
int kp_arch_trap_init(void)
{
	int ret = 0;

	kp_arm64_has_dit = cpu_have_named_feature(DIT);
	if (kp_arm64_wants_brk_entry())
		ret = kp_arm64_brk_entry_init();
	else
		kp_ksyms.register_kernel_break_hook((struct break_hook *)&brk_hook);
	if (!ret && kp_ksyms.register_kernel_step_hook)
		kp_ksyms.register_kernel_step_hook((struct step_hook *)&step_hook);
	return ret;
}

/**
 * kp_arch_trap_exit() - receive no more of either
 *
 * Waits until nobody is in the hooks. No breakpoint of ours may be left, and
 * no watch.
 */
void kp_arch_trap_exit(void)
{
	if (kp_ksyms.register_kernel_step_hook)
		kp_ksyms.unregister_kernel_step_hook((struct step_hook *)&step_hook);
	if (kp_arm64_brk_function)
		kp_arm64_brk_entry_exit();
	else
		kp_ksyms.unregister_kernel_break_hook((struct break_hook *)&brk_hook);
}
