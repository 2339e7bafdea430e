/* SPDX-License-Identifier: GPL-2.0 */
/* Per-CPU counters, many to an allocation. */
#ifndef KP_POINT_COUNTERS_H
#define KP_POINT_COUNTERS_H

#include <linux/percpu.h>

unsigned long __percpu *kp_counter_alloc(void);
void kp_counter_free(unsigned long __percpu *counter);
unsigned long kp_counter_sum(const unsigned long __percpu *counter);

#endif /* KP_POINT_COUNTERS_H */
