// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own kprobes, where it has them, next to ours: look-ups, and their
 * lock. Theirs before ours: we refuse. The other way round is
 * guard/native_guard.c. Neither ever saves the other's bytes.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/preempt.h>

#include <arch/contract.h>
#include <compat/native_kprobe.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>

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
 * kp_native_wait() - where the lock cannot be found, wait for who has it
 *
 * Where kallsyms tells functions only, kp_native_lock() does nothing. There a
 * probepoint of ours keeps a probe of the kernel's from its place, armed or not,
 * as soon as it can be found; one that came before has come after this wait,
 * and kp_native_why() knows.
 *
 * Context: process context, kp_mutex held.
 */
void kp_native_wait(void)
{
	struct kp_native_kprobe none = { .addr = &none };

	/* takes the lock, and finds that this is not registered */
	if (!kp_ksyms.kprobe_mutex && kp_ksyms.native_enable_kprobe)
		(void)!kp_ksyms.native_enable_kprobe(&none);
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

/* There the kernel's own go through the function tracer, and never jump. */
static bool is_traced(unsigned long addr)
{
	return kp_ksyms.ftrace_location &&
	       kp_ksyms.ftrace_location(addr) == addr;
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
		if (kp_native_has(addr - i) && !is_traced(addr - i))
			return "within the jump of a probe of the kernel's own kprobes";
	return NULL;
}
