/* SPDX-License-Identifier: GPL-2.0 */
/* Which probepoints become jumps. */
#ifndef KP_INTERNAL_OPTIMIZER_H
#define KP_INTERNAL_OPTIMIZER_H

#include <linux/types.h>

struct kp_batch;
struct probepoint;
struct seq_file;

void kp_optimizer_init(void);
bool kp_optimizer_is_allowed(void);
void kp_optimizer_allow(bool allow);
bool kp_optimizer_is_crowded(const struct probepoint *pp);
const char *kp_optimizer_why(const struct probepoint *pp);
void kp_optimizer_plan(const struct kp_batch *batch);
void kp_optimizer_add(struct probepoint *pp);
void kp_optimizer_add_all(void);
void kp_optimizer_remove(struct probepoint *pp);
void kp_optimizer_add_before(unsigned long addr);
void kp_optimizer_batch_before(struct kp_batch *batch, unsigned long addr);
void kp_optimizer_show(struct seq_file *m);
void kp_optimizer_flush(void);
void kp_optimizer_exit(void);

#endif /* KP_INTERNAL_OPTIMIZER_H */
