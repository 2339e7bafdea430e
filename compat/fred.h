/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: with FRED, since 6.9, what an exception saves says whether an indirect branch was to
 * land there, and what is returned to has to be a landing pad then.
 */
#ifndef KP_COMPAT_FRED_H
#define KP_COMPAT_FRED_H

#include <linux/ptrace.h>
#include <asm/cpufeature.h>

/* A breakpoint was in place of the landing pad. */
static inline void kp_fred_landed(struct pt_regs *regs)
{
#ifdef KP_OFFERS_FRED_CS
	if (cpu_feature_enabled(X86_FEATURE_FRED))
		regs->fred_cs.wfe = 0;
#endif
}

#endif /* KP_COMPAT_FRED_H */
