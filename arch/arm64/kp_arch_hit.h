/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: the inline hooks of the hit path (arch/contract.h). */
#ifndef KP_ARCH_HIT_H
#define KP_ARCH_HIT_H

#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/cpufeature.h>
#include <asm/debug-monitors.h>
#include <asm/esr.h>
#include <asm/memory.h>
#include <asm/pgtable-hwdef.h>
#include <asm/sysreg.h>
#include <asm/virt.h>
#include <compat/arm64_regs.h>

#include <kp_arch_types.h>

/* What kp_hit_breakpoint() returns is what the break hook returns. */
#define KP_ARCH_HIT_OURS	DBG_HOOK_HANDLED
#define KP_ARCH_HIT_FOREIGN	DBG_HOOK_ERROR

/* emulate.c */
void kp_arch_emulate(const struct kp_arch_insn *insn, unsigned long addr,
		     struct pt_regs *regs);

/* The kernel's own are as good. */
#define kp_arch_cpu_read(var)		this_cpu_read(var)
#define kp_arch_cpu_write(var, value)	this_cpu_write(var, value)
#define kp_arch_cpu_inc(var)		this_cpu_inc(var)

static __always_inline void kp_arch_set_ip(struct pt_regs *regs,
					   unsigned long addr)
{
	regs->pc = addr;
}

/* At the breakpoint: clients have always found it so on arm64. */
static __always_inline void kp_arch_set_handler_ip(struct pt_regs *regs,
						   unsigned long addr)
{
	regs->pc = addr;
}

static __always_inline void
kp_arch_finish_step(const struct kp_arch_insn *insn, unsigned long addr,
		    struct pt_regs *regs)
{
	/* the slot of one that is emulated holds the breakpoint alone */
	if (insn->emulation)
		kp_arch_emulate(insn, addr, regs);
	else
		regs->pc = addr + insn->len;
}

static __always_inline void
kp_arch_fault_home(const struct kp_arch_insn *insn, unsigned long addr,
		   unsigned long slot, struct pt_regs *regs)
{
	regs->pc = addr;
}

/* The head of a detour, which writes to the stack, is not at home. */
static __always_inline bool
kp_arch_detour_fault_home(unsigned long addr, unsigned long detour,
			  struct pt_regs *regs)
{
	if (regs->pc < detour + KP_ARCH_DETOUR_COPY)
		return false;
	regs->pc = addr;
	return true;
}

static __always_inline void kp_arch_fault_back(struct pt_regs *regs,
					       unsigned long ip, unsigned long sp)
{
	regs->pc = ip;
}

/* A branch covers nothing but the probed instruction. */
static __always_inline unsigned long kp_arch_detour_at(unsigned long detour,
						       unsigned int offset)
{
	return 0;
}

/* vector_entry.S, stub_entry.S: text, not functions that C could call. */
extern const char kp_arm64_vector_text[], kp_arm64_vector_text_end[];
extern const char kp_arm64_brk_text[], kp_arm64_brk_text_end[];

/* What any breakpoint runs through, of ours or not. */
static __always_inline bool kp_arch_is_entry(unsigned long addr)
{
	return (addr >= (unsigned long)kp_arm64_vector_text &&
		addr < (unsigned long)kp_arm64_vector_text_end) ||
	       (addr >= (unsigned long)kp_arm64_brk_text &&
		addr < (unsigned long)kp_arm64_brk_text_end);
}

static __always_inline bool kp_arch_irqs_were_on(const struct pt_regs *regs)
{
	return interrupts_enabled(regs);
}

static __always_inline bool kp_arch_is_breakpoint_at(unsigned long addr)
{
	return le32_to_cpu(READ_ONCE(*(const __le32 *)addr)) == KP_ARM64_BRK;
}

static __always_inline unsigned long
kp_arch_argument(const struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_argument((struct pt_regs *)regs, n);
}

static __always_inline void
kp_arch_return_from_function(struct pt_regs *regs, unsigned long value)
{
	regs->regs[0] = value;
	regs->pc = regs->regs[30];
}

static __always_inline unsigned long
kp_arch_return_address(const struct pt_regs *regs)
{
	return regs->regs[30];
}

static __always_inline void kp_arch_set_return_address(struct pt_regs *regs,
						       unsigned long addr)
{
	regs->regs[30] = addr;
}

/* stub_entry.S; the one in assembly is for where interrupts are not masked by priority */
void kp_arm64_return_common(void);
void kp_arm64_return_plain(void);
void kp_arm64_jprobe_common(void);
void kp_arm64_detour_common(void);
/* behind an instruction in a KP_SLOT_POST slot */
void kp_arm64_post_common(void);
/* the same in assembly, where interrupts are not masked by priority: without and with DIT */
void kp_arm64_detour_plain(void);
void kp_arm64_detour_dit(void);
/* if what is called is a return probe that is bare, with few registers; else as these */
void kp_arm64_detour_return(void);
void kp_arm64_detour_return_dit(void);
void kp_arm64_post_plain(void);
void kp_arm64_post_dit(void);

/* detour_hit.c, which stub_entry.S calls */
struct kretprobe_instance;
bool kp_arm64_detour(struct pt_regs *regs, struct probepoint *pp);
bool kp_arm64_post(struct pt_regs *regs, struct probepoint *pp);
void kp_arm64_moved(struct pt_regs *regs, unsigned long at);
void kp_arm64_resched(void);
void kp_arm64_return(struct pt_regs *regs, struct kretprobe_instance *ri);
void *kp_arm64_jprobe_enter(struct pt_regs *regs, struct probepoint *pp,
			    unsigned long *stack);
void kp_arm64_jprobe_leave(struct pt_regs *regs, struct probepoint *pp);

/**
 * struct kp_arm64_stub - what kp_arch_build_stub() makes
 * @code: leads to @common by way of x30, which then points behind the call
 * @common: kp_arm64_return_common() or kp_arm64_return_plain(); or kp_arm64_jprobe_common()
 * @data: what is passed on
 */
struct kp_arm64_stub {
	__le32 code[4];
	unsigned long common;
	unsigned long data;
};

/* Nobody else's code has the address of either function there. */
static __always_inline void *kp_arch_stub_data(unsigned long addr)
{
	const struct kp_arm64_stub *stub = (const void *)addr;
	unsigned long common;

	if (likely(addr % KP_ARCH_STUB_SIZE || is_ttbr0_addr(addr)))
		return NULL;
	__get_kernel_nofault(&common, &stub->common, unsigned long, no_stub);
	if (common != (unsigned long)kp_arm64_return_plain &&
	    common != (unsigned long)kp_arm64_return_common)
		return NULL;
	return (void *)stub->data;
no_stub:
	return NULL;
}

/* What a detour restores itself; a change of more of PSTATE takes an exception return. */
#define KP_ARM64_FLAGS	(PSR_N_BIT | PSR_Z_BIT | PSR_C_BIT | PSR_V_BIT)

/* trap.c; the kernel has no test for that which calls nothing */
extern bool kp_arm64_has_dit;

/*
 * Where access to user memory is switched by TTBR0, whether it is on. PSTATE.PAN
 * then is what tells it in saved registers, and not for the CPU.
 */
static __always_inline bool kp_arm64_user_ttbr0(void)
{
	return !IS_ENABLED(CONFIG_ARM64_SW_TTBR0_PAN) ||
	       (read_sysreg(ttbr0_el1) & KP_TTBR_ASID_MASK);
}

static __always_inline void kp_arm64_forget_pan(struct pt_regs *regs)
{
	if (!cpus_have_final_cap(ARM64_HAS_PAN))
		regs->pstate &= ~PSR_PAN_BIT;
}

/* What of PSTATE an exception return restores and assembly has not saved. */
static __always_inline unsigned long kp_arm64_pstate_features(void)
{
	unsigned long pstate = 0;

	if (cpus_have_final_cap(ARM64_HAS_PAN))
		pstate |= read_sysreg_s(KP_ARM64_PAN);
	else if (!kp_arm64_user_ttbr0())
		pstate |= PSR_PAN_BIT;
	if (cpus_have_final_cap(ARM64_SSBS) &&
	    read_sysreg(sctlr_el1) & BIT(KP_ARM64_DSSBS_SHIFT))
		pstate |= BIT(KP_ARM64_SSBS_SHIFT);
	if (cpus_have_final_cap(ARM64_MTE))
		pstate |= read_sysreg_s(KP_ARM64_TCO);
	if (kp_arm64_has_dit)
		pstate |= read_sysreg_s(KP_ARM64_DIT);
	return pstate;
}

/* Where interrupts are masked by priority, that tells whether they are. */
static __always_inline void kp_arm64_save_pmr(struct pt_regs *regs)
{
	if (system_uses_irq_prio_masking())
		kp_regs_pmr(regs) = read_sysreg_s(SYS_ICC_PMR_EL1);
}

/* x30 is what the function has returned by. */
static __always_inline void kp_arch_finish_return(struct pt_regs *regs,
						  unsigned long addr)
{
	regs->pc = addr;
	regs->regs[30] = addr;
	kp_set_frame(regs);
	kp_arm64_save_pmr(regs);
}

/* The function tracer saves no PSTATE; that of the call site is the CPU's, but for flags. */
static __always_inline void kp_arch_ftrace_regs(struct pt_regs *regs)
{
	regs->pstate = read_sysreg(daif) | kp_arm64_pstate_features() |
		       (is_kernel_in_hyp_mode() ? PSR_MODE_EL2h :
						  PSR_MODE_EL1h);
	kp_arm64_save_pmr(regs);
}

/* kp_arm64_jprobe_common() has saved all else. */
static __always_inline void kp_arch_jprobe_regs(struct pt_regs *regs,
						unsigned long addr)
{
	regs->pc = addr;
	regs->pstate |= kp_arm64_pstate_features();
	kp_set_frame(regs);
	kp_arm64_save_pmr(regs);
}

static __always_inline void
kp_arch_jprobe_arguments(const struct pt_regs *regs, unsigned long *copy)
{
	const unsigned long *from = (const unsigned long *)regs->sp;
	unsigned int i;

	for (i = 0; i < KP_ARCH_JPROBE_STACK / sizeof(long); i++) {
		__get_kernel_nofault(&copy[i], &from[i], unsigned long,
				     top_of_stack);
		continue;
top_of_stack:
		copy[i] = 0;
	}
}

/* An exception return restores all. */
static __always_inline void kp_arch_jprobe_finish(struct pt_regs *regs)
{
	kp_arm64_forget_pan(regs);
}

static __always_inline void kp_arch_sync_core(void)
{
	isb();
}

/* Pseudo-NMIs, too: local_irq_disable() masks interrupts by their priority where there are such. */
static __always_inline unsigned long kp_arch_mask_all(void)
{
	unsigned long flags = read_sysreg(daif);

	asm volatile("msr daifset, #0xf" : : : "memory");
	return flags;
}

static __always_inline void kp_arch_unmask_all(unsigned long flags)
{
	barrier();
	write_sysreg(flags, daif);
}

#define KP_ARCH_FIXUP		"fixup_exception"

/*
 * fixup_exception() is not told what fault it is: fault_handlers get the
 * exception class of a data abort, where ESR_EL1 has it.
 */
#define KP_ARCH_FAULT_TRAPNR(regs) \
	(int)(ESR_ELx_EC_DABT_CUR << ESR_ELx_EC_SHIFT)

/* die(str, regs, err) */
#define KP_ARCH_DIE		"die"

/* Not told: fault_handlers are asked for what KFENCE excuses, too. */
#define KP_ARCH_FIXUP_ADDRESS(regs)	0
#define KP_ARCH_OOPS_ADDRESS(regs)	0

/*
 * Page faults that have not seen fixup_exception() are those of user addresses
 * outside of the functions for these, with PAN. They are not mended: the
 * function that reports them is not made to return.
 */
#define KP_ARCH_PAGE_FAULT_OOPS	NULL
#define KP_ARCH_PAGE_FAULT	KP_ARCH_FAULT_TRAPNR(NULL)

static __always_inline bool kp_arch_is_unfixable(const struct pt_regs *regs)
{
	return false;
}

#endif /* KP_ARCH_HIT_H */
