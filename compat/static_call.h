/* SPDX-License-Identifier: GPL-2.0 */
/* What a static call leads to that does nothing: it returns 0 since 5.12. */
#ifndef KP_COMPAT_STATIC_CALL_H
#define KP_COMPAT_STATIC_CALL_H

#include <linux/static_call.h>

#ifdef KP_OFFERS_STATIC_CALL_RET0
#define KP_STATIC_CALL_NOTHING	((void *)__static_call_return0)
#define KP_NOTHING_IS_0		true
#else
#define KP_STATIC_CALL_NOTHING	NULL
#define KP_NOTHING_IS_0		false
#endif

#endif /* KP_COMPAT_STATIC_CALL_H */
