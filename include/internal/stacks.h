/* SPDX-License-Identifier: GPL-2.0 */
/* A look at every task's kernel stack. */
#ifndef KP_INTERNAL_STACKS_H
#define KP_INTERNAL_STACKS_H

#include <linux/types.h>

struct task_struct;

typedef void (*kp_stacks_look_fn)(struct task_struct *task,
				  unsigned long word);

void kp_stacks_look(kp_stacks_look_fn look, bool preempted);
void kp_stacks_wait(const void *start, const void *end);
void kp_wait_for_cpus(void);

#endif /* KP_INTERNAL_STACKS_H */
