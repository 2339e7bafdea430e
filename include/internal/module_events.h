/* SPDX-License-Identifier: GPL-2.0 */
/* Modules that come and go. */
#ifndef KP_INTERNAL_MODULE_EVENTS_H
#define KP_INTERNAL_MODULE_EVENTS_H

int __must_check kp_module_events_init(void);
void kp_module_events_exit(void);

#endif /* KP_INTERNAL_MODULE_EVENTS_H */
