// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that are dying. From exit_notify() on they may be on no list, and yet
 * be preempted in our code, or where a jump is to be written. RCU-tasks waits
 * for them; this is for preemptible kernels without it.
 *
 * The table is filled by the dying tasks themselves, from before they leave the
 * lists until they are not preempted any more: guard/dying_track.c has the probes
 * for that. A task in the table is therefore alive, and so is its stack.
 *
 * Those that were past the first probe when it was placed are known to be gone
 * when the kernel's count of stacks is what the tasks on the lists have. Until
 * then dying tasks are not seen.
 */
#include <linux/hash.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/nodemask.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/vmstat.h>

#include <kernel/dying.h>
#include <kernel/ksyms.h>
#include <kernel/quiesce.h>
#include <compat/atomic.h>
#include <compat/task.h>

#define TABLE_BITS	11
#define TABLE_SIZE	BIT(TABLE_BITS)

/* Entries from a task's hash on where it may be. */
#define ROOM		32

#define STACK_KB	((long)(THREAD_SIZE / 1024))

/* Each is set and cleared by the task itself. */
static struct task_struct *dying[TABLE_SIZE];

/* Dying tasks that there was no room for. */
static atomic_t num_lost;

/* Dying tasks are noted. */
static bool is_tracking;

static const char *why_not = "a dying task may be there, and cannot be seen";

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

/**
 * kp_dying_note() - the current task is dying, and still on the lists
 *
 * Context: any, of that task.
 */
void kp_dying_note(void)
{
	if (READ_ONCE(is_tracking))
		note(current);
}

/**
 * kp_dying_forget() - the current task is not preempted any more
 *
 * Context: that task's, preemption disabled for good.
 */
void kp_dying_forget(void)
{
	struct task_struct **where;

	if (!READ_ONCE(is_tracking))
		return;
	where = find(current);
	if (where)
		WRITE_ONCE(*where, NULL);
	else
		raw_atomic_dec_if_positive(&num_lost);
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
		    kp_task_state(task) != TASK_DEAD)
			note(task);
	if (raw_atomic_read(&num_lost)) {
		kp_dying_clear();
		return -EAGAIN;
	}
	WRITE_ONCE(why_not, NULL);
	WRITE_ONCE(is_tracking, true);
	return 0;
}

/**
 * kp_dying_begin() - try to begin to see dying tasks
 *
 * A task that dies from now on calls kp_dying_note() and kp_dying_forget().
 *
 * Context: process context, may sleep.
 * Return: 0; -EAGAIN if there may be one that has not.
 */
int kp_dying_begin(void)
{
	WRITE_ONCE(why_not,
		   "a task that was dying when kprobes.ko was loaded may be there");
	return kp_stop_cpus(start_tracking, NULL, NULL);
}

/**
 * kp_dying_end() - note no more
 *
 * Context: process context; when every CPU has been waited for, kp_dying_clear()
 * is due.
 */
void kp_dying_end(void)
{
	WRITE_ONCE(is_tracking, false);
}

/**
 * kp_dying_clear() - forget all
 *
 * Context: process context, after kp_dying_end(), nobody is noting.
 */
void kp_dying_clear(void)
{
	memset(dying, 0, sizeof(dying));
	raw_atomic_set(&num_lost, 0);
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
 * A caller that has gone through the lists before misses none: a task is in the table
 * before it leaves the lists, and until it is not preempted any more.
 *
 * Context: all other CPUs are stopped; or rcu_read_lock() held, for which a
 * task stays that is in the table.
 * Return: true; false if there are others.
 */
bool kp_dying_visit(void (*fn)(struct task_struct *task, void *data),
		    void *data)
{
	struct task_struct *task;
	unsigned int i;

	for (i = 0; i < TABLE_SIZE; i++) {
		task = READ_ONCE(dying[i]);
		if (task)
			fn(task, data);
	}
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
