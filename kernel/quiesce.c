// SPDX-License-Identifier: GPL-2.0
/* Waiting for CPUs; stopping them, and for how long that was. */
#include <linux/atomic.h>
#include <linux/cpu.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/stop_machine.h>
#include <linux/timekeeping.h>

#include <kernel/quiesce.h>
#include <kernel/ksyms.h>

/* Nanoseconds: of all CPUs; of one, for a look at a task. */
static atomic64_t longest_stop, longest_look;

static void note(atomic64_t *longest, u64 ns)
{
	s64 old = atomic64_read(longest);

	while (ns > old && !atomic64_try_cmpxchg(longest, &old, ns))
		;
}

/**
 * struct stop - what is done while all CPUs are stopped
 * @fn: does it
 * @data: its argument
 */
struct stop {
	int (*fn)(void *data);
	void *data;
};

static int do_timed(void *data)
{
	const struct stop *stop = data;
	u64 start = ktime_get_mono_fast_ns();
	int ret = stop->fn(stop->data);

	note(&longest_stop, ktime_get_mono_fast_ns() - start);
	return ret;
}

/**
 * kp_stop_cpus() - do something with all CPUs stopped
 * @fn: what; interrupts are off
 * @data: its argument
 * @cpus: those that do it; NULL for any one
 *
 * Only here, so that `stats` can tell the longest.
 *
 * Context: process context; must not hold cpus_read_lock() or text_mutex.
 * Return: what @fn returned, or stop_machine().
 */
int kp_stop_cpus(int (*fn)(void *data), void *data,
		 const struct cpumask *cpus)
{
	struct stop stop = { .fn = fn, .data = data };

	return stop_machine(do_timed, &stop, cpus);
}

/**
 * kp_stops_note_task() - a task was held for a look at its stack
 * @ns: so many nanoseconds, with interrupts off
 *
 * Context: any but traps.
 */
void kp_stops_note_task(u64 ns)
{
	note(&longest_look, ns);
}

/**
 * kp_stops_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_stops_show(struct seq_file *m)
{
	seq_printf(m, "longest stop: %lld ns of all CPUs, %lld ns of one for a look at a task\n",
		   (s64)atomic64_read(&longest_stop),
		   (s64)atomic64_read(&longest_look));
}

static int do_nothing(void *unused)
{
	return 0;
}

/**
 * kp_wait_for_cpus() - wait until code that has preemption disabled is through
 *
 * Also where RCU is not watching, in interrupts and in idle tasks: every CPU
 * switches to its stopper, one after the other. Not for readers that may be
 * preempted. CPUs that are on their way up or down are waited for by the lock;
 * one that comes up later sees what was stored before.
 *
 * Context: process context, may sleep; must not hold cpus_read_lock() or
 * text_mutex.
 */
void kp_wait_for_cpus(void)
{
	int cpu;

	if (!kp_ksyms.stop_one_cpu) {
		/* cannot fail */
		(void)!kp_stop_cpus(do_nothing, NULL, NULL);
		return;
	}
	cpus_read_lock();
	for_each_online_cpu(cpu)
		kp_ksyms.stop_one_cpu(cpu, do_nothing, NULL);
	cpus_read_unlock();
}

/**
 * kp_wait_for_hits() - wait until traps that were taken before are over
 *
 * A grace period does not wait for a CPU that comes up, before it is on RCU's
 * list, nor for one that goes down, when it is not any more. Both are so only
 * while the CPU hotplug lock is held for writing.
 *
 * Context: process context, may sleep; must not hold cpus_read_lock() or
 * text_mutex.
 */
void kp_wait_for_hits(void)
{
	synchronize_rcu();
	cpus_read_lock();
	cpus_read_unlock();
}

/**
 * kp_assert_no_cpu_comes() - have lockdep check that cpus_read_lock() is held
 *
 * Most kernels do not export lockdep_assert_cpus_held().
 *
 * Context: process context.
 */
void kp_assert_no_cpu_comes(void)
{
	if (IS_ENABLED(CONFIG_PROVE_LOCKING) &&
	    kp_ksyms.lockdep_assert_cpus_held)
		kp_ksyms.lockdep_assert_cpus_held();
}
