/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Since 5.12: a fault at an object that KFENCE guards is reported, and what has faulted
 * goes on.
 */
#ifndef KP_COMPAT_KFENCE_H
#define KP_COMPAT_KFENCE_H

#ifdef CONFIG_KFENCE
#include <linux/kfence.h>

static inline bool kp_is_kfence(unsigned long addr)
{
	return is_kfence_address((const void *)addr);
}
#else
static inline bool kp_is_kfence(unsigned long addr)
{
	return false;
}
#endif

#endif /* KP_COMPAT_KFENCE_H */
