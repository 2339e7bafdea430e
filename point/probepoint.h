/* SPDX-License-Identifier: GPL-2.0 */
/* Probepoints: made, given slots, freed. Hits know hit/probepoint.h alone. */
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
int __must_check kp_probepoint_need_resumes(const struct kp_batch *batch,
					    const char **why);
int __must_check kp_probepoint_make_slot(struct probepoint *pp);
void kp_probepoint_offer_slots(const struct kp_batch *batch);
bool kp_probepoint_lacks_slot(const struct probepoint *pp);
unsigned int kp_probepoint_num_lacking(unsigned long addr);
int __must_check kp_probepoint_need_lacking(struct kp_batch *batch,
					    unsigned long addr,
					    const char **why);
int __must_check kp_probepoint_need_step(struct kp_batch *batch,
					 struct probepoint *pp,
					 const char **why);
int __must_check kp_probepoint_need_stub(struct kp_batch *batch,
					 struct probepoint *pp,
					 const char **why);
void kp_probepoint_update_kind(struct probepoint *pp, bool adds_return);
void kp_probepoint_update_single(struct probepoint *pp);
void kp_probepoint_set_state(struct probepoint *pp, enum kp_state state);
void kp_probepoint_lead_back(struct probepoint *pp);
void kp_probepoint_unpublish(struct probepoint *pp);
void kp_probepoint_free(struct probepoint *pp);
void kp_probepoint_gone(struct probepoint *pp);
int __must_check kp_probepoint_init(void);
void kp_probepoint_exit(void);

#endif /* KP_POINT_PROBEPOINT_H */
