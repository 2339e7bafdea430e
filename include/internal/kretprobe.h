/* SPDX-License-Identifier: GPL-2.0 */
/* Return probes: between registering them and the hit path. */
#ifndef KP_INTERNAL_KRETPROBE_H
#define KP_INTERNAL_KRETPROBE_H

#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/list.h>

#include <internal/instance_pool.h>

struct kp_size_class;
struct seq_file;

/**
 * struct kp_return - our side of a registered return probe
 * @rp: the caller's struct; &kp_return_gone once it is unregistered
 * @class: for its amount of data
 * @pool: where its instances come from
 * @max: how many it may use at once; 0 for as many as there are
 * @in_use: how many it uses, if @max is not 0
 * @is_busy: an instance of it was in use at the last look
 * @link: waiting to be freed
 *
 * Outlives the registration for as long as calls are under way.
 */
struct kp_return {
	struct kretprobe *rp;
	struct kp_size_class *class;
	struct kp_pool *pool;
	int max;
	atomic_t in_use;
	bool is_busy;
	struct list_head link;
};

/* return_hit.c */
extern struct kretprobe kp_return_gone;

/* Queued by a hit when CPUs run short of instances. */
extern struct irq_work kp_returns_low;

/* kretprobe.c */
int __must_check kp_returns_init(void);
void kp_returns_settle(void);
void kp_returns_exit(void);
void kp_returns_show(struct seq_file *m);

#endif /* KP_INTERNAL_KRETPROBE_H */
