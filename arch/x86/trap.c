// SPDX-License-Identifier: GPL-2.0
/*
 * x86: breakpoints reach us through the die-notifier chain, ahead of others; the plain
 * ones by a gate of our own before (gate.c).
 */
#include <linux/kdebug.h>
#include <linux/notifier.h>
#include <linux/ptrace.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <kp_arch_hit.h>
#include <kp_x86_gate.h>
#include <compat/fred.h>

static int die_notify(struct notifier_block *nb, unsigned long val, void *data)
{
	struct pt_regs *regs = ((struct die_args *)data)->regs;

	/* breakpoints of user space come down the same chain */
	if (unlikely(val != DIE_INT3 || user_mode(regs)))
		return NOTIFY_DONE;
	if (kp_hit_breakpoint(regs, regs->ip - INT3_INSN_SIZE) != KP_ARCH_HIT_OURS)
		return KP_ARCH_HIT_FOREIGN;
	kp_fred_landed(regs);
	return KP_ARCH_HIT_OURS;
}

static struct notifier_block die_block = {
	.notifier_call = die_notify,
	.priority = INT_MAX,
};

/**
 * kp_arch_trap_init() - start to receive breakpoints
 *
 * Return: 0, or what register_die_notifier() or kp_x86_gate_init() returned.
 */
int kp_arch_trap_init(void)
{
	int ret = register_die_notifier(&die_block);

	if (ret)
		return ret;
	ret = kp_x86_gate_init();
	if (ret)
		unregister_die_notifier(&die_block);
	return ret;
}

/**
 * kp_arch_trap_exit() - receive no more breakpoints
 *
 * Waits until nobody is in the hooks. No breakpoint of ours may be left.
 */
void kp_arch_trap_exit(void)
{
	kp_x86_gate_exit();
	unregister_die_notifier(&die_block);
}

/**
 * kp_arch_trap_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_arch_trap_show(struct seq_file *m)
{
	kp_x86_gate_show(m);
}
