// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own kprobes that come after ours: the kernel would see a
 * breakpoint, or a jump that looks like any other. Probes of our own in its
 * registration make it refuse. Another one, where the kernel is done with a probe
 * of its own, lets the optimizer look again.
 */
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/ptrace.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include <arch/contract.h>
#include <arch/hit_hooks.h>
#include <compat/native_kprobe.h>
#include <guard/internal_probe.h>
#include <guard/native_guard.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <point/jump_queue.h>
#include <point/point_slots.h>

/* Bytes that no function is longer than, hopefully far. */
#define MAX_FUNCTION	SZ_128K

/* The address of the kernel's probe that is the function's first argument. */
static unsigned long native_addr(struct pt_regs *regs)
{
	const struct kp_native_kprobe *kp;

	kp = (const void *)kp_arch_argument(regs, 0);
	return (unsigned long)kp->addr;
}

/* Whether a probe of the kernel's own may have changed an instruction. */
static bool is_native(unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < KP_ARCH_NATIVE_JUMP_SIZE; i++)
		if (kp_native_has(addr - i))
			return true;
	return false;
}

/* What the kernel's own probes, and ours at @pp, hide there. False if it cannot be read. */
static bool read_original(const struct probepoint *pp, unsigned long at, u8 *bytes,
			  size_t len)
{
	unsigned long offset = at - pp->home.addr;

	if (copy_from_kernel_nofault(bytes, (const void *)at, len))
		return false;
	/* they are complete if there is a jump, or soon */
	if (pp->state >= KP_OPTIMIZING && offset < KP_ARCH_JUMP_SIZE)
		while (offset < KP_ARCH_JUMP_SIZE)
			*bytes++ = pp->orig[offset++];
	else if (is_native(at))
		kp_arch_read_native(at, bytes);
	return true;
}

/* Whether an address is within an instruction, from that of @pp on, which is before it. */
static bool is_within(const struct probepoint *pp, unsigned long addr)
{
	unsigned long at = pp->home.addr + pp->insn.len, names[2];
	u8 bytes[KP_ARCH_MAX_INSN_SIZE + 1];
	int len;

	for (; at < addr; at += len) {
		len = read_original(pp, at, bytes, sizeof(bytes)) ?
			      kp_arch_scan(bytes, at, names) : 0;
		/* it is the kernel's to say */
		if (!len)
			return false;
	}
	return at != addr;
}

/*
 * The kernel decodes a function from its start, and takes what we have written for other
 * instructions, from there on perhaps to its end. One of ours that is not armed is as good a
 * place to begin at; where @kprobe_mutex is unknown, one may be in the text already.
 */
static bool is_misled(unsigned long addr)
{
	unsigned long size, offset, i;
	const struct probepoint *pp;

	if (!kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
		return false;
	for (i = 1; i <= min_t(unsigned long, offset, MAX_FUNCTION); i++) {
		pp = kp_probepoint_find(addr - i);
		if (pp && !pp->is_ftrace &&
		    (!kp_ksyms.kprobe_mutex || kp_is_armed(pp)))
			return is_within(pp, addr);
	}
	return false;
}

/*
 * arch_prepare_kprobe(struct kprobe *kp): where we have written, or may soon; or where
 * breakpoints come before it is known whose they are?
 */
static bool on_prepare(struct pt_regs *regs)
{
	unsigned long addr = native_addr(regs);
	struct probepoint *pp;
	unsigned int i;

	if (kp_arch_is_entry(addr)) {
		kp_arch_return_from_function(regs, -EINVAL);
		return true;
	}
	if (is_misled(addr)) {
		kp_arch_return_from_function(regs, -EILSEQ);
		return true;
	}
	for (i = 0; i < KP_ARCH_JUMP_SIZE; i++) {
		pp = kp_probepoint_find(addr - i);
		if (!pp || pp->is_ftrace ||
		    (kp_ksyms.kprobe_mutex && !kp_is_armed(pp)))
			continue;
		/* soon a jump, or there was no memory; here is none */
		if (i && pp->state == KP_ARMED && !kp_probepoint_lacks_slot(pp)) {
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

	/* kprobe_mutex is held, and every change of the list takes it too */
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
	kp_mutex_lock_idle();
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
 * kp_native_guard_init() - keep the kernel's own kprobes from where we write
 *
 * Context: process context, module init.
 * Return: 0, or what placing the probes returned; the log says which.
 */
int kp_native_guard_init(void)
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
 * kp_native_guard_exit() - look no more
 *
 * Context: module exit, after kp_internal_remove_all().
 */
void kp_native_guard_exit(void)
{
	irq_work_sync(&look_kick);
	cancel_work_sync(&look_work);
}
