// SPDX-License-Identifier: GPL-2.0
/*
 * The last probe at a call site of the function tracer goes, while the kernel's queue of works
 * is full, on one CPU, of works that are about to disable another probe.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include "ktap.h"

/* So many run at once, and some wait for these. */
#define NUM_ACTIVE	WQ_DFL_ACTIVE
#define NUM_WORKS	(NUM_ACTIVE + 44)

int full_traced(int n);
noinline int full_traced(int n)
{
	barrier();
	return n;
}

int full_plain(int n);
noinline notrace int full_plain(int n)
{
	barrier();
	return n;
}

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static struct kprobe traced = { .symbol_name = "full_traced", .pre_handler = on_hit };
static struct kprobe plain = { .symbol_name = "full_plain", .pre_handler = on_hit };

static struct task_struct *thread;
static struct work_struct works[NUM_WORKS];
static atomic_t num_started;
static DECLARE_COMPLETION(go);
static DECLARE_COMPLETION(gone);

static void work_fn(struct work_struct *work)
{
	atomic_inc(&num_started);
	wait_for_completion(&go);
	disable_kprobe(&plain);
}

static int thread_fn(void *unused)
{
	unregister_kprobe(&traced);
	complete(&gone);
	/* this text stays until it has left */
	while (!kthread_should_stop())
		schedule_timeout_idle(HZ / 10);
	return 0;
}

static int __init full_init(void)
{
	int ret, i;

	ret = register_kprobe(&traced);
	if (ret)
		return ret;
	ret = register_kprobe(&plain);
	if (ret)
		goto unregister;
	thread = kthread_create(thread_fn, NULL, "queue_full");
	ret = PTR_ERR_OR_ZERO(thread);
	if (ret)
		goto unregister;
	for (i = 0; i < NUM_WORKS; i++) {
		INIT_WORK(&works[i], work_fn);
		queue_work_on(0, system_wq, &works[i]);
	}
	for (i = 0; i < 600 && atomic_read(&num_started) < NUM_ACTIVE; i++)
		msleep(100);
	ktap_begin();
	ktap_result(kprobe_ftrace(&traced), "one is at a call site");
	ktap_result(atomic_read(&num_started) == NUM_ACTIVE, "the queue is full: %d works run",
		    atomic_read(&num_started));
	wake_up_process(thread);
	/* it waits for what is behind these, or not; then they wait for it */
	msleep(3000);
	complete_all(&go);
	ktap_result(wait_for_completion_timeout(&gone, 60 * HZ), "it goes");
	ktap_end();
	return 0;

unregister:
	unregister_kprobe(&plain);
	unregister_kprobe(&traced);
	return ret;
}

static void __exit full_exit(void)
{
	int i;

	kthread_stop(thread);
	for (i = 0; i < NUM_WORKS; i++)
		flush_work(&works[i]);
	unregister_kprobe(&plain);
}

module_init(full_init);
module_exit(full_exit);
MODULE_DESCRIPTION("A probe goes while the kernel's queue of works is full");
MODULE_LICENSE("GPL");
