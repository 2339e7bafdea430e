/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: since 6.2, returns may go by a thunk that counts them (retbleed=stuff), and that
 * changes status flags.
 */
#ifndef KP_COMPAT_RETURN_THUNK_H
#define KP_COMPAT_RETURN_THUNK_H

#include <linux/types.h>
#include <asm/cpufeature.h>

static inline bool kp_returns_count(void)
{
#ifdef X86_FEATURE_CALL_DEPTH
	return boot_cpu_has(X86_FEATURE_CALL_DEPTH);
#else
	return false;
#endif
}

#endif /* KP_COMPAT_RETURN_THUNK_H */
