/* SPDX-License-Identifier: GPL-2.0 */
/* Two words in one operation; since 6.5 they are one number. */
#ifndef KP_COMPAT_CMPXCHG_H
#define KP_COMPAT_CMPXCHG_H

#include <linux/atomic.h>
#include <linux/types.h>

#ifdef system_has_cmpxchg128
#define kp_has_cmpxchg_two()	system_has_cmpxchg128()

static inline bool kp_cmpxchg_two(u64 *words, u64 old0, u64 old1, u64 new0, u64 new1)
{
	u128 old = (u128)old1 << 64 | old0;

	return cmpxchg128((u128 *)words, old, (u128)new1 << 64 | new0) == old;
}
#elif defined(system_has_cmpxchg_double)
#define kp_has_cmpxchg_two()	system_has_cmpxchg_double()
#define kp_cmpxchg_two(words, old0, old1, new0, new1)			\
	cmpxchg_double(&(words)[0], &(words)[1], old0, old1, new0, new1)
#else
#define kp_has_cmpxchg_two()	false
#define kp_cmpxchg_two(words, old0, old1, new0, new1)	false
#endif

#endif /* KP_COMPAT_CMPXCHG_H */
