/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kernel thread runs a function while it is dying, when it is on no list any
 * more: as what releases a buffer of its splice pipe, which do_exit() frees last.
 */
#ifndef KP_DYING_TASK_H
#define KP_DYING_TASK_H

#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sched/user.h>
#include <linux/slab.h>

#include "../../compat/task.h"

typedef void (*dying_fn)(void);

static void dying_run(struct pipe_inode_info *pipe, struct pipe_buffer *buf)
{
	((dying_fn)buf->private)();
}

static const struct pipe_buf_operations dying_ops = { .release = dying_run };

/* The current thread is to call @fn when it has ended and left the lists. */
static int dying_call_last(dying_fn fn)
{
	struct pipe_inode_info *pipe = kzalloc(sizeof(*pipe), GFP_KERNEL);
	struct pipe_buffer *buf = kzalloc(sizeof(*buf), GFP_KERNEL);

	if (!pipe || !buf) {
		kfree(pipe);
		kfree(buf);
		return -ENOMEM;
	}
	buf->ops = &dying_ops;
	buf->private = (unsigned long)fn;
	pipe->bufs = buf;
	pipe->ring_size = 1;
	pipe->user = get_current_user();
	current->splice_pipe = pipe;
	return 0;
}

static inline bool dying_is_unlisted(const struct task_struct *task)
{
	return !pid_alive(task);
}

/* Until @task, which is referenced, runs no more; drops the reference. */
static inline void dying_wait(struct task_struct *task)
{
	while (kp_task_state(task) != TASK_DEAD || READ_ONCE(task->on_cpu))
		schedule_timeout_uninterruptible(1);
	put_task_struct(task);
}

#endif /* KP_DYING_TASK_H */
