/* SPDX-License-Identifier: GPL-2.0 */
/* What dying_target.c offers to who probes it. */
#ifndef KP_DYING_TARGET_H
#define KP_DYING_TARGET_H

/* Returns 3 more; of several instructions, shorter than a jump. */
long dying_call(long n);

/* If the dying task is the current one, have it preempted. From any context. */
void dying_ask(void);

#endif /* KP_DYING_TARGET_H */
