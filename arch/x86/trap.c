// SPDX-License-Identifier: GPL-2.0
/* x86: breakpoints reach us through the die-notifier chain, ahead of others. */
#include <linux/kdebug.h>
#include <linux/notifier.h>
#include <linux/ptrace.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <kp_arch_hit.h>

static int die_notify(struct notifier_block *nb, unsigned long val, void *data)
{
	struct pt_regs *regs = ((struct die_args *)data)->regs;

	/* breakpoints of user space come down the same chain */
	if (unlikely(val != DIE_INT3 || user_mode(regs)))
		return NOTIFY_DONE;
	return kp_hit_breakpoint(regs, regs->ip - INT3_INSN_SIZE);
}

static struct notifier_block die_block = {
	.notifier_call = die_notify,
	.priority = INT_MAX,
};

/**
 * kp_arch_trap_init() - start to receive breakpoints
 *
 * Return: 0, or what register_die_notifier() returned.
 */
int kp_arch_trap_init(void)
{
	return register_die_notifier(&die_block);
}

/**
 * kp_arch_trap_exit() - receive no more breakpoints
 *
 * Waits until nobody is in the hook. No breakpoint of ours may be left.
 */
void kp_arch_trap_exit(void)
{
	unregister_die_notifier(&die_block);
}
