/* SPDX-License-Identifier: GPL-2.0 */
/* The files people read and write. */
#ifndef KP_DEBUGFS_H
#define KP_DEBUGFS_H

/* As people on this kernel see it. */
#ifdef CONFIG_KPROBES
#define KP_DEBUGFS_DIR	"kprobes_module"
#else
#define KP_DEBUGFS_DIR	"kprobes"
#endif

void kp_debugfs_init(void);
void kp_debugfs_exit(void);

#endif /* KP_DEBUGFS_H */
