/* SPDX-License-Identifier: GPL-2.0 */
/* Probepoints: made, published, freed. Hits know hit/probepoint.h alone. */
#ifndef KP_POINT_PROBEPOINT_H
#define KP_POINT_PROBEPOINT_H

#include <linux/compiler.h>
#include <linux/types.h>

#include <hit/probepoint.h>

struct kp_batch;
struct kp_target;

struct probepoint *kp_probepoint_create(struct kp_batch *batch,
					const struct kp_target *target,
					const char **why);
void kp_probepoint_update_kind(struct probepoint *pp, bool adds_return);
void kp_probepoint_update_single(struct probepoint *pp);
void kp_probepoint_set_state(struct probepoint *pp, enum kp_state state);
void kp_probepoint_unpublish(struct probepoint *pp);
void kp_probepoint_free(struct probepoint *pp);
void kp_probepoint_gone(struct probepoint *pp);
int __must_check kp_probepoint_init(void);
void kp_probepoint_exit(void);

#endif /* KP_POINT_PROBEPOINT_H */
