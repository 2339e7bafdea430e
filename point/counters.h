/* SPDX-License-Identifier: GPL-2.0 */
/* Per-CPU counters, many to an allocation. */
#ifndef KP_POINT_COUNTERS_H
#define KP_POINT_COUNTERS_H

#include <linux/compiler.h>

#include <hit/probepoint.h>

int __must_check kp_counter_alloc(struct kp_counter *counter);
void kp_counter_free(struct kp_counter *counter);
unsigned long kp_counter_sum(const struct kp_counter *counter);

#endif /* KP_POINT_COUNTERS_H */
