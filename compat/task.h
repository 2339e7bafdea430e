/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tasks: the member with a task's state has another name since 5.14; since 5.17 threads
 * of the kernel end by a function of their own.
 */
#ifndef KP_COMPAT_TASK_H
#define KP_COMPAT_TASK_H

#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#ifdef KP_OFFERS_TASK_STATE
#define kp_task_state(task)	READ_ONCE((task)->__state)
#else
#define kp_task_state(task)	READ_ONCE((task)->state)
#endif

#ifdef KP_OFFERS_KTHREAD_EXIT
#define kp_kthread_complete_and_exit	kthread_complete_and_exit
#else
#define kp_kthread_complete_and_exit	complete_and_exit
#endif

#endif /* KP_COMPAT_TASK_H */
