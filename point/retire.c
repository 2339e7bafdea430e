// SPDX-License-Identifier: GPL-2.0
/*
 * Probepoints that were removed while somebody may be in their slots.
 *
 * A task can be in a slot for long: preempted, or asleep in a page fault. A
 * slot is therefore not freed by its probepoint's removal, but in two more
 * steps. First, where the kernel has RCU-tasks, a grace period of that, for tasks
 * that are preempted in a slot while dying, when they are on no list. Then a
 * look at every task's stack, elsewhere those of dying ones too, again and
 * again until nobody is in the slot. Until then the
 * probepoint stays too: a fault in the slot, or the breakpoint behind a stepped
 * instruction, still needs it.
 */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/dying.h>
#include <kernel/quiesce.h>
#include <point/probepoint.h>
#include <point/rare.h>
#include <point/retire.h>
#include <text/slots.h>
#include <compat/list.h>
#include <compat/rcu_tasks.h>

/* Twice as long after each look that has brought nothing. */
#define MIN_DELAY	(2 * HZ)
#define MAX_DELAY	(8 * HZ)

/* Freed without kp_mutex being let go: 10 ms, and a grace period. */
#define RELEASED_AT_ONCE	4096

#ifdef KP_LACKS_RCU_TASKS
#define IS_WAITED_FOR	false
#else
/* A task that was preempted in a slot. */
#define IS_WAITED_FOR	true
#endif

/* Protected by kp_mutex: retired lately, in the first step, in the second, nobody is there. */
static LIST_HEAD(retired);
static LIST_HEAD(awaited);
static LIST_HEAD(looked_for);
static LIST_HEAD(idle);

/* How many of all these a task may be asleep in; kp_mutex. */
static unsigned int num_sleepable;

/* Set while tasks in slots keep kprobes.ko loaded; kp_mutex. */
static bool holds_module;

/* The last probe has gone, and somebody may sleep in slots who does not keep kprobes.ko. */
static bool is_unsettled;

/* The first step of those in awaited: under way, over. */
static bool is_waiting, is_over;
static struct rcu_head rcu_tasks_head;

/* Until the next look; kp_mutex. */
static unsigned long delay = MIN_DELAY;

static void reclaim_work(struct work_struct *work);
static DECLARE_DELAYED_WORK(reclaim, reclaim_work);

static bool is_busy(const struct probepoint *pp)
{
	return kp_slot_is_busy(pp->boost) || kp_slot_is_busy(pp->step) ||
	       kp_slot_is_busy(pp->detour) || kp_slot_is_busy(kp_rare_stub(pp)) ||
	       kp_slot_is_busy(kp_rare_post(pp));
}

/* The third step. Some of them: others may want kp_mutex. */
static void release_some(void)
{
	struct probepoint *pp, *next;
	unsigned int num = 0;
	LIST_HEAD(some);

	list_for_each_entry_safe(pp, next, &idle, link) {
		if (num++ == RELEASED_AT_ONCE)
			break;
		list_move_tail(&pp->link, &some);
	}
	if (list_empty(&some))
		return;
	list_for_each_entry(pp, &some, link) {
		num_sleepable -= pp->has_fixup;
		kp_rare_drop_step_trap(pp);
		kp_slot_free(pp->boost);
		kp_slot_free(pp->step);
		kp_slot_free(pp->detour);
		kp_slot_free(kp_rare_stub(pp));
		kp_slot_free(kp_rare_post(pp));
		kp_give_way();
	}
	/* a look-up may be passing by the step_trap just removed, in idle tasks too */
	kp_wait_for_cpus();
	list_for_each_entry_safe(pp, next, &some, link) {
		kp_probepoint_free(pp);
		kp_give_way();
	}
}

/*
 * The second step. Returns whether every task was looked at.
 *
 * Where the first step has waited for all who were preempted, and no copy can
 * sleep, only interrupts and idle tasks may be in one: these need no look.
 */
static bool find_idle(bool preempted)
{
	struct probepoint *pp, *next;

	if (IS_WAITED_FOR && !num_sleepable) {
		kp_wait_for_cpus();
		list_splice_tail_init(&looked_for, &idle);
		return true;
	}
	if (!kp_slots_look(preempted))
		return false;
	list_for_each_entry_safe(pp, next, &looked_for, link)
		if (!is_busy(pp))
			list_move_tail(&pp->link, &idle);
	return true;
}

static bool any_sleeps(const struct list_head *list)
{
	struct probepoint *pp;

	list_for_each_entry(pp, list, link)
		if (pp->has_fixup && is_busy(pp))
			return true;
	return false;
}

/* Whether at the last look a task may have been asleep in a slot. */
static bool any_sleeper(void)
{
	return any_sleeps(&retired) || any_sleeps(&awaited) ||
	       any_sleeps(&looked_for);
}

static void rcu_tasks_over(struct rcu_head *head)
{
	WRITE_ONCE(is_over, true);
	mod_delayed_work(system_unbound_wq, &reclaim, 0);
}

/* Looks again, the later the longer nothing has come of it. */
static void look_later(size_t num_before)
{
	if (kp_list_count(&looked_for) == num_before)
		delay = min(2 * delay, (unsigned long)MAX_DELAY);
	else
		delay = MIN_DELAY;
	if (!list_empty(&idle))
		queue_delayed_work(system_unbound_wq, &reclaim, 0);
	else if (!list_empty(&looked_for) || holds_module)
		queue_delayed_work(system_unbound_wq, &reclaim, delay);
}

static void reclaim_work(struct work_struct *work)
{
	bool is_complete = false;
	size_t num;

	kp_mutex_lock_idle();
	if (!list_empty(&idle)) {
		release_some();
		queue_delayed_work(system_unbound_wq, &reclaim, 0);
		mutex_unlock(&kp_mutex);
		return;
	}
	if (READ_ONCE(is_over)) {
		is_over = false;
		is_waiting = false;
		list_splice_tail_init(&awaited, &looked_for);
	}
	if (!is_waiting && !list_empty(&retired)) {
		list_splice_tail_init(&retired, &awaited);
		is_waiting = true;
		/* not synchronously: it can take minutes */
		kp_call_rcu_tasks(&rcu_tasks_head, rcu_tasks_over);
	}
	num = kp_list_count(&looked_for);
	if (num || holds_module)
		is_complete = find_idle(false);
	if (!num_sleepable || (is_complete && !any_sleeper())) {
		is_unsettled = false;
		kp_hold_module(&holds_module, false);
	}
	look_later(num);
	mutex_unlock(&kp_mutex);
}

/**
 * kp_hold_module() - keep kprobes.ko loaded, or no longer
 * @holds: whether it is kept for this reason; changed
 * @hold: whether it is to be
 *
 * Context: any; kprobes.ko must be held otherwise, or have work to be cancelled
 * when it goes.
 */
void kp_hold_module(bool *holds, bool hold)
{
	if (hold == *holds)
		return;
	*holds = hold;
	if (hold)
		__module_get(THIS_MODULE);
	else
		module_put(THIS_MODULE);
}

/**
 * kp_retire_start() - begin to free what was retired
 *
 * As long as dying tasks cannot be seen, no slot is used again.
 *
 * Context: kp_mutex held.
 */
void kp_retire_start(void)
{
	lockdep_assert_held(&kp_mutex);
	if (!list_empty(&retired) && !kp_dying_why())
		queue_delayed_work(system_unbound_wq, &reclaim, MIN_DELAY);
}

/* Free @pp once nobody is in its slots. */
static void retire(struct probepoint *pp)
{
	lockdep_assert_held(&kp_mutex);
	list_move_tail(&pp->link, &retired);
	num_sleepable += pp->has_fixup;
	/* kp_retire_settle() may have been called before */
	is_unsettled |= pp->has_fixup && !module_is_live(THIS_MODULE);
	kp_retire_start();
}

/**
 * kp_probepoint_retire() - free a probepoint, now or when its slots are empty
 * @pp: unpublished a grace period ago
 *
 * Context: process context, kp_mutex held.
 */
void kp_probepoint_retire(struct probepoint *pp)
{
	if (pp->boost || pp->step || pp->detour || kp_rare_stub(pp))
		retire(pp);
	else
		kp_probepoint_free(pp);
}

/**
 * kp_retire_settle() - the last client has gone: may the module go too?
 *
 * If tasks are asleep in slots, kprobes.ko holds a reference on itself until
 * they have left. Only an access to user memory can sleep, and has a fixup;
 * for all others, where dying tasks cannot be seen, and when kprobes.ko goes
 * already, kp_retire_exit() waits.
 *
 * Context: process context, kp_mutex held, called by a client, or module exit.
 */
void kp_retire_settle(void)
{
	lockdep_assert_held(&kp_mutex);
	if (!num_sleepable)
		return;
	if (kp_dying_why() || !module_is_live(THIS_MODULE)) {
		is_unsettled = true;
		return;
	}
	if (kp_slots_look(false)) {
		kp_slots_look_at_caller();
		if (!any_sleeper()) {
			is_unsettled = false;
			return;
		}
	}
	kp_hold_module(&holds_module, true);
	queue_delayed_work(system_unbound_wq, &reclaim, MIN_DELAY);
}

/**
 * kp_retire_show() - for `stats`: slots, and who is in those that are waited for
 * @m: where to
 *
 * Context: process context, kp_mutex held, kprobes.ko held by the reader.
 */
void kp_retire_show(struct seq_file *m)
{
	lockdep_assert_held(&kp_mutex);
	/* what is told is what holds it now */
	if (holds_module && kp_slots_look(false) && !any_sleeper()) {
		is_unsettled = false;
		kp_hold_module(&holds_module, false);
	}
	kp_slots_show(m, kp_list_count(&retired) + kp_list_count(&awaited) +
			 kp_list_count(&looked_for) + kp_list_count(&idle));
	if (holds_module)
		kp_slots_show_holders(m);
}

/**
 * kp_retire_exit() - free all that is retired
 *
 * Waits for tasks that are still in slots; kp_retire_settle() has seen to it, or has
 * noted if not, that there are none but preempted ones. What is retired afterwards
 * takes another call.
 *
 * Context: module exit, no probe of a client left.
 */
void kp_retire_exit(void)
{
	/* a reference taken when kprobes.ko was going already has kept nothing */
	bool preempted = !kp_dying_why() && !is_unsettled && !holds_module;
	LIST_HEAD(late);
	bool found;

	/* so that the work starts no further wait */
	mutex_lock(&kp_mutex);
	list_splice_init(&retired, &late);
	mutex_unlock(&kp_mutex);
	/* the callback queues the work once more */
	kp_rcu_barrier_tasks();
	cancel_delayed_work_sync(&reclaim);

	/* not under the mutex: it may take minutes */
	if (!list_empty(&late))
		kp_synchronize_rcu_tasks();

	mutex_lock(&kp_mutex);
	list_splice_tail_init(&awaited, &looked_for);
	list_splice_tail_init(&late, &looked_for);
	while (!list_empty(&looked_for) || !list_empty(&idle)) {
		if (list_empty(&idle))
			find_idle(preempted);
		found = !list_empty(&idle);
		release_some();
		/* parameters can be written still */
		mutex_unlock(&kp_mutex);
		if (!found)
			schedule_timeout_uninterruptible(HZ / 10);
		mutex_lock(&kp_mutex);
	}
	mutex_unlock(&kp_mutex);
}
