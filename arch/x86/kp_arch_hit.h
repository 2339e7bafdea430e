/* SPDX-License-Identifier: GPL-2.0 */
/* x86: the inline hooks of the hit path (arch/contract.h). */
#ifndef KP_ARCH_HIT_H
#define KP_ARCH_HIT_H

#include <linux/cache.h>
#include <linux/notifier.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/cpufeature.h>
#include <asm/page.h>
#include <asm/processor-flags.h>
#include <asm/text-patching.h>
#include <asm/trap_pf.h>
#include <asm/trapnr.h>

#include <compat/page_fault.h>
#include <kp_arch_types.h>
#include <kp_x86_gate.h>

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

/* detour_hit.c */
bool kp_arch_detour_fault_home(unsigned long addr, unsigned long detour,
			       struct pt_regs *regs);
unsigned long kp_arch_detour_at(unsigned long detour, unsigned int offset);

/* One instruction each. */
#define kp_arch_cpu_read(var)		this_cpu_read(var)
#define kp_arch_cpu_write(var, value)	this_cpu_write(var, value)
#define kp_arch_cpu_inc(var)		this_cpu_inc(var)

static __always_inline void kp_arch_set_ip(struct pt_regs *regs,
					   unsigned long addr)
{
	regs->ip = addr;
}

static __always_inline void kp_arch_fault_back(struct pt_regs *regs,
					       unsigned long ip, unsigned long sp)
{
	regs->ip = ip;
	regs->sp = sp;
}

/* As after the breakpoint: clients have always found it so on x86. */
static __always_inline void kp_arch_set_handler_ip(struct pt_regs *regs,
						   unsigned long addr)
{
	regs->ip = addr + INT3_INSN_SIZE;
}

static __always_inline bool kp_arch_is_entry(unsigned long addr)
{
	return kp_x86_gate_owns(addr);
}

static __always_inline bool kp_arch_irqs_were_on(const struct pt_regs *regs)
{
	return regs->flags & X86_EFLAGS_IF;
}

static __always_inline bool kp_arch_is_breakpoint_at(unsigned long addr)
{
	return READ_ONCE(*(const u8 *)addr) == INT3_INSN_OPCODE;
}

static __always_inline unsigned long
kp_arch_argument(const struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_argument((struct pt_regs *)regs, n);
}

static __always_inline void
kp_arch_return_from_function(struct pt_regs *regs, unsigned long value)
{
	regs->ax = value;
	regs->ip = *(unsigned long *)regs->sp;
	regs->sp += sizeof(long);
}

static __always_inline unsigned long
kp_arch_return_address(const struct pt_regs *regs)
{
	return *(unsigned long *)regs->sp;
}

static __always_inline void kp_arch_set_return_address(struct pt_regs *regs,
						       unsigned long addr)
{
	*(unsigned long *)regs->sp = addr;
}

/* stub_entry.S */
void kp_x86_return_common(void);
void kp_x86_jprobe_common(void);
/* detours: these save and restore everything ... */
void kp_x86_detour_common(void);
void kp_x86_detour_return(void);
/* ... and these leave status flags alone */
void kp_x86_detour_dead(void);
void kp_x86_detour_dead_return(void);
/* behind an instruction in a KP_SLOT_POST slot */
void kp_x86_post_common(void);

/* Nobody else's code has a call to kp_x86_return_common(). */
static __always_inline void *kp_arch_stub_data(unsigned long addr)
{
	u64 bytes;

	if (likely(addr % KP_ARCH_STUB_SIZE))
		return NULL;
	/* all kernel text is in the last 2 GB */
	if (unlikely((long)addr >= 0 || (long)(s32)addr != (long)addr))
		return NULL;
	__get_kernel_nofault(&bytes, (const u64 *)addr, u64, no_stub);
	if (likely((u8)bytes != CALL_INSN_OPCODE))
		return NULL;
	if (addr + CALL_INSN_SIZE + (s32)(bytes >> 8) !=
	    (unsigned long)kp_x86_return_common)
		return NULL;
	return *(void **)(addr + CALL_INSN_SIZE);
no_stub:
	return NULL;
}

/* The stub's call has pushed to where the return address was. */
static __always_inline void kp_arch_finish_return(struct pt_regs *regs,
						  unsigned long addr)
{
	/* it was saved after the push of ss */
	regs->sp += 2 * sizeof(long);
	regs->ip = addr;
	regs->orig_ax = -1;
	((unsigned long *)regs->sp)[-1] = addr;
}

/* Behind the registers: the stub's push, and room for an emulated push or two */
#define KP_X86_JPROBE_GAP	(7 * sizeof(long))

static __always_inline void kp_arch_jprobe_regs(struct pt_regs *regs,
						unsigned long addr)
{
	/* it was saved after the push of ss, the gap and the stub's push */
	regs->sp += KP_X86_JPROBE_GAP + 2 * sizeof(long);
	regs->ip = addr;
	regs->orig_ax = -1;
}

static __always_inline void
kp_arch_jprobe_arguments(const struct pt_regs *regs, unsigned long *copy)
{
	const unsigned long *from = (const unsigned long *)regs->sp + 1;
	unsigned int i;

	for (i = 0; i < KP_ARCH_JPROBE_STACK / sizeof(long); i++) {
		__get_kernel_nofault(&copy[i], &from[i], unsigned long,
				     top_of_stack);
		continue;
top_of_stack:
		copy[i] = 0;
	}
}

/* Flags and address are popped from below the stack pointer. */
static __always_inline void kp_arch_jprobe_finish(struct pt_regs *regs)
{
	unsigned long *sp = (unsigned long *)regs->sp;

	*--sp = regs->ip;
	*--sp = regs->flags;
	regs->sp = (unsigned long)sp;
}

#define KP_ARCH_FIXUP		"fixup_exception"

/* fixup_exception(regs, trapnr, ...) */
#define KP_ARCH_FAULT_TRAPNR(regs) \
	((int)kp_arch_argument(regs, 1))

/* fixup_exception(regs, trapnr, error_code, address), page_fault_oops(regs, error_code, address) */
#define KP_ARCH_FIXUP_ADDRESS(regs) \
	(KP_ARCH_FAULT_TRAPNR(regs) == X86_TRAP_PF ? kp_arch_argument(regs, 3) : 0)
#define KP_ARCH_OOPS_ADDRESS(regs) \
	kp_arch_argument(regs, 2)

#define KP_ARCH_PAGE_FAULT	X86_TRAP_PF
#define KP_ARCH_PAGE_FAULT_OOPS	KP_PAGE_FAULT_OOPS

/* __die(str, regs, err) */
#define KP_ARCH_DIE		"__die"

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

/* The function tracer has saved all. */
static __always_inline void kp_arch_ftrace_regs(struct pt_regs *regs)
{
}

#endif /* KP_ARCH_HIT_H */
