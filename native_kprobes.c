// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own kprobes, where it has them, next to ours. Theirs before
 * ours: we refuse. Ours before theirs: the kernel would see a breakpoint, or a
 * jump that looks like any other. Probes of our own in its registration make it
 * refuse. Neither ever saves the other's bytes. Another one, where the kernel is
 * done with a probe of its own, lets the optimizer look again.
 */
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sizes.h>
#include <linux/workqueue.h>

#include <internal/core.h>
#include <internal/ksyms.h>
#include <internal/native_kprobes.h>
#include <internal/optimizer.h>
#include <internal/probepoint.h>
#include <compat/native_kprobe.h>
#include <kp_arch_hit.h>

/* Buckets of its hash since 2.6. */
#define KP_NATIVE_BUCKETS	64

/* Bytes that no function is longer than, hopefully far. */
#define MAX_FUNCTION	SZ_128K

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

/* The address of the kernel's probe that is the function's first argument. */
static unsigned long native_addr(struct pt_regs *regs)
{
	const struct kp_native_kprobe *kp;

	kp = (const void *)kp_arch_argument(regs, 0);
	return (unsigned long)kp->addr;
}

/* arch_prepare_kprobe(struct kprobe *kp): where we have written, or may soon? */
static bool on_prepare(struct pt_regs *regs)
{
	unsigned long addr = native_addr(regs);
	struct probepoint *pp;
	unsigned int i;

	for (i = 0; i < KP_ARCH_JUMP_SIZE; i++) {
		pp = kp_probepoint_find(addr - i);
		if (!pp || pp->is_ftrace ||
		    (kp_ksyms.kprobe_mutex && !kp_is_armed(pp)))
			continue;
		if (i && pp->state == KP_ARMED) {
			/* hits were led past it, if there was a jump before */
			kp_probepoint_lead_back(pp);
			continue;
		}
		/* what it answers for a breakpoint, and inside an instruction */
		kp_arch_return_from_function(regs, i ? -EILSEQ : -EINVAL);
		return true;
	}
	return false;
}

/*
 * arch_prepare_optimized_kprobe(struct optimized_kprobe *op, ...): it decodes
 * the whole function to find what jumps where its own jump would be. What we
 * wrote there hides that.
 */
static bool on_prepare_optimized(struct pt_regs *regs)
{
	unsigned long addr = native_addr(regs);
	struct probepoint *pp;

	/* kprobe_mutex is held, and whoever changes the list takes it too */
	list_for_each_entry(pp, &kp_probepoints, link) {
		if (pp->is_ftrace || !kp_is_armed(pp) ||
		    addr - pp->home.addr + MAX_FUNCTION > 2 * MAX_FUNCTION)
			continue;
		kp_arch_return_from_function(regs, -EILSEQ);
		return true;
	}
	return false;
}

static void look_again(struct work_struct *unused)
{
	mutex_lock(&kp_mutex);
	kp_optimizer_add_all();
	mutex_unlock(&kp_mutex);
}

static DECLARE_WORK(look_work, look_again);

static void queue_look(struct irq_work *unused)
{
	schedule_work(&look_work);
}

static DEFINE_IRQ_WORK(look_kick, queue_look);

/* arch_remove_kprobe(struct kprobe *kp): it can no longer be found. */
static bool on_remove(struct pt_regs *regs)
{
	irq_work_queue(&look_kick);
	return false;
}

/**
 * kp_native_init() - keep the kernel's own kprobes from where we write
 *
 * Context: process context, module init.
 * Return: 0, or what placing the probes returned; the log says which.
 */
int kp_native_init(void)
{
	int ret = 0;

	if (!kp_ksyms.get_kprobe)
		return 0;
	if (kp_ksyms_lookup("arch_prepare_kprobe"))
		ret = kp_internal_add("arch_prepare_kprobe", on_prepare);
	/* it goes through a list that only their lock protects */
	if (!ret && kp_ksyms.kprobe_mutex &&
	    kp_ksyms_lookup("arch_prepare_optimized_kprobe"))
		ret = kp_internal_add("arch_prepare_optimized_kprobe",
				      on_prepare_optimized);
	if (!ret && kp_ksyms_lookup("arch_remove_kprobe"))
		ret = kp_internal_add("arch_remove_kprobe", on_remove);
	return ret;
}

/**
 * kp_native_exit() - look no more
 *
 * Context: module exit, after kp_internal_remove_all().
 */
void kp_native_exit(void)
{
	irq_work_sync(&look_kick);
	cancel_work_sync(&look_work);
}
