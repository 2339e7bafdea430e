/* SPDX-License-Identifier: GPL-2.0 */
/* Return probes of one function that share an instance. */
#ifndef KP_POINT_RETURN_SET_H
#define KP_POINT_RETURN_SET_H

#include <linux/types.h>

struct kp_probe;
struct kp_return;
struct probepoint;

struct kp_probe *kp_return_set_make(struct probepoint *pp);
void kp_return_set_replaced(struct kp_probe *single);
void kp_return_forget_copies(struct kp_return *own);
bool kp_return_sets_wait(void);
void kp_return_sets_free(void);

#endif /* KP_POINT_RETURN_SET_H */
