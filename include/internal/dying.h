/* SPDX-License-Identifier: GPL-2.0 */
/* Tasks that are dying, where RCU-tasks does not wait for them. */
#ifndef KP_INTERNAL_DYING_H
#define KP_INTERNAL_DYING_H

#include <linux/types.h>
#include <compat/rcu_tasks.h>

struct pt_regs;
struct seq_file;
struct task_struct;

#ifdef KP_LACKS_RCU_TASKS
void kp_dying_init(void);
void kp_dying_stop(void);
void kp_dying_exit(void);
const char *kp_dying_why(void);
bool kp_dying_visit(void (*fn)(struct task_struct *task, void *data),
		    void *data);
void kp_dying_show(struct seq_file *m);
bool kp_dying_on_end(struct pt_regs *regs);
#else
#define kp_dying_on_end	NULL

static inline void kp_dying_init(void)
{
}

static inline void kp_dying_stop(void)
{
}

static inline void kp_dying_exit(void)
{
}

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

#endif /* KP_INTERNAL_DYING_H */
