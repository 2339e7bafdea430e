/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: members of struct pt_regs and a mask that were renamed since 6.1. */
#ifndef KP_COMPAT_ARM64_REGS_H
#define KP_COMPAT_ARM64_REGS_H

#include <linux/compiler.h>
#include <linux/stddef.h>
#include <asm/debug-monitors.h>
#include <asm/ptrace.h>
#include <asm/sysreg.h>

/* Renamed after 6.12. */
#ifdef TTBRx_EL1_ASID_MASK
#define KP_TTBR_ASID_MASK	TTBRx_EL1_ASID_MASK
#else
#include <asm/pgtable-hwdef.h>
#define KP_TTBR_ASID_MASK	TTBR_ASID_MASK
#endif

/* The frame record is a struct, and the mask of interrupts has 32 bits, since 6.13. */
#ifdef KP_OFFERS_FRAME_META
#define kp_regs_pmr(regs)	((regs)->pmr)
#else
#define kp_regs_pmr(regs)	((regs)->pmr_save)
#endif

/*
 * The frame of @regs, whose pc is set, in a stack trace. As that of an exception, where there is
 * such: the caller may be in x30 alone, so nobody is to rely on the trace of a task that is
 * preempted when its handlers have run.
 */
static inline void kp_set_frame(struct pt_regs *regs)
{
#ifdef KP_OFFERS_FRAME_META
	regs->stackframe.type = FRAME_META_TYPE_PT_REGS;
	barrier();
	regs->stackframe.record = (struct frame_record){ 0, 0 };
#else
	regs->stackframe[1] = regs->pc;
#endif
}

#ifdef DBG_MDSCR_SS
#define KP_MDSCR_SS		DBG_MDSCR_SS
#else
#define KP_MDSCR_SS		MDSCR_EL1_SS
#endif

/* For lockdep alone: that interrupts were on. Where it is kept elsewhere, 7.x, it misses this. */
static inline void kp_regs_irqs_were_on(struct pt_regs *regs)
{
#ifdef KP_OFFERS_REGS_LOCKDEP
	regs->lockdep_hardirqs = true;
#endif
}

#endif /* KP_COMPAT_ARM64_REGS_H */
