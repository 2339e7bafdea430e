/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of sysctls: since 6.11 handlers get them const, and they have no last line. */
#ifndef KP_COMPAT_SYSCTL_H
#define KP_COMPAT_SYSCTL_H

#include <linux/sysctl.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
#define KP_CTL_TABLE		const struct ctl_table
#define KP_CTL_TABLE_END
#else
#define KP_CTL_TABLE		struct ctl_table
#define KP_CTL_TABLE_END	{}
#endif

#endif /* KP_COMPAT_SYSCTL_H */
