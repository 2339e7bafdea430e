// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that are in functions which never return, until the parameter let_go is
 * written: a script looks at the instances that they keep meanwhile.
 */
#include <linux/kthread.h>
#include <linux/module.h>

#include "return_diff.h"

#define NUM_PROBES	3
#define NUM_HELD	4

static const struct held {
	int (*thread)(void *fn);
	void *fn;
} held[NUM_HELD] = {
	{ rd_exits_thread, rd_traced_exits },
	{ rd_exits_thread, rd_untraced_exits },
	{ rd_exits_struct_thread, rd_traced_exits_struct },
	{ rd_exits_struct_thread, rd_untraced_exits_struct },
};

static struct kretprobe probes[NUM_HELD][NUM_PROBES];
static atomic_t num_entered, num_returned;
static int num_threads;

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	atomic_inc(&num_entered);
	return 0;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	atomic_inc(&num_returned);
	return 0;
}

static int set_let_go(const char *value, const struct kernel_param *param)
{
	complete_all(&rd_gate);
	for (; num_threads; num_threads--)
		wait_for_completion(&rd_exited);
	return 0;
}

static const struct kernel_param_ops let_go_ops = { .set = set_let_go };
module_param_cb(let_go, &let_go_ops, NULL, 0200);

static int register_all(void)
{
	int i, j, ret;

	for (i = 0; i < NUM_HELD; i++) {
		for (j = 0; j < NUM_PROBES; j++) {
			struct kretprobe *rp = &probes[i][j];

			rp->kp.addr = held[i].fn;
			rp->entry_handler = on_entry;
			rp->handler = on_return;
			rp->data_size = j;
			/* of both kinds of pool */
			rp->maxactive = j;
			ret = register_kretprobe(rp);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Returns when all tasks are in their functions. */
int rd_hold(void)
{
	struct task_struct *task;
	int ret = register_all();
	int i;

	for (i = 0; !ret && i < NUM_HELD; i++) {
		task = kthread_run(held[i].thread, held[i].fn, "rd_hold");
		ret = PTR_ERR_OR_ZERO(task);
		if (!ret) {
			num_threads++;
			wait_for_completion(&rd_inside);
		}
	}
	if (ret)
		rd_unhold();
	return ret;
}

void rd_unhold(void)
{
	int i, j, num_missed = 0;

	set_let_go(NULL, NULL);
	for (i = 0; i < NUM_HELD; i++) {
		for (j = 0; j < NUM_PROBES; j++) {
			unregister_kretprobe(&probes[i][j]);
			num_missed += probes[i][j].nmissed +
				      probes[i][j].kp.nmissed;
		}
	}
	pr_info("return_diff: entered %d, returned %d, missed %d\n",
		atomic_read(&num_entered), atomic_read(&num_returned),
		num_missed);
}
