/* SPDX-License-Identifier: GPL-2.0 */
/* What marks a target of indirect branches; the kernel's header came with 5.18. */
#ifndef KP_COMPAT_IBT_H
#define KP_COMPAT_IBT_H

#include <linux/types.h>

#if __has_include("asm/ibt.h")
#include <asm/ibt.h>
#else
static inline bool is_endbr(u32 bytes)
{
	return false;
}
#endif

#endif /* KP_COMPAT_IBT_H */
