/* SPDX-License-Identifier: GPL-2.0 */
/* A look at every task's kernel stack. */
#ifndef KP_INTERNAL_STACKS_H
#define KP_INTERNAL_STACKS_H

struct task_struct;

typedef void (*kp_stacks_look_fn)(struct task_struct *task,
				  unsigned long word);

void kp_stacks_look(kp_stacks_look_fn look);

#endif /* KP_INTERNAL_STACKS_H */
