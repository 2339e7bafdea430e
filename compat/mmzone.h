/* SPDX-License-Identifier: GPL-2.0 */
/* Free pages that a CPU keeps at hand; in another struct until 5.13. */
#ifndef KP_COMPAT_MMZONE_H
#define KP_COMPAT_MMZONE_H

#include <linux/mmzone.h>
#include <linux/percpu.h>

#ifdef KP_OFFERS_ZONE_PAGESETS
#define kp_zone_pages(zone, cpu)	per_cpu_ptr((zone)->per_cpu_pageset, cpu)
#else
#define kp_zone_pages(zone, cpu)	(&per_cpu_ptr((zone)->pageset, cpu)->pcp)
#endif

#endif /* KP_COMPAT_MMZONE_H */
