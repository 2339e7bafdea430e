/* SPDX-License-Identifier: GPL-2.0 */
/* Registering probes of every kind. */
#ifndef KP_PROBE_REGISTRATION_H
#define KP_PROBE_REGISTRATION_H

#include <linux/compiler.h>

struct kp_call;
struct kp_kind;
struct kprobe;

int __must_check kp_register(const struct kp_call *call, struct kprobe **kps,
			     int num, const struct kp_kind *kind);
int kp_check(struct kprobe *kp, const char **why);

#endif /* KP_PROBE_REGISTRATION_H */
