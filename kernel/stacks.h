/* SPDX-License-Identifier: GPL-2.0 */
/* A look at every task's kernel stack. */
#ifndef KP_KERNEL_STACKS_H
#define KP_KERNEL_STACKS_H

#include <linux/types.h>

struct task_struct;

/**
 * typedef kp_stacks_look_fn - a word on a task's stack
 * @task: the task
 * @word: the word; those where its stack ends come first
 * @is_next: it may be the address at which the task goes on after it was
 *	interrupted in the kernel, or returns to at once then
 */
typedef void (*kp_stacks_look_fn)(struct task_struct *task, unsigned long word,
				  bool is_next);

bool __must_check kp_stacks_look(kp_stacks_look_fn look, bool preempted);
void kp_stacks_look_at_caller(kp_stacks_look_fn look);
void kp_stacks_wait(const void *start, const void *end);

#endif /* KP_KERNEL_STACKS_H */
