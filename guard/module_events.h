/* SPDX-License-Identifier: GPL-2.0 */
/* Modules that come and go. */
#ifndef KP_GUARD_MODULE_EVENTS_H
#define KP_GUARD_MODULE_EVENTS_H

struct kp_leaving;

int __must_check kp_module_events_init(void (*fn)(struct kp_leaving *leaving));
void kp_module_events_exit(void);

#endif /* KP_GUARD_MODULE_EVENTS_H */
