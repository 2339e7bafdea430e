/* SPDX-License-Identifier: GPL-2.0 */
/* Probepoints that were removed while somebody may be in their slots. */
#ifndef KP_POINT_RETIRE_H
#define KP_POINT_RETIRE_H

#include <linux/types.h>

struct probepoint;
struct seq_file;

void kp_hold_module(bool *holds, bool hold);
void kp_probepoint_retire(struct probepoint *pp);
void kp_retire_start(void);
void kp_retire_settle(void);
void kp_retire_show(struct seq_file *m);
void kp_retire_exit(void);

#endif /* KP_POINT_RETIRE_H */
