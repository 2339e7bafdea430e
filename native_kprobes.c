// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own kprobes, where it has them, next to ours. Theirs before
 * ours: we refuse. Ours before theirs: the kernel finds a breakpoint that is
 * not its own and refuses. Neither ever saves the other's bytes.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/preempt.h>

#include <internal/arch.h>
#include <internal/ksyms.h>
#include <internal/native_kprobes.h>

/* Buckets of its hash since 2.6. */
#define KP_NATIVE_BUCKETS	64

/**
 * kp_native_lock() - let the kernel's own kprobes not change
 *
 * Context: process context, with kp_mutex if that is needed too, taken before.
 * No-op on a kernel without.
 */
void kp_native_lock(void)
{
	if (kp_ksyms.kprobe_mutex)
		mutex_lock(kp_ksyms.kprobe_mutex);
}

/**
 * kp_native_unlock() - undo kp_native_lock()
 */
void kp_native_unlock(void)
{
	if (kp_ksyms.kprobe_mutex)
		mutex_unlock(kp_ksyms.kprobe_mutex);
}

/**
 * kp_native_any() - whether the kernel's own kprobes have any probe
 *
 * Context: process context, kp_native_lock() held.
 */
bool kp_native_any(void)
{
	int i;

	for (i = 0; kp_ksyms.kprobe_table && i < KP_NATIVE_BUCKETS; i++)
		if (!hlist_empty(&kp_ksyms.kprobe_table[i]))
			return true;
	return false;
}

/**
 * kp_native_has() - whether a probe of the kernel's own is at an address
 * @addr: the address
 *
 * Context: any.
 */
bool kp_native_has(unsigned long addr)
{
	bool found;

	if (!kp_ksyms.get_kprobe)
		return false;
	preempt_disable();
	found = kp_ksyms.get_kprobe((void *)addr);
	preempt_enable();
	return found;
}

/**
 * kp_native_why() - whether a probe of the kernel's own is in the way
 * @addr: where a breakpoint of ours would go
 *
 * A probe of the kernel's may become a jump at any time, over the bytes that
 * follow it.
 *
 * Context: process context, kp_native_lock() held.
 * Return: NULL, or the reason why a breakpoint cannot be put there.
 */
const char *kp_native_why(unsigned long addr)
{
	int i;

	if (kp_native_has(addr))
		return "the kernel's own kprobes have a probe here";
	for (i = 1; i < KP_ARCH_NATIVE_JUMP_SIZE; i++)
		if (kp_native_has(addr - i))
			return "within the jump of a probe of the kernel's own kprobes";
	return NULL;
}
