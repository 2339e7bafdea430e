/* SPDX-License-Identifier: GPL-2.0 */
/* Tasks that are dying, where RCU-tasks does not wait for them. */
#ifndef KP_KERNEL_DYING_H
#define KP_KERNEL_DYING_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <compat/rcu_tasks.h>

struct seq_file;
struct task_struct;

#ifdef KP_LACKS_RCU_TASKS
int __must_check kp_dying_begin(void);
void kp_dying_end(void);
void kp_dying_clear(void);
void kp_dying_note(void);
void kp_dying_forget(void);
const char *kp_dying_why(void);
bool kp_dying_visit(void (*fn)(struct task_struct *task, void *data),
		    void *data);
void kp_dying_show(struct seq_file *m);
#else
static inline const char *kp_dying_why(void)
{
	return NULL;
}

static inline bool kp_dying_visit(void (*fn)(struct task_struct *task,
					     void *data), void *data)
{
	return true;
}

static inline void kp_dying_show(struct seq_file *m)
{
}
#endif

#endif /* KP_KERNEL_DYING_H */
