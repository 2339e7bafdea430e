/* SPDX-License-Identifier: GPL-2.0 */
/* Probepoints that were removed while somebody may be in their slots. */
#ifndef KP_INTERNAL_RETIRE_H
#define KP_INTERNAL_RETIRE_H

#include <linux/types.h>

struct probepoint;

void kp_hold_module(bool *holds, bool hold);
void kp_retire(struct probepoint *pp);
void kp_retire_start(void);
void kp_retire_settle(void);
size_t kp_nr_retired(void);
bool kp_retired_hold_module(void);
void kp_retire_exit(void);

#endif /* KP_INTERNAL_RETIRE_H */
