// SPDX-License-Identifier: GPL-2.0
/*
 * Probes in user space and the kernel's workers: registered in one that memory may be
 * waiting for, and while no other is free. And structs that are cleared, or in no memory.
 *
 * program: one with a function user_add()
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "api_test.h"

static char *program;
module_param(program, charp, 0400);

/* More than may run at once, also if some others do. */
#define NUM_WORKS	(WQ_DFL_ACTIVE + 64)

/* Seconds after which those that wait give up. */
#define PATIENCE	60

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static struct path path;
static struct uprobe where;
static struct kprobe kp = { .pre_handler = on_hit, .user = &where };

/* By inode: a worker may see other paths. */
static void come_and_go(void)
{
	where.inode = d_inode(path.dentry);
	EXPECT_EQ(register_kprobe_user(&kp), 0);
	unregister_kprobe_user(&kp);
}

/* Where the function is remains in the struct. */
static void by_path(void)
{
	EXPECT_EQ(register_uprobe_path(program, "user_add", 0, &kp), 0);
	unregister_kprobe_user(&kp);
	EXPECT(where.offset > 0);
}

/* What it contains by then is nobody's business. */
static void cleared_while_registered(void)
{
	const struct kprobe before = kp;

	EXPECT_EQ(register_uprobe_path(program, "user_add", 0, &kp), 0);
	memset(&kp, 0, sizeof(kp));
	unregister_kprobe_user(&kp);
	EXPECT(!where.own);
	EXPECT(!where.inode);
	kp = before;
	by_path();
}

/* The last page but one is none. */
#define NO_MEMORY	((void *)-8192L)

static void in_no_memory(void)
{
	struct kprobe lost = { .pre_handler = on_hit, .user = NO_MEMORY };

	EXPECT_EQ(register_uprobe_path(program, "user_add", 0, NO_MEMORY), -EFAULT);
	EXPECT_EQ(register_uprobe_path(program, "user_add", 4, NO_MEMORY), -EFAULT);
	EXPECT_EQ(register_uprobe_path(program, "user_add", 0, &lost), -EFAULT);
	EXPECT_EQ(register_kprobe_user(&lost), -EFAULT);
	EXPECT_EQ(insert_kprobe_userspace(NO_MEMORY), -EINVAL);
	unregister_kprobe_user(NO_MEMORY);
	unregister_kprobe_user(&lost);
	by_path();
}

static void ask(struct work_struct *work)
{
	come_and_go();
}

static DECLARE_WORK(asking, ask);

/* The kernel warns if it waits for one that it cannot rely on. */
static void in_a_worker_for_memory(void)
{
	struct workqueue_struct *queue;

	queue = alloc_ordered_workqueue("user_works", WQ_MEM_RECLAIM);
	EXPECT(queue);
	if (!queue)
		return;
	queue_work(queue, &asking);
	flush_work(&asking);
	destroy_workqueue(queue);
}

static DECLARE_COMPLETION(may_go);
static bool gave_up;

static void occupy(struct work_struct *work)
{
	if (!wait_for_completion_timeout(&may_go, PATIENCE * HZ))
		WRITE_ONCE(gave_up, true);
}

static struct work_struct works[NUM_WORKS];

/* As when all of them wait to register or unregister one themselves. */
static void while_no_worker_is_free(void)
{
	int cpu = cpumask_first(cpu_online_mask), i;

	EXPECT_EQ(set_cpus_allowed_ptr(current, cpumask_of(cpu)), 0);
	for (i = 0; i < NUM_WORKS; i++) {
		INIT_WORK(&works[i], occupy);
		schedule_work_on(cpu, &works[i]);
	}
	come_and_go();
	EXPECT(!READ_ONCE(gave_up));
	complete_all(&may_go);
	for (i = 0; i < NUM_WORKS; i++)
		flush_work(&works[i]);
	set_cpus_allowed_ptr(current, cpu_possible_mask);
}

static const struct api_test tests[] = {
	API_TEST(by_path),
	API_TEST(cleared_while_registered),
	API_TEST(in_no_memory),
	API_TEST(in_a_worker_for_memory),
	API_TEST(while_no_worker_is_free),
};

static int __init user_works_init(void)
{
	int ret = kern_path(program ?: "", LOOKUP_FOLLOW, &path);

	if (ret)
		return ret;
	api_run(tests, ARRAY_SIZE(tests));
	path_put(&path);
	return 0;
}

static void __exit user_works_exit(void)
{
}

module_init(user_works_init);
module_exit(user_works_exit);
MODULE_DESCRIPTION("Test: probes in user space, registered in workers");
MODULE_LICENSE("GPL");
