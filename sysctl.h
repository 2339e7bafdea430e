/* SPDX-License-Identifier: GPL-2.0 */
/* The switch of jump optimization. */
#ifndef KP_SYSCTL_H
#define KP_SYSCTL_H

/* As people on this kernel see it. */
#ifdef CONFIG_KPROBES
#define KP_SYSCTL_NAME	"kprobes_module-optimization"
#else
#define KP_SYSCTL_NAME	"kprobes-optimization"
#endif

void kp_sysctl_init(void);
void kp_sysctl_exit(void);

#endif /* KP_SYSCTL_H */
