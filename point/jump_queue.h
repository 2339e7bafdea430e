/* SPDX-License-Identifier: GPL-2.0 */
/* Probepoints that may become jumps, and what is in the way. */
#ifndef KP_POINT_JUMP_QUEUE_H
#define KP_POINT_JUMP_QUEUE_H

#include <linux/list.h>
#include <linux/types.h>

#include <hit/probepoint.h>

struct delayed_work;
struct kp_batch;

void kp_jump_set_wait(struct probepoint *pp, enum kp_wait wait);
unsigned int kp_jump_num_waiting(enum kp_wait wait);
void kp_jump_collect(enum kp_wait wait, struct list_head *pps);
void kp_jump_queue_init(struct delayed_work *work);
void kp_optimizer_ask(bool (*fn)(unsigned long addr));
bool kp_optimizer_is_allowed(void);
void kp_optimizer_allow(bool allow);
bool kp_optimizer_is_crowded(const struct probepoint *pp);
bool kp_jump_wants_post(const struct probepoint *pp);
void kp_jump_set_why_not(struct probepoint *pp, const char *why);
const char *kp_jump_why_not(const struct probepoint *pp);
const char *kp_optimizer_why_now(const struct probepoint *pp);
const char *kp_optimizer_why(const struct probepoint *pp);
void kp_optimizer_add(struct probepoint *pp);
void kp_optimizer_add_all(void);
void kp_optimizer_remove(struct probepoint *pp);
void kp_optimizer_add_before(unsigned long addr);
void kp_optimizer_batch_before(struct kp_batch *batch, unsigned long addr);

#endif /* KP_POINT_JUMP_QUEUE_H */
