/* SPDX-License-Identifier: GPL-2.0 */
/* Variable arguments: since 5.16 the kernel has a header of its own. */
#ifndef KP_COMPAT_STDARG_H
#define KP_COMPAT_STDARG_H

#ifdef KP_OFFERS_STDARG
#include <linux/stdarg.h>
#else
#include <stdarg.h>
#endif

#endif /* KP_COMPAT_STDARG_H */
