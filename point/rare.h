/* SPDX-License-Identifier: GPL-2.0 */
/* What few probepoints have. */
#ifndef KP_POINT_RARE_H
#define KP_POINT_RARE_H

#include <linux/compiler.h>

struct kp_rare;
struct probepoint;

struct kp_rare *kp_rare_need(struct probepoint *pp);
void kp_rare_drop_step_trap(struct probepoint *pp);
void kp_rare_free(struct kp_rare *rare);

#endif /* KP_POINT_RARE_H */
