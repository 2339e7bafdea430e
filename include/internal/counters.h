/* SPDX-License-Identifier: GPL-2.0 */
/* Per-CPU counters, many to an allocation. */
#ifndef KP_INTERNAL_COUNTERS_H
#define KP_INTERNAL_COUNTERS_H

#include <linux/types.h>

struct kp_counter_block;

/**
 * struct kp_counter - a per-CPU counter
 * @value: the count on each CPU
 * @block: what it was allocated from
 */
struct kp_counter {
	unsigned long __percpu *value;
	struct kp_counter_block *block;
};

int __must_check kp_counter_alloc(struct kp_counter *counter);
void kp_counter_free(struct kp_counter *counter);
unsigned long kp_counter_sum(const struct kp_counter *counter);

#endif /* KP_INTERNAL_COUNTERS_H */
