/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The arch contract: hooks of the hit path, in <kp_arch_hit.h>. They call nothing
 * that is not inlined or in kprobes.ko's hit-path objects. The compiler sees each
 * hook's type here.
 */
#ifndef KP_ARCH_HIT_HOOKS_H
#define KP_ARCH_HIT_HOOKS_H

#include <arch/contract.h>
#include <arch/hook.h>
#include <kp_arch_hit.h>

/*
 * KP_ARCH_HIT_OURS, KP_ARCH_HIT_FOREIGN
 *	What kp_hit_breakpoint() returns to trap.c.
 * kp_arch_cpu_read(var), kp_arch_cpu_write(var, value), kp_arch_cpu_inc(var)
 *	As this_cpu_read() and so on, with preemption disabled already; the last is
 *	for counters, which interrupts count up, too.
 */
#if !defined(KP_ARCH_HIT_OURS) || !defined(KP_ARCH_HIT_FOREIGN) || \
	!defined(kp_arch_cpu_read) || !defined(kp_arch_cpu_write) || \
	!defined(kp_arch_cpu_inc)
#error "kp_arch_hit.h lacks a macro of the hit path"
#endif

/* --- instructions */

/*
 * Do what the instruction does: registers, stack, flags and instruction pointer
 * as after it.
 */
KP_ARCH_HOOK(void, kp_arch_emulate, const struct kp_arch_insn *insn,
	     unsigned long addr, struct pt_regs *regs);

/*
 * After the breakpoint of a KP_SLOT_STEP slot: make the registers what they would
 * be had the instruction run at home.
 */
KP_ARCH_HOOK(void, kp_arch_finish_step, const struct kp_arch_insn *insn,
	     unsigned long addr, struct pt_regs *regs);

/*
 * After a fault in a slot: make the registers what they would be had the
 * instruction faulted at home, @addr.
 */
KP_ARCH_HOOK(void, kp_arch_fault_home, const struct kp_arch_insn *insn,
	     unsigned long addr, unsigned long slot, struct pt_regs *regs);

/*
 * The same for a detour. Returns whether the probed instruction faulted, and not
 * one that follows it.
 */
KP_ARCH_HOOK(bool, kp_arch_detour_fault_home, unsigned long addr,
	     unsigned long detour, struct pt_regs *regs);

/* Undo these two: @ip and @sp are what the registers held before. */
KP_ARCH_HOOK(void, kp_arch_fault_back, struct pt_regs *regs, unsigned long ip,
	     unsigned long sp);

/*
 * Where in the detour the copy of the instruction is that was at @offset from the
 * probed one, or 0 if none was.
 */
KP_ARCH_HOOK(unsigned long, kp_arch_detour_at, unsigned long detour,
	     unsigned int offset);

/* --- registers and text */

/*
 * Whether a breakpoint there, also one of others, would be hit before the hit path
 * can tell it from ours.
 */
KP_ARCH_HOOK(bool, kp_arch_is_entry, unsigned long addr);

/* Whether interrupts were enabled. */
KP_ARCH_HOOK(bool, kp_arch_irqs_were_on, const struct pt_regs *regs);

/* The instruction pointer as documented for pre-handlers. */
KP_ARCH_HOOK(void, kp_arch_set_handler_ip, struct pt_regs *regs,
	     unsigned long addr);
KP_ARCH_HOOK(void, kp_arch_set_ip, struct pt_regs *regs, unsigned long addr);

/* Complete what the function tracer has saved at its call site. */
KP_ARCH_HOOK(void, kp_arch_ftrace_regs, struct pt_regs *regs);

/*
 * void kp_arch_sync_core(void);
 *	From here on, this CPU executes what memory holds.
 * unsigned long kp_arch_mask_all(void); void kp_arch_unmask_all(unsigned long flags);
 *	Nor is it interrupted, also not by NMIs as far as it can be helped, and it is
 *	again. Interrupts are off.
 *
 * Only where kp_arch_write_text() uses kernel/text_stop.c, which has their rows.
 */

/* Whether the text at @addr (just executed) now holds a breakpoint. */
KP_ARCH_HOOK(bool, kp_arch_is_breakpoint_at, unsigned long addr);

/* --- at a function's first instruction */

/* Return @value to its caller. */
KP_ARCH_HOOK(void, kp_arch_return_from_function, struct pt_regs *regs,
	     unsigned long value);

/* Where it will return to; and make it return elsewhere. */
KP_ARCH_HOOK(unsigned long, kp_arch_return_address, const struct pt_regs *regs);
KP_ARCH_HOOK(void, kp_arch_set_return_address, struct pt_regs *regs,
	     unsigned long addr);

/* One of its first arguments, from 0 on. */
KP_ARCH_HOOK(unsigned long, kp_arch_argument, const struct pt_regs *regs,
	     unsigned int n);

/* --- stubs */

/*
 * The data of the KP_STUB_RETURN stub at @addr, or NULL if there is none; @addr
 * may be anything.
 */
KP_ARCH_HOOK(void *, kp_arch_stub_data, unsigned long addr);

/*
 * In kp_hit_return(), called once and first: complete the registers, which are as
 * the function left them, and go on at @addr.
 */
KP_ARCH_HOOK(void, kp_arch_finish_return, struct pt_regs *regs,
	     unsigned long addr);

/*
 * In kp_jprobe_enter(), likewise: as they were at @addr, the function's first
 * instruction.
 */
KP_ARCH_HOOK(void, kp_arch_jprobe_regs, struct pt_regs *regs,
	     unsigned long addr);

/* Copy what may be arguments on the stack; what cannot be read is zero. */
KP_ARCH_HOOK(void, kp_arch_jprobe_arguments, const struct pt_regs *regs,
	     unsigned long *copy);

/*
 * In kp_jprobe_leave(), called last: put what kp_arch_jprobe_leave() needs to go
 * on with @regs.
 */
KP_ARCH_HOOK(void, kp_arch_jprobe_finish, struct pt_regs *regs);

/* --- faults */

/*
 * KP_ARCH_FIXUP
 *	Name of the function that all faults of the kernel pass before they
 *	become an oops, with the faulting registers as its first argument, and
 *	that returns 1 or nothing if the fault was mended.
 * KP_ARCH_FAULT_TRAPNR(regs)
 *	At its first instruction: the trap's number, for fault_handlers.
 * KP_ARCH_PAGE_FAULT_OOPS
 *	Name of the function that reports a page fault which nobody mends, with
 *	the faulting registers as its first argument; or NULL.
 * KP_ARCH_DIE
 *	Name of a function that all oopses pass before registers are shown, with the
 *	faulting ones as its second argument; NULL if the kernel excuses no fault that has
 *	passed KP_ARCH_FIXUP.
 * KP_ARCH_PAGE_FAULT
 *	Number of the trap, for fault_handlers.
 * KP_ARCH_FIXUP_ADDRESS(regs), KP_ARCH_OOPS_ADDRESS(regs)
 *	At the first instruction of these functions: the address of a page fault, or 0 if
 *	it is none or that is not known.
 */
#if !defined(KP_ARCH_FIXUP) || !defined(KP_ARCH_FAULT_TRAPNR) || \
	!defined(KP_ARCH_FIXUP_ADDRESS) || !defined(KP_ARCH_OOPS_ADDRESS) || \
	!defined(KP_ARCH_PAGE_FAULT_OOPS) || !defined(KP_ARCH_PAGE_FAULT) || \
	!defined(KP_ARCH_DIE)
#error "kp_arch_hit.h lacks a macro about faults"
#endif

/*
 * At the first instruction of KP_ARCH_PAGE_FAULT_OOPS: whether fixup_exception()
 * was left out.
 */
KP_ARCH_HOOK(bool, kp_arch_is_unfixable, const struct pt_regs *regs);

#endif /* KP_ARCH_HIT_HOOKS_H */
