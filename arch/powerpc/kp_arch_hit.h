/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: the inline hooks of the hit path (arch/contract.h). */
#ifndef KP_ARCH_HIT_H
#define KP_ARCH_HIT_H

#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/hw_irq.h>
#include <asm/interrupt.h>
#include <asm/mmu.h>

#include <kp_arch_types.h>
#include <compat/atomic.h>

#define KP_ARCH_HIT_OURS	1
#define KP_ARCH_HIT_FOREIGN	0

/* emulate.c */
void kp_arch_emulate(const struct kp_arch_insn *insn, unsigned long addr,
		     struct pt_regs *regs);

/* The kernel's own mask interrupts. */
#define kp_arch_cpu_read(var)		READ_ONCE(*raw_cpu_ptr(&(var)))
#define kp_arch_cpu_write(var, value)	WRITE_ONCE(*raw_cpu_ptr(&(var)), value)
#define kp_arch_cpu_inc(var)						\
	raw_atomic_long_inc((atomic_long_t *)raw_cpu_ptr(&(var)))

/* Where the trap's way out finds it is trap.c's to know. */
static __always_inline void kp_arch_set_ip(struct pt_regs *regs,
					   unsigned long addr)
{
	regs->nip = addr;
}

/* At the breakpoint: clients have always found it so on powerpc. */
static __always_inline void kp_arch_set_handler_ip(struct pt_regs *regs,
						   unsigned long addr)
{
	regs->nip = addr;
}

static __always_inline void
kp_arch_finish_step(const struct kp_arch_insn *insn, unsigned long addr,
		    struct pt_regs *regs)
{
	regs->nip = addr + insn->len;
}

static __always_inline void
kp_arch_fault_home(const struct kp_arch_insn *insn, unsigned long addr,
		   unsigned long slot, struct pt_regs *regs)
{
	regs->nip = addr;
}

/* The head of a detour, which writes to the stack, is not at home. */
static __always_inline bool
kp_arch_detour_fault_home(unsigned long addr, unsigned long detour,
			  struct pt_regs *regs)
{
	if (regs->nip < detour + KP_ARCH_DETOUR_COPY)
		return false;
	regs->nip = addr;
	return true;
}

static __always_inline void kp_arch_fault_back(struct pt_regs *regs,
					       unsigned long ip, unsigned long sp)
{
	regs->nip = ip;
}

/* A branch covers nothing but the probed instruction. */
static __always_inline unsigned long kp_arch_detour_at(unsigned long detour,
						       unsigned int offset)
{
	return 0;
}

/* That is in memory which is nobody's text (vector_entry.S). */
static __always_inline bool kp_arch_is_entry(unsigned long addr)
{
	return false;
}

static __always_inline bool kp_arch_irqs_were_on(const struct pt_regs *regs)
{
	return !(regs->softe & IRQS_DISABLED);
}

/* Any that traps: the kernel's WARN() and BUG() come down the same chain. */
static __always_inline bool kp_arch_is_breakpoint_at(unsigned long addr)
{
	u32 word = READ_ONCE(*(const u32 *)addr);

	/* tdi and twi; tw and td */
	return word >> 27 == 1 || (word & 0xfc00077e) == 0x7c000008;
}

/* At a function's first instruction, @n below 8. */
static __always_inline unsigned long
kp_arch_argument(const struct pt_regs *regs, unsigned int n)
{
	return regs->gpr[3 + n];
}

static __always_inline void
kp_arch_return_from_function(struct pt_regs *regs, unsigned long value)
{
	regs->gpr[3] = value;
	regs->nip = regs->link;
}

static __always_inline unsigned long
kp_arch_return_address(const struct pt_regs *regs)
{
	return regs->link;
}

static __always_inline void kp_arch_set_return_address(struct pt_regs *regs,
						       unsigned long addr)
{
	regs->link = addr;
}

/* stub_entry.S: text, not functions that C could call. */
extern const char kp_ppc_return_common[], kp_ppc_jprobe_common[];
extern const char kp_ppc_detour_common[];
/* behind an instruction in a KP_SLOT_POST slot */
extern const char kp_ppc_post_common[];

/* detour_hit.c, which stub_entry.S calls */
struct kretprobe_instance;
bool kp_ppc_detour(struct pt_regs *regs, struct probepoint *pp);
bool kp_ppc_post(struct pt_regs *regs, struct probepoint *pp);
void kp_ppc_return(struct pt_regs *regs, struct kretprobe_instance *ri);
void *kp_ppc_jprobe_enter(struct pt_regs *regs, struct probepoint *pp,
			  unsigned long *stack);
void kp_ppc_jprobe_leave(struct pt_regs *regs, struct probepoint *pp);

/**
 * struct kp_ppc_stub - what kp_arch_build_stub() makes
 * @code: leads to @common, with LR pointing to @common
 * @common: kp_ppc_return_common or kp_ppc_jprobe_common
 * @data: what is passed on
 * @unused: makes the size a power of two
 */
struct kp_ppc_stub {
	u32 code[8];
	unsigned long common;
	unsigned long data;
	unsigned long unused[2];
};

/* Nobody else's code has the address of kp_ppc_return_common there. */
static __always_inline void *kp_arch_stub_data(unsigned long addr)
{
	const struct kp_ppc_stub *stub = (const void *)addr;
	unsigned long common;

	if (likely(addr % KP_ARCH_STUB_SIZE || !is_kernel_addr(addr)))
		return NULL;
	__get_kernel_nofault(&common, &stub->common, unsigned long, no_stub);
	if (common != (unsigned long)kp_ppc_return_common)
		return NULL;
	return (void *)stub->data;
no_stub:
	return NULL;
}

/*
 * LR is what the function has returned by. Its caller's frame has room for it,
 * where the unwinder looks.
 */
static __always_inline void kp_arch_finish_return(struct pt_regs *regs,
						  unsigned long addr)
{
	regs->nip = addr;
	regs->link = addr;
	((unsigned long *)regs->gpr[1])[2] = addr;
}

/* kp_ppc_jprobe_common has saved all else. */
static __always_inline void kp_arch_jprobe_regs(struct pt_regs *regs,
						unsigned long addr)
{
	regs->nip = addr;
}

static __always_inline void
kp_arch_jprobe_arguments(const struct pt_regs *regs, unsigned long *copy)
{
	const unsigned long *from = (const unsigned long *)
				    (regs->gpr[1] + KP_PPC_PARAMETERS);
	unsigned int i;

	for (i = 0; i < KP_ARCH_JPROBE_STACK / sizeof(long); i++) {
		__get_kernel_nofault(&copy[i], &from[i], unsigned long,
				     top_of_stack);
		continue;
top_of_stack:
		copy[i] = 0;
	}
}

/* The return from the stub restores all. */
static __always_inline void kp_arch_jprobe_finish(struct pt_regs *regs)
{
}

/*
 * Where the search for a fixup has failed: most compilers inline bad_page_fault(),
 * which searches, into what calls it. Others inline what it calls then.
 */
#define KP_ARCH_FIXUP							\
	(kp_ksyms_lookup("__bad_page_fault") ? "__bad_page_fault" :	\
					       "bad_page_fault")

/*
 * It is told no number: fault_handlers get the one of a signal, as they always
 * have on powerpc.
 */
#define KP_ARCH_FAULT_TRAPNR(regs)	11

/* KFENCE comes before. */
#define KP_ARCH_DIE		NULL

#define KP_ARCH_FIXUP_ADDRESS(regs)	0
#define KP_ARCH_OOPS_ADDRESS(regs)	0

/* No fault comes past that. */
#define KP_ARCH_PAGE_FAULT_OOPS	NULL
#define KP_ARCH_PAGE_FAULT	KP_ARCH_FAULT_TRAPNR(NULL)

static __always_inline bool kp_arch_is_unfixable(const struct pt_regs *regs)
{
	return false;
}

/* The function tracer has saved all. */
static __always_inline void kp_arch_ftrace_regs(struct pt_regs *regs)
{
}

static __always_inline void kp_arch_sync_core(void)
{
	isync();
}

/* Nothing masks a system reset, and a machine check must not be. */
static __always_inline unsigned long kp_arch_mask_all(void)
{
	return 0;
}

static __always_inline void kp_arch_unmask_all(unsigned long flags)
{
}

#endif /* KP_ARCH_HIT_H */
