/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: what marks a target of indirect branches, be it made useless or not. Since 6.15
 * the kernel's function wants to know where that is, and another takes the value;
 * functions in assembly have a mark of their own only from 5.18 to 6.14.
 */
#ifndef KP_COMPAT_IBT_H
#define KP_COMPAT_IBT_H

#include <linux/types.h>

#ifdef KP_OFFERS_ASM_IBT
#include <asm/ibt.h>
#endif

#ifndef __ASSEMBLY__
static inline bool kp_is_endbr(u32 bytes)
{
#ifndef CONFIG_X86_KERNEL_IBT
	return false;
#elif defined(KP_OFFERS_IBT_VALUE)
	return __is_endbr(bytes);
#else
	return is_endbr(bytes);
#endif
}
#else
/* At the start of a function that is called through a pointer. */
.macro kp_endbr
#ifdef CONFIG_X86_KERNEL_IBT
	ENDBR
#endif
.endm

/* At the start of one that is not, but whose address is taken. */
.macro kp_no_endbr
#ifdef CONFIG_X86_KERNEL_IBT
	ANNOTATE_NOENDBR
#endif
.endm
#endif

#endif /* KP_COMPAT_IBT_H */
