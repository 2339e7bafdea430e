/* SPDX-License-Identifier: GPL-2.0 */
/* x86: the inline hooks of the hit path (internal/arch.h). */
#ifndef KP_ARCH_HIT_H
#define KP_ARCH_HIT_H

#include <linux/cache.h>
#include <linux/notifier.h>
#include <linux/ptrace.h>
#include <asm/cpufeature.h>
#include <asm/page.h>
#include <asm/processor-flags.h>
#include <asm/text-patching.h>
#include <asm/trap_pf.h>
#include <asm/trapnr.h>

#include <kp_arch_types.h>

/* What kp_hit_breakpoint() returns is what the die notifier returns. */
#define KP_ARCH_HIT_OURS	NOTIFY_STOP
#define KP_ARCH_HIT_FOREIGN	NOTIFY_DONE

/* emulate.c */
void kp_arch_emulate(const struct kp_arch_insn *insn, unsigned long addr,
		     struct pt_regs *regs);
void kp_arch_finish_step(const struct kp_arch_insn *insn, unsigned long addr,
			 struct pt_regs *regs);
void kp_arch_fault_home(const struct kp_arch_insn *insn, unsigned long addr,
			unsigned long slot, struct pt_regs *regs);

static __always_inline void kp_arch_set_ip(struct pt_regs *regs,
					   unsigned long addr)
{
	regs->ip = addr;
}

/* As after the breakpoint: clients have always found it so on x86. */
static __always_inline void kp_arch_set_handler_ip(struct pt_regs *regs,
						   unsigned long addr)
{
	regs->ip = addr + INT3_INSN_SIZE;
}

static __always_inline bool kp_arch_is_breakpoint_at(unsigned long addr)
{
	return READ_ONCE(*(const u8 *)addr) == INT3_INSN_OPCODE;
}

static __always_inline void
kp_arch_return_from_function(struct pt_regs *regs, unsigned long value)
{
	regs->ax = value;
	regs->ip = *(unsigned long *)regs->sp;
	regs->sp += sizeof(long);
}

#define KP_ARCH_PAGE_FAULT	X86_TRAP_PF
#define KP_ARCH_PAGE_FAULT_OOPS	"page_fault_oops"

/*
 * page_fault_oops(regs, error_code, address) is called at once for user
 * addresses that are executed, or accessed with SMAP and without stac.
 */
static __always_inline bool kp_arch_is_unfixable(const struct pt_regs *regs)
{
	const struct pt_regs *fault = (const void *)regs->di;

	if (regs->dx >= TASK_SIZE_MAX || regs->si & X86_PF_USER)
		return false;
	return regs->si & X86_PF_INSTR ||
	       (boot_cpu_has(X86_FEATURE_SMAP) &&
		!(fault->flags & X86_EFLAGS_AC));
}

#endif /* KP_ARCH_HIT_H */
