/* SPDX-License-Identifier: GPL-2.0 */
/* For arch/hit_hooks.h and arch/task_hooks.h. */
#ifndef KP_ARCH_HOOK_H
#define KP_ARCH_HOOK_H

#include <linux/build_bug.h>

/* A hook that may be inline or not: it is there, and of this type. */
#define KP_ARCH_HOOK(type, name, args...)				\
	static_assert(__builtin_types_compatible_p(typeof(name),	\
						   type(args)), #name)

#endif /* KP_ARCH_HOOK_H */
