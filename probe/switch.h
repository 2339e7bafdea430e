/* SPDX-License-Identifier: GPL-2.0 */
/* Enabling and disabling probes. */
#ifndef KP_PROBE_SWITCH_H
#define KP_PROBE_SWITCH_H

#include <linux/types.h>

struct kp_call;
struct kprobe;

int kp_switch(const struct kp_call *call, struct kprobe **kps, int num,
	      bool disable);

#endif /* KP_PROBE_SWITCH_H */
