/* SPDX-License-Identifier: GPL-2.0 */
/* Access to words that are not aligned; the header was moved in 6.12. */
#ifndef KP_COMPAT_UNALIGNED_H
#define KP_COMPAT_UNALIGNED_H

#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#endif /* KP_COMPAT_UNALIGNED_H */
