/* SPDX-License-Identifier: GPL-2.0 */
/* Registering, removing and switching probes of every kind. */
#ifndef KP_PROBE_REGISTRATION_H
#define KP_PROBE_REGISTRATION_H

#include <linux/types.h>

struct kp_call;
struct kp_kind;
struct kp_leaving;
struct kprobe;

int __must_check kp_register(const struct kp_call *call, struct kprobe **kps,
			     int num, const struct kp_kind *kind);
void kp_unregister(const struct kp_call *call, struct kprobe **kps, int num);
void kp_remove_left(struct kp_leaving *leaving);
int kp_switch(const struct kp_call *call, struct kprobe **kps, int num,
	      bool disable);
int kp_check(struct kprobe *kp, const char **why);
unsigned long kp_nr_grace_periods(void);
int __must_check kp_registration_init(void (*fn)(void));
void kp_registration_exit(void);

#endif /* KP_PROBE_REGISTRATION_H */
