/* SPDX-License-Identifier: GPL-2.0 */
/* The switch of jump optimization. */
#ifndef KP_INTERNAL_SYSCTL_H
#define KP_INTERNAL_SYSCTL_H

void kp_sysctl_init(void);
void kp_sysctl_exit(void);

#endif /* KP_INTERNAL_SYSCTL_H */
