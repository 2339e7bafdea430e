/* SPDX-License-Identifier: GPL-2.0 */
/* Caches of instructions; the header that is for all architectures came with 5.17. */
#ifndef KP_COMPAT_CACHEFLUSH_H
#define KP_COMPAT_CACHEFLUSH_H

#ifdef KP_OFFERS_CACHEFLUSH
#include <linux/cacheflush.h>
#else
#include <asm/cacheflush.h>
#endif

#endif /* KP_COMPAT_CACHEFLUSH_H */
