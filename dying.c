// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that are dying. From exit_notify() on they may be on no list, and yet
 * be preempted in our code, or where a jump is to be written. RCU-tasks waits
 * for them; this is for preemptible kernels without it.
 *
 * A probe of our own in do_exit(), before a task leaves the lists, notes it;
 * one at do_task_dead(), from where it is not preempted any more, forgets it.
 * Both run in the dying task itself. A task in the table is therefore alive,
 * and so is its stack.
 *
 * Those that were past the first probe when it was placed are known to be gone
 * when the kernel's count of stacks is what the tasks on the lists have. Until
 * then dying tasks are not seen.
 */
#include <linux/hash.h>
#include <linux/kernel.h>
#include <linux/mmzone.h>
#include <linux/nodemask.h>
#include <linux/ptrace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/stop_machine.h>
#include <linux/vmstat.h>
#include <linux/workqueue.h>

#include <internal/core.h>
#include <internal/dying.h>
#include <internal/ksyms.h>
#include <internal/optimizer.h>
#include <internal/retire.h>
#include <internal/stacks.h>
#include <compat/atomic.h>

#define TABLE_BITS	11
#define TABLE_SIZE	BIT(TABLE_BITS)

/* Entries from a task's hash on where it may be. */
#define ROOM		32

#define STACK_KB	((long)(THREAD_SIZE / 1024))

/* Looks at once, and later seconds between two at most. */
#define EARLY_LOOKS	20
#define MAX_DELAY	(64 * HZ)

/* Each is set and cleared by the task itself. */
static struct task_struct *dying[TABLE_SIZE];

/* Dying tasks that there was no room for. */
static atomic_t num_lost;

/* The probes heed what they see. */
static bool is_tracking;

static const char *why_not = "a dying task may be there, and cannot be seen";

static void look_again(struct work_struct *work);
static DECLARE_DELAYED_WORK(look_work, look_again);
static unsigned long look_delay = HZ;

static struct task_struct **find(const struct task_struct *task)
{
	unsigned int at = hash_ptr(task, TABLE_BITS), i;

	for (i = 0; i < ROOM; i++)
		if (READ_ONCE(dying[(at + i) % TABLE_SIZE]) == task)
			return &dying[(at + i) % TABLE_SIZE];
	return NULL;
}

static void note(struct task_struct *task)
{
	unsigned int at = hash_ptr(task, TABLE_BITS), i;

	/* noted when tracking began */
	if (find(task))
		return;
	for (i = 0; i < ROOM; i++)
		if (!arch_cmpxchg(&dying[(at + i) % TABLE_SIZE], NULL, task))
			return;
	raw_atomic_inc(&num_lost);
}

/* exit_thread(struct task_struct *task): also of one that is not born. */
static bool on_exit(struct pt_regs *regs)
{
	if (READ_ONCE(is_tracking) &&
	    regs_get_kernel_argument(regs, 0) == (unsigned long)current)
		note(current);
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
	struct task_struct **where;

	if (!READ_ONCE(is_tracking))
		return false;
	where = find(current);
	if (where)
		WRITE_ONCE(*where, NULL);
	else
		raw_atomic_dec_if_positive(&num_lost);
	return false;
}

/* What the kernel has counted: from fork until shortly before the end. */
static long count_stacks_kb(void)
{
	long kb = 0;
	int nid, cpu;

	for_each_online_node(nid) {
		pg_data_t *node = NODE_DATA(nid);

		kb += atomic_long_read(&node->vm_stat[NR_KERNEL_STACK_KB]);
		for_each_possible_cpu(cpu)
			kb += per_cpu_ptr(node->per_cpu_nodestats, cpu)->
			      vm_node_stat_diff[NR_KERNEL_STACK_KB];
	}
	return kb;
}

/*
 * With all CPUs stopped. If no stack is left over, there is no task but those
 * on the lists: of these, note the dying ones. A task that is being forked
 * counts as left over, and so does one that is shortly before its end.
 */
static int start_tracking(void *unused)
{
	struct task_struct *process, *task;
	long kb = count_stacks_kb();
	int cpu;

	for_each_process_thread(process, task)
		if (!task->exit_state)
			kb -= STACK_KB;
	for_each_possible_cpu(cpu)
		/* the first one's is not counted */
		if (kp_ksyms.idle_task(cpu) != &init_task)
			kb -= STACK_KB;
	if (kb)
		return -EAGAIN;
	for_each_process_thread(process, task)
		if (task->flags & PF_EXITING &&
		    READ_ONCE(task->__state) != TASK_DEAD)
			note(task);
	if (raw_atomic_read(&num_lost)) {
		memset(dying, 0, sizeof(dying));
		raw_atomic_set(&num_lost, 0);
		return -EAGAIN;
	}
	WRITE_ONCE(why_not, NULL);
	WRITE_ONCE(is_tracking, true);
	return 0;
}

static void look_again(struct work_struct *work)
{
	if (stop_machine(start_tracking, NULL, NULL)) {
		look_delay = min(2 * look_delay, MAX_DELAY);
		queue_delayed_work(system_unbound_wq, &look_work, look_delay);
		return;
	}
	mutex_lock(&kp_mutex);
	kp_optimizer_add_all();
	kp_retire_start();
	mutex_unlock(&kp_mutex);
}

/**
 * kp_dying_init() - begin to see dying tasks
 *
 * If it cannot be done, or not yet, kp_dying_why() says why.
 *
 * Context: process context, module init, before there is a probe.
 */
void kp_dying_init(void)
{
	const char *entry = "exit_thread";
	int i;

	if (!kp_ksyms_lookup(entry))
		entry = "exit_task_namespaces";
	if (!kp_ksyms_lookup(entry) || !kp_ksyms_lookup("do_task_dead") ||
	    kp_internal_add("do_task_dead", kp_dying_on_end) ||
	    kp_internal_add(entry, on_exit))
		return;
	why_not = "a task that was dying when kprobes.ko was loaded may be there";
	for (i = 0; i < EARLY_LOOKS; i++) {
		if (!stop_machine(start_tracking, NULL, NULL))
			return;
		schedule_timeout_uninterruptible(1);
	}
	queue_delayed_work(system_unbound_wq, &look_work, look_delay);
}

/**
 * kp_dying_stop() - no longer try to begin
 *
 * Context: module exit.
 */
void kp_dying_stop(void)
{
	cancel_delayed_work_sync(&look_work);
}

/**
 * kp_dying_exit() - remove the probe at do_task_dead()
 *
 * It is the last to go: what is in the table is valid as long as it is there.
 *
 * Context: module exit; nobody is in our code any more who may be preempted.
 */
void kp_dying_exit(void)
{
	WRITE_ONCE(is_tracking, false);
	/* traps are over then */
	kp_wait_for_cpus();
	memset(dying, 0, sizeof(dying));
	raw_atomic_set(&num_lost, 0);
	kp_internal_remove_all(NULL);
	kp_retire_exit();
}

/**
 * kp_dying_why() - why dying tasks are not seen
 *
 * Context: any.
 * Return: NULL if they are; else the reason, as `stats` has it.
 */
const char *kp_dying_why(void)
{
	return READ_ONCE(why_not);
}

/**
 * kp_dying_visit() - look at the dying tasks, on whatever list or none
 * @fn: called for each
 * @data: its second argument
 *
 * Context: all other CPUs are stopped.
 * Return: true; false if there are others.
 */
bool kp_dying_visit(void (*fn)(struct task_struct *task, void *data),
		    void *data)
{
	unsigned int i;

	for (i = 0; i < TABLE_SIZE; i++)
		if (dying[i])
			fn(dying[i], data);
	return !raw_atomic_read(&num_lost);
}

/**
 * kp_dying_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_dying_show(struct seq_file *m)
{
	unsigned int num = 0, i;

	if (kp_dying_why()) {
		seq_puts(m, "dying tasks: not seen\n");
		return;
	}
	for (i = 0; i < TABLE_SIZE; i++)
		num += !!READ_ONCE(dying[i]);
	seq_printf(m, "dying tasks: %u, %d not seen\n", num,
		   raw_atomic_read(&num_lost));
}
