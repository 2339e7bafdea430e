/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): stubs, and the function tracer. */
#ifndef KP_ARCH_CONTRACT_STUB_H
#define KP_ARCH_CONTRACT_STUB_H

#include <arch/contract/types.h>

/* stub.c, stub_entry.S: code of ours that runs outside of traps. */

/**
 * enum kp_stub_kind - what a stub leads to
 * @KP_STUB_RETURN: kp_hit_return(), for a function that returns to the stub;
 *	the stub's data is a struct kretprobe_instance
 * @KP_STUB_JPROBE: kp_jprobe_enter() and the jprobe's handler, when the
 *	instruction pointer is set to the stub at a function's entry; the
 *	stub's data is a struct probepoint
 */
enum kp_stub_kind {
	KP_STUB_RETURN,
	KP_STUB_JPROBE,
};

/**
 * kp_arch_build_stub() - the code of a stub
 * @buf: KP_ARCH_STUB_SIZE bytes
 * @addr: where it will run
 * @kind: where it leads
 * @data: what is passed on
 *
 * Return: 0; -ERANGE if it is out of reach from @addr.
 */
int __must_check kp_arch_build_stub(u8 *buf, unsigned long addr,
				    enum kp_stub_kind kind, const void *data);

/*
 * What stubs lead to, in assembly: saves the registers as a struct pt_regs,
 * calls kp_hit_return(); or kp_jprobe_enter(), the handler that it returns, and,
 * if that handler comes back, kp_jprobe_forgot() and kp_arch_jprobe_leave().
 * A task that is between these two labels, or has called from there, has one of
 * their addresses on the stack.
 */
extern const char kp_arch_stub_text[], kp_arch_stub_text_end[];

/**
 * kp_arch_jprobe_leave() - abandon a jprobe's handler
 * @regs: what kp_jprobe_enter() was given
 *
 * Goes back to where these registers were saved, calls kp_jprobe_leave() and
 * goes on with what that makes of them. Does not return.
 */
void kp_arch_jprobe_leave(struct pt_regs *regs);

/**
 * kp_arch_ftrace_trampoline() - what call sites of the function tracer may call
 *
 * Saves the registers as they are for probes there, finds the probepoint by the
 * return address, and does what kp_hit_ftrace() does; lies between the two
 * labels above.
 *
 * Return: its address; 0 if there is none, and the function tracer makes one
 * that calls us.
 */
unsigned long kp_arch_ftrace_trampoline(void);

/**
 * kp_arch_is_direct() - whether a call site calls that trampoline now
 * @addr: the site
 *
 * Context: any; the answer may be out of date.
 */
bool kp_arch_is_direct(unsigned long addr);

/**
 * kp_arch_on_tracer() - keep the function tracer from falling over our text
 * @regs: at the entry of KP_ARCH_TRACER_PROBE, if that is not NULL
 *
 * Context: as a kp_internal_fn.
 * Return: true if it has set the instruction pointer.
 */
bool kp_arch_on_tracer(struct pt_regs *regs);

/*
 * In <kp_arch_ksyms.h>:
 *
 * KP_ARCH_KSYMS(FN, DATA)
 *	The unexported symbols that the architecture's folder uses, as rows of
 *	KP_KSYMS() (kernel/ksyms.h).
 */

#endif /* KP_ARCH_CONTRACT_STUB_H */
