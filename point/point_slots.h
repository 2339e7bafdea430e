/* SPDX-License-Identifier: GPL-2.0 */
/* The slots of probepoints. */
#ifndef KP_POINT_POINT_SLOTS_H
#define KP_POINT_POINT_SLOTS_H

#include <linux/compiler.h>
#include <linux/types.h>

struct kp_arch_insn;
struct kp_batch;
struct probepoint;

unsigned long kp_resume_of(const struct kp_arch_insn *insn, unsigned long addr);
int __must_check kp_probepoint_need_resume(struct kp_batch *batch,
					   struct probepoint *pp,
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
void kp_probepoint_lead_back(struct probepoint *pp);

#endif /* KP_POINT_POINT_SLOTS_H */
