/* SPDX-License-Identifier: GPL-2.0 */
/* Which probepoints are armed. */
#ifndef KP_POINT_ARMING_H
#define KP_POINT_ARMING_H

#include <linux/compiler.h>
#include <linux/types.h>

struct kp_batch;

void kp_batch_make_way(struct kp_batch *batch);
int __must_check kp_batch_update(struct kp_batch *batch);
void kp_set_disarmed(bool disarmed);
bool kp_is_disarmed(void);

#endif /* KP_POINT_ARMING_H */
