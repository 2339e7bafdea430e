/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: until 5.11 every fault at a page in the kernel was looked up in the exception
 * table. Since then some are an oops at once, which a function of its own reports.
 */
#ifndef KP_COMPAT_PAGE_FAULT_H
#define KP_COMPAT_PAGE_FAULT_H

#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 12, 0)
#define KP_PAGE_FAULT_OOPS	"page_fault_oops"
#else
#define KP_PAGE_FAULT_OOPS	NULL
#endif

#endif /* KP_COMPAT_PAGE_FAULT_H */
