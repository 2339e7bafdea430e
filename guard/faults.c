// SPDX-License-Identifier: GPL-2.0
/*
 * Faults in handlers and in slots, by probes of our own on the path that every
 * kernel fault takes before it becomes an oops:
 *
 * search_exception_tables(): the address of a slot is in no table. Answer with
 * the entry that lies behind the code in the slot.
 *
 * KP_ARCH_FIXUP: ask fault_handlers first. If nobody mends the fault, the
 * oops shall name the probed address, not a slot.
 *
 * KP_ARCH_PAGE_FAULT_OOPS: some page faults come here without having seen
 * that, as no entry could excuse them. fault_handlers can.
 *
 * KP_ARCH_DIE: behind all that the kernel may still excuse a page fault (KFENCE, or memory
 * of a BPF program), and what has faulted goes on, in its slot. So it is here only that
 * the registers of a page fault are sent home for good.
 *
 * A fault at an object that KFENCE guards is none of fault_handlers'.
 *
 * They run as hits do: they call nothing outside of kprobes.ko but the
 * clients' fault_handlers.
 */
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#include <arch/contract.h>
#include <arch/hit_hooks.h>
#include <guard/faults.h>
#include <guard/internal_probe.h>
#include <hit/hit.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <text/slot_owner.h>
#include <compat/kfence.h>
#include <compat/preempt.h>

static bool call_fault_handler(struct kprobe *kp, struct pt_regs *regs,
			       int trapnr)
{
	kprobe_fault_handler_t handler = READ_ONCE(kp->fault_handler);
	struct kprobe *running;
	bool mended;

	if (!handler || this_cpu_read(kp_cpu.in_fault_handler))
		return false;
	running = this_cpu_read(kp_cpu.running);
	this_cpu_write(kp_cpu.running, kp);
	this_cpu_write(kp_cpu.in_fault_handler, true);
	mended = handler(kp, regs, trapnr);
	this_cpu_write(kp_cpu.in_fault_handler, false);
	this_cpu_write(kp_cpu.running, running);
	return mended;
}

/*
 * Let a fault in a slot look like one at home. False if it is not the probed
 * instruction that faulted, but one that the jump covers too.
 */
static bool send_home(struct probepoint *pp, struct pt_regs *regs)
{
	unsigned long slot = kp_slot_start(instruction_pointer(regs));

	if (slot == pp->detour)
		return kp_arch_detour_fault_home(pp->home.addr, slot, regs);
	kp_arch_fault_home(&pp->insn, pp->home.addr, slot, regs);
	return true;
}

/*
 * The probed instruction faulted, in its slot. The handlers see it at home;
 * one that has mended the cause and left the instruction pointer alone wants
 * it tried again, which happens in the slot.
 */
static bool fault_in_slot(struct probepoint *pp, struct pt_regs *regs,
			  int trapnr)
{
	unsigned long ip = instruction_pointer(regs);
	unsigned long sp = kernel_stack_pointer(regs);
	unsigned long slot = kp_slot_start(ip);
	bool goes_home = !KP_ARCH_DIE || trapnr != KP_ARCH_PAGE_FAULT;
	struct kp_probe *probe;

	if (!send_home(pp, regs)) {
		if (!goes_home)
			kp_arch_fault_back(regs, ip, sp);
		return false;
	}
	if (slot == pp->detour)
		slot = kp_detour_copy(pp);
	kp_for_each_probe(probe, pp) {
		if (kp_is_disabled(probe) ||
		    !call_fault_handler(probe->kp, regs, trapnr))
			continue;
		if (instruction_pointer(regs) == pp->home.addr)
			kp_arch_set_ip(regs, slot);
		else
			kp_hit_moved(regs);
		return true;
	}
	if (pp->has_fixup)
		kp_arch_set_ip(regs, slot);
	else if (!goes_home)
		kp_arch_fault_back(regs, ip, sp);
	return false;
}

/* Whether @regs are of a fault in the handler that runs on this CPU. */
static bool is_in_handler(const struct pt_regs *regs)
{
	const struct pt_regs *handled = this_cpu_read(kp_cpu.regs);
	unsigned long below = (unsigned long)handled - (unsigned long)regs;

	/* an interrupt or NMI that came in between is on another stack ... */
	if (!this_cpu_read(kp_cpu.running) || below >= THREAD_SIZE)
		return false;
	/* ... except one in a soft interrupt, outside of a trap */
	return in_nmi() || !in_hardirq() || !kp_arch_irqs_were_on(handled);
}

static bool ask_fault_handlers(struct pt_regs *fault, int trapnr)
{
	struct probepoint *pp = kp_slot_owner(instruction_pointer(fault));

	if (pp)
		return fault_in_slot(pp, fault, trapnr);
	return is_in_handler(fault) &&
	       call_fault_handler(this_cpu_read(kp_cpu.running), fault, trapnr);
}

static bool on_fixup(struct pt_regs *regs)
{
	struct pt_regs *fault = (void *)kp_arch_argument(regs, 0);
	int trapnr = KP_ARCH_FAULT_TRAPNR(regs);

	if (user_mode(fault) || kp_is_kfence(KP_ARCH_FIXUP_ADDRESS(regs)) ||
	    !ask_fault_handlers(fault, trapnr))
		return false;
	kp_arch_return_from_function(regs, 1);
	return true;
}

static bool on_page_fault_oops(struct pt_regs *regs)
{
	struct pt_regs *fault = (void *)kp_arch_argument(regs, 0);

	if (user_mode(fault) || kp_is_kfence(KP_ARCH_OOPS_ADDRESS(regs)) ||
	    !kp_arch_is_unfixable(regs) ||
	    !ask_fault_handlers(fault, KP_ARCH_PAGE_FAULT))
		return false;
	kp_arch_return_from_function(regs, 0);
	return true;
}

static bool on_die(struct pt_regs *regs)
{
	struct pt_regs *fault = (void *)kp_arch_argument(regs, 1);
	struct probepoint *pp;

	if (user_mode(fault))
		return false;
	pp = kp_slot_owner(instruction_pointer(fault));
	if (pp)
		send_home(pp, fault);
	return false;
}

static bool on_search_exception_tables(struct pt_regs *regs)
{
	unsigned long addr = kp_arch_argument(regs, 0);
	struct probepoint *pp = kp_slot_owner(addr);
	unsigned long slot;

	if (!pp || !pp->has_fixup)
		return false;
	slot = kp_slot_start(addr);
	if (addr - slot >= KP_ARCH_SLOT_CODE_SIZE)
		return false;
	kp_arch_return_from_function(regs, slot + KP_ARCH_SLOT_CODE_SIZE);
	return true;
}

/**
 * kp_faults_init() - place the probes
 *
 * Context: process context, module init.
 * Return: 0, or what placing them returned; the log says which.
 */
int kp_faults_init(void)
{
	int ret;

	ret = kp_internal_add("search_exception_tables",
			      on_search_exception_tables);
	if (!ret)
		ret = kp_internal_add(KP_ARCH_FIXUP, on_fixup);
	if (!ret && KP_ARCH_PAGE_FAULT_OOPS)
		ret = kp_internal_add(KP_ARCH_PAGE_FAULT_OOPS,
				      on_page_fault_oops);
	if (!ret && KP_ARCH_DIE)
		ret = kp_internal_add(KP_ARCH_DIE, on_die);
	return ret;
}
