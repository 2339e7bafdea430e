/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Call a function while a task is held off its CPU. Since 5.16 it returns what that
 * function does; before, it was another one that tells success only. The format is
 * KP_KSYMS()'s.
 */
#ifndef KP_COMPAT_TASK_CALL_H
#define KP_COMPAT_TASK_CALL_H

#include <linux/errno.h>
#include <linux/sched.h>

/* kp_ksyms is declared where these are used */
#ifdef KP_OFFERS_TASK_CALL
#define KP_KSYMS_TASK_CALL(FN)						       \
	FN(KP_MAY, int, task_call_func,					       \
	   (struct task_struct *task,					       \
	    int (*fn)(struct task_struct *task, void *data), void *data),      \
	   "task_call_func", "SMP")

#define kp_has_task_call()	(kp_ksyms.task_call_func)
#define kp_task_call(task, fn, data)					       \
	kp_ksyms.task_call_func(task, fn, data)
#else
#define KP_KSYMS_TASK_CALL(FN)						       \
	FN(KP_MAY, bool, try_invoke_on_locked_down_task,		       \
	   (struct task_struct *task,					       \
	    bool (*fn)(struct task_struct *task, void *data), void *data),     \
	   "try_invoke_on_locked_down_task", "SMP")

struct kp_task_call {
	int (*fn)(struct task_struct *task, void *data);
	void *data;
};

static inline bool kp_task_call_held(struct task_struct *task, void *data)
{
	const struct kp_task_call *call = data;

	return !call->fn(task, call->data);
}

#define kp_has_task_call()						       \
	(kp_ksyms.try_invoke_on_locked_down_task)
#define kp_task_call(task, fn, data)					       \
	(kp_ksyms.try_invoke_on_locked_down_task(task, kp_task_call_held,      \
		&(struct kp_task_call){ fn, data }) ? 0 : -EAGAIN)
#endif

#endif /* KP_COMPAT_TASK_CALL_H */
