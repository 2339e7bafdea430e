/* SPDX-License-Identifier: GPL-2.0 */
/* What assembly tells objtool; one macro came with 5.18. */
#ifndef KP_COMPAT_OBJTOOL_H
#define KP_COMPAT_OBJTOOL_H

#include <linux/objtool.h>

#if !defined(KP_OFFERS_OBJTOOL_FP) && defined(CONFIG_STACK_VALIDATION)
.macro STACK_FRAME_NON_STANDARD_FP func
#ifdef CONFIG_FRAME_POINTER
	STACK_FRAME_NON_STANDARD \func
#endif
.endm
#endif

#endif /* KP_COMPAT_OBJTOOL_H */
