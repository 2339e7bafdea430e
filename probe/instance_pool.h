/* SPDX-License-Identifier: GPL-2.0 */
/* Preallocated instances of return probes, each with its return stub. */
#ifndef KP_PROBE_INSTANCE_POOL_H
#define KP_PROBE_INSTANCE_POOL_H

#include <linux/types.h>

struct kp_pool;
struct kretprobe_instance;

/* Called for an instance that is not free. */
typedef void (*kp_pool_fn)(struct kretprobe_instance *ri, void *data);

int __must_check kp_pool_init(struct kp_pool *pool, size_t data_size);
void kp_pool_exit(struct kp_pool *pool);
int __must_check kp_pool_grow(struct kp_pool *pool, unsigned int num);
unsigned int kp_pool_nr_used(const struct kp_pool *pool);
void kp_pool_visit_used(const struct kp_pool *pool, kp_pool_fn fn, void *data);

#endif /* KP_PROBE_INSTANCE_POOL_H */
