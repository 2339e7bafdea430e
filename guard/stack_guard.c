// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks that live patching relies on. In a function with a return probe a task's stack
 * has a stub's address in place of the caller's. Where the kernel does not see that the stub
 * is none of its functions, it would find that the task is not in the caller, patch that, and
 * perhaps free its text. A probe of our own where it asks makes it -EINVAL, which is what
 * the kernel says of any other stack that it cannot rely on: it asks again later.
 */
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#include <arch/contract.h>
#include <arch/hit_hooks.h>
#include <guard/internal_probe.h>
#include <guard/stack_guard.h>
#include <hit/return_probe.h>
#include <kernel/ksyms.h>

static __always_inline bool group_has(const struct kp_group *group,
				      const struct task_struct *task)
{
	unsigned long used = ~READ_ONCE(group->free);

	for (; used; used &= used - 1)
		if (READ_ONCE(kp_group_instance(group, __ffs(used))->task) == task)
			return true;
	return false;
}

static __always_inline bool pool_has(const struct kp_pool *pool,
				     const struct task_struct *task)
{
	/* pairs with pool_add() */
	const struct kp_group *first = smp_load_acquire(&pool->first);
	const struct kp_group *group = first;

	if (!first)
		return false;
	do {
		if (group_has(group, task))
			return true;
		group = READ_ONCE(group->next);
	} while (group != first);
	return false;
}

/*
 * stack_trace_save_tsk_reliable(struct task_struct *tsk, ...): the task is the current one,
 * or kept from running, so that its instances stay what they are.
 */
static bool on_reliable_trace(struct pt_regs *regs)
{
	const struct task_struct *task = (void *)kp_arch_argument(regs, 0);
	const struct kp_pool *pool;

	/* pairs with kp_pool_init() */
	for (pool = smp_load_acquire(&kp_pools); pool; pool = pool->next) {
		if (!pool_has(pool, task))
			continue;
		kp_arch_return_from_function(regs, -EINVAL);
		return true;
	}
	return false;
}

/**
 * kp_stack_guard_init() - keep live patching from stacks that lead to stubs
 *
 * Only where the kernel would rely on them (KP_ARCH_RELIABLE_TRACE). If that cannot be the
 * log says why: it is for who live patches then.
 *
 * Context: process context, module init.
 */
void kp_stack_guard_init(void)
{
	const char *name = KP_ARCH_RELIABLE_TRACE;

	if (name && kp_ksyms_lookup(name) &&
	    kp_internal_add(name, on_reliable_trace))
		pr_warn("do not live patch while there are return probes\n");
}
