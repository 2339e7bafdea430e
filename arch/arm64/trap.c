// SPDX-License-Identifier: GPL-2.0
/* arm64: our breakpoints, on the hit path; how they reach it is in brk_entry.c. */
#include <linux/cache.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <asm/esr.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <hit/own_entry.h>
#include <kp_arch_hit.h>
#include <kp_arm64_watch.h>

#include "brk_entry.h"
#include "vector.h"

/* Interrupts are off. */
static __always_inline int hit(struct pt_regs *regs)
{
	int ret;

	/* wherever this hit goes on, that need not be a landing pad */
	regs->pstate &= ~PSR_BTYPE_MASK;
	/* as kp_atomic_enter(); the kernel does so only where it is preemptible */
	__preempt_count_add(PREEMPT_OFFSET);
	barrier();
	ret = kp_hit_breakpoint(regs, regs->pc);
	barrier();
	__preempt_count_sub(PREEMPT_OFFSET);
	return ret;
}

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
	return hit(regs);
}

/**
 * kp_arm64_brk() - a breakpoint with our immediate, at the entry of the kernel's function
 *	for them
 * @regs: where its argument is, which points to the registers
 *
 * Context: exception, interrupts off.
 * Return: whether it is dealt with.
 */
bool kp_arm64_brk(struct pt_regs **regs)
{
	return !user_mode(*regs) && hit(*regs) == KP_ARCH_HIT_OURS;
}

/**
 * kp_arm64_vector_brk() - a breakpoint with our immediate, straight from the vector
 * @regs: registers, at it
 *
 * Does what the kernel does on the way to its hooks, but for what RCU, lockdep and
 * sanitizers are told (kp_own_entry_why()).
 *
 * Context: exception from kernel mode, all interrupts off.
 * Return: whether it is dealt with; if not the kernel is to see it.
 */
bool kp_arm64_vector_brk(struct pt_regs *regs)
{
	if (unlikely(!kp_rcu_is_watching()))
		return false;
	return likely(hit(regs) == KP_ARCH_HIT_OURS);
}
