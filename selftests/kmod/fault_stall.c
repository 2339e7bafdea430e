// SPDX-License-Identifier: GPL-2.0
/*
 * A task that is stalled by a page fault in the middle of an instruction,
 * fault_stall_load or fault_stall_copy, for as long as one likes: another one
 * has taken its mmap lock. It works for the owner of the parameters:
 *
 * stall: 1 to begin with a load, 2 with a copy, 0 to let go, -1 to let go when the memory
 *        is gone, so that the access fails
 * state: "stalled", "running", or what the instruction has got: "done RESULT"
 * moved: 1 if the instruction began on one CPU and ended on another
 *
 * Knows nothing of kprobes.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/sched/mm.h>
#include <linux/smp.h>
#include <linux/uaccess.h>

#include "../../compat/task.h"
#include "fault_arch.h"

#define SIZE	64

asm(".text\n" FAULT_STALL);

/* Loads from @from if @num is 0; else accesses it otherwise, and then loads. */
unsigned long fault_stall_target(void *to, void __user *from,
				 unsigned long num);

static struct task_struct *stalled, *holder;
static struct mm_struct *mm;
static struct file *memory;
static unsigned long base;
static unsigned long num;
static bool is_done;
static int moved;
module_param(moved, int, 0400);
static unsigned long result;	/* 0 is right: so are new pages */
static DECLARE_COMPLETION(locked);
static DECLARE_COMPLETION(let_go);

static int hold(void *data)
{
	mmap_write_lock(mm);
	complete(&locked);
	wait_for_completion(&let_go);
	mmap_write_unlock(mm);
	return 0;
}

static int access(void *data)
{
	u8 buf[SIZE];

	memset(buf, 0x5a, sizeof(buf));
	kthread_use_mm(mm);
	fault_stall_begin();
	result = fault_stall_target(buf, (void __user *)base, num);
	fault_stall_end();
	moved = raw_smp_processor_id() != 0;
	kthread_unuse_mm(mm);
	/* pairs with state_get(), which reads the result */
	smp_store_release(&is_done, true);
	while (!kthread_should_stop())
		msleep(20);
	return 0;
}

static int begin(unsigned long size)
{
	num = size;
	memory = filp_open("/tmp/fault_stall", O_RDWR | O_CREAT, 0600);
	if (IS_ERR(memory))
		return PTR_ERR(memory);
	WARN_ON(vfs_truncate(&memory->f_path, PAGE_SIZE));
	base = vm_mmap(memory, 0, PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0);
	if (IS_ERR_VALUE(base)) {
		fput(memory);
		return -ENOMEM;
	}
	mm = current->mm;
	mmget(mm);
	is_done = false;
	reinit_completion(&locked);
	reinit_completion(&let_go);
	holder = kthread_run(hold, NULL, "fault_holder");
	wait_for_completion(&locked);
	stalled = kthread_create(access, NULL, "fault_stalled");
	set_cpus_allowed_ptr(stalled, cpumask_of(0));
	wake_up_process(stalled);
	return 0;
}

static int end(bool fails)
{
	int ret = 0;

	if (!stalled)
		return -EINVAL;
	if (fails)
		ret = vfs_truncate(&memory->f_path, 0);
	set_cpus_allowed_ptr(stalled, cpumask_of(num_online_cpus() - 1));
	complete(&let_go);
	kthread_stop(stalled);
	stalled = NULL;
	mmput(mm);
	fput(memory);
	return ret;
}

static int stall_set(const char *value, const struct kernel_param *param)
{
	int ret, what;

	ret = kstrtoint(value, 0, &what);
	if (ret)
		return ret;
	if (what <= 0)
		return end(what);
	return stalled ? -EBUSY : begin(what == 2 ? SIZE : 0);
}

static const struct kernel_param_ops stall_ops = { .set = stall_set };
module_param_cb(stall, &stall_ops, NULL, 0200);

static int state_get(char *buf, const struct kernel_param *param)
{
	/* pairs with the thread that sets it */
	if (smp_load_acquire(&is_done))
		return sysfs_emit(buf, "done %lx\n", result);
	if (stalled && kp_task_state(stalled) & TASK_UNINTERRUPTIBLE)
		return sysfs_emit(buf, "stalled\n");
	return sysfs_emit(buf, "running\n");
}

static const struct kernel_param_ops state_ops = { .get = state_get };
module_param_cb(state, &state_ops, NULL, 0400);

static int __init fault_stall_init(void)
{
	return 0;
}

static void __exit fault_stall_exit(void)
{
	if (stalled)
		end(false);
}

module_init(fault_stall_init);
module_exit(fault_stall_exit);
MODULE_DESCRIPTION("A task that stalls in the middle of an instruction");
MODULE_LICENSE("GPL");
