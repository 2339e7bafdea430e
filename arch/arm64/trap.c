// SPDX-License-Identifier: GPL-2.0
/* arm64: our breakpoints reach us by a hook for their immediate. */
#include <linux/cache.h>
#include <linux/ptrace.h>
#include <asm/cpufeature.h>
#include <asm/hwcap.h>

#include <internal/arch.h>
#include <internal/hit.h>
#include <internal/ksyms.h>
#include <kp_arch_hit.h>

bool kp_arm64_has_dit __read_mostly;

static int on_brk(struct pt_regs *regs, unsigned long esr)
{
	/* wherever this hit goes on, that need not be a landing pad */
	regs->pstate &= ~PSR_BTYPE_MASK;
	return kp_hit_breakpoint(regs, regs->pc);
}

static struct break_hook brk_hook = {
	.fn = on_brk,
	.imm = KP_ARM64_BRK_IMM,
};

/**
 * kp_arch_trap_init() - start to receive breakpoints
 *
 * Return: 0.
 */
int kp_arch_trap_init(void)
{
	kp_arm64_has_dit = cpu_have_named_feature(DIT);
	kp_ksyms.register_kernel_break_hook(&brk_hook);
	return 0;
}

/**
 * kp_arch_trap_exit() - receive no more breakpoints
 *
 * Waits until nobody is in the hook. No breakpoint of ours may be left.
 */
void kp_arch_trap_exit(void)
{
	kp_ksyms.unregister_kernel_break_hook(&brk_hook);
}
