/* SPDX-License-Identifier: GPL-2.0 */
/* Probes of our own, in functions of the kernel that we must know of. */
#ifndef KP_GUARD_INTERNAL_PROBE_H
#define KP_GUARD_INTERNAL_PROBE_H

#include <linux/compiler.h>

#include <hit/probepoint.h>

int __must_check kp_internal_add(const char *symbol, kp_internal_fn fn);
void kp_internal_remove_all(kp_internal_fn but);

#endif /* KP_GUARD_INTERNAL_PROBE_H */
