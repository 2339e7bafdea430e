/* SPDX-License-Identifier: GPL-2.0 */
/* The files people read and write. */
#ifndef KP_INTERNAL_DEBUGFS_H
#define KP_INTERNAL_DEBUGFS_H

void kp_debugfs_init(void);
void kp_debugfs_exit(void);

#endif /* KP_INTERNAL_DEBUGFS_H */
