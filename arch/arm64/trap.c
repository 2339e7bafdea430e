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

#include "brk_entry.h"

bool kp_arm64_has_dit __read_mostly;

static int on_brk(struct pt_regs *regs, unsigned long esr)
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
	       !user_mode(regs) && on_brk(regs, esr) == KP_ARCH_HIT_OURS;
}

/* As the kernels' that have hooks know it: struct break_hook there. */
static struct brk_hook {
	struct list_head node;
	int (*fn)(struct pt_regs *regs, unsigned long esr);
	u16 imm;
	u16 mask;
} brk_hook = {
	.fn = on_brk,
	.imm = KP_ARM64_BRK_IMM,
};

/**
 * kp_arch_trap_init() - start to receive breakpoints
 *
 * Return: 0, or as kp_arm64_brk_entry_init().
 */
int kp_arch_trap_init(void)
{
	kp_arm64_has_dit = cpu_have_named_feature(DIT);
	if (kp_arm64_wants_brk_entry())
		return kp_arm64_brk_entry_init();
	kp_ksyms.register_kernel_break_hook((struct break_hook *)&brk_hook);
	return 0;
}

/**
 * kp_arch_trap_exit() - receive no more breakpoints
 *
 * Waits until nobody is in the hook. No breakpoint of ours may be left.
 */
void kp_arch_trap_exit(void)
{
	if (kp_arm64_brk_function)
		kp_arm64_brk_entry_exit();
	else
		kp_ksyms.unregister_kernel_break_hook((struct break_hook *)&brk_hook);
}
