/* SPDX-License-Identifier: GPL-2.0 */
/* Which probepoints become jumps. */
#ifndef KP_POINT_OPTIMIZER_H
#define KP_POINT_OPTIMIZER_H

#include <linux/types.h>

struct kp_batch;
struct probepoint;
struct seq_file;

void kp_optimizer_init(void);
void kp_optimizer_plan(const struct kp_batch *batch);
void kp_optimizer_show(struct seq_file *m);
void kp_optimizer_exit(void);

#endif /* KP_POINT_OPTIMIZER_H */
