/* SPDX-License-Identifier: GPL-2.0 */
/* Removing probes: for a caller, for a module that leaves, after a failure. */
#ifndef KP_PROBE_REMOVAL_H
#define KP_PROBE_REMOVAL_H

#include <linux/list.h>
#include <linux/types.h>

struct kp_batch;
struct kp_call;
struct kp_leaving;
struct kp_probe;
struct kprobe;

/**
 * struct kp_removal - what is being removed
 * @probes: probes, no longer in the index
 * @num_probes: how many
 * @is_late: some have handlers that run outside of traps
 * @used_ftrace: some were at a call site of the function tracer
 * @pps: struct probepoint without probes, by their member link
 */
struct kp_removal {
	struct kp_probe **probes;
	unsigned int num_probes;
	bool is_late;
	bool used_ftrace;
	struct list_head pps;
};

void kp_removal_add(struct kp_removal *removal, struct kp_probe *probe);
void kp_removal_unpublish(struct kp_removal *removal, struct kp_batch *batch);
void kp_removal_finish(struct kp_removal *removal);
void kp_unregister(const struct kp_call *call, struct kprobe **kps, int num);
void kp_remove_left(struct kp_leaving *leaving);
unsigned long kp_nr_grace_periods(void);
void kp_removal_init(void (*fn)(void));

#endif /* KP_PROBE_REMOVAL_H */
