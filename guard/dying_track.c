// SPDX-License-Identifier: GPL-2.0
/*
 * Probes of our own at where tasks die, for kernel/dying.c. One in do_exit(),
 * before a task leaves the lists, notes it; one at do_task_dead(), from where it
 * is not preempted any more, forgets it. Both run in the dying task itself.
 */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include <guard/dying_track.h>
#include <guard/internal_probe.h>
#include <hit/probe_table.h>
#include <kernel/dying.h>
#include <kernel/ksyms.h>
#include <kernel/quiesce.h>
#include <point/jump_queue.h>
#include <point/retire.h>

/* Looks at once, and later seconds between two at most. */
#define EARLY_LOOKS	20
#define MAX_DELAY	(64 * HZ)

static void look_again(struct work_struct *work);
static DECLARE_DELAYED_WORK(look_work, look_again);
static unsigned long look_delay = HZ;

/* exit_thread(struct task_struct *task): also of one that is not born. */
static bool on_exit(struct pt_regs *regs)
{
	if (regs_get_kernel_argument(regs, 0) == (unsigned long)current)
		kp_dying_note();
	return false;
}

/**
 * kp_dying_on_end() - the probe at do_task_dead()
 * @regs: unused
 *
 * Preemption is disabled there, and never enabled again.
 *
 * Context: trap.
 * Return: false.
 */
bool kp_dying_on_end(struct pt_regs *regs)
{
	kp_dying_forget();
	return false;
}

static void look_again(struct work_struct *work)
{
	if (kp_dying_begin()) {
		look_delay = min(2 * look_delay, MAX_DELAY);
		queue_delayed_work(system_unbound_wq, &look_work, look_delay);
		return;
	}
	kp_mutex_lock_idle();
	kp_optimizer_add_all();
	kp_retire_start();
	mutex_unlock(&kp_mutex);
}

/**
 * kp_dying_track_init() - begin to see dying tasks
 *
 * If it cannot be done, or not yet, kp_dying_why() says why.
 *
 * Context: process context, module init, before there is a probe.
 */
void kp_dying_track_init(void)
{
	const char *entry = "exit_thread";
	int i;

	if (!kp_ksyms_lookup(entry))
		entry = "exit_task_namespaces";
	if (!kp_ksyms_lookup(entry) || !kp_ksyms_lookup("do_task_dead") ||
	    kp_internal_add("do_task_dead", kp_dying_on_end) ||
	    kp_internal_add(entry, on_exit))
		return;
	for (i = 0; i < EARLY_LOOKS; i++) {
		if (!kp_dying_begin())
			return;
		schedule_timeout_uninterruptible(1);
	}
	queue_delayed_work(system_unbound_wq, &look_work, look_delay);
}

/**
 * kp_dying_track_stop() - no longer try to begin
 *
 * Context: module exit.
 */
void kp_dying_track_stop(void)
{
	cancel_delayed_work_sync(&look_work);
}

/**
 * kp_dying_track_exit() - remove the probe at do_task_dead()
 *
 * It is the last to go: what is in the table is valid as long as it is there.
 *
 * Context: module exit; nobody is in our code any more who may be preempted.
 */
void kp_dying_track_exit(void)
{
	kp_dying_end();
	/* traps are over then */
	kp_wait_for_cpus();
	kp_dying_clear();
	kp_internal_remove_all(NULL);
	kp_retire_exit();
}
