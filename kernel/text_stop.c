// SPDX-License-Identifier: GPL-2.0
/*
 * Writing instructions that others might be executing, where an architecture
 * allows that for few of them only: while all CPUs execute nothing but a loop
 * here.
 */
#include <linux/cpumask.h>
#include <linux/smp.h>
#include <asm/barrier.h>

#include <arch/contract.h>
#include <arch/hit_hooks.h>
#include <kernel/quiesce.h>
#include <kernel/text_stop.h>
#include <compat/atomic.h>

KP_ARCH_HOOK(void, kp_arch_sync_core, void);
KP_ARCH_HOOK(unsigned long, kp_arch_mask_all, void);
KP_ARCH_HOOK(void, kp_arch_unmask_all, unsigned long flags);

/**
 * struct stopped_write - what is written while all CPUs wait
 * @write: writes
 * @data: passed on
 * @arrived: CPUs that run nothing but wait_for_write()
 * @is_done: it has been written
 * @result: what @write returned
 */
struct stopped_write {
	int (*write)(void *data);
	void *data;
	atomic_t arrived;
	bool is_done;
	int result;
};

static int wait_for_write(void *data)
{
	struct stopped_write *stopped = data;
	bool is_writer = raw_smp_processor_id() ==
			 cpumask_first(cpu_online_mask);
	unsigned long flags;

	/* an NMI would run what is being written */
	flags = kp_arch_mask_all();
	/* from here on nothing is called but the writer's function */
	raw_atomic_inc(&stopped->arrived);
	if (!is_writer) {
		/* pairs with the store by the CPU that writes */
		while (!smp_load_acquire(&stopped->is_done))
			cpu_relax();
		kp_arch_sync_core();
		kp_arch_unmask_all(flags);
		return 0;
	}
	while (raw_atomic_read(&stopped->arrived) != num_online_cpus())
		cpu_relax();
	stopped->result = stopped->write(stopped->data);
	/* what was written comes before */
	smp_store_release(&stopped->is_done, true);
	kp_arch_unmask_all(flags);
	return 0;
}

/**
 * kp_text_stop() - write while all CPUs wait
 * @write: called once, interrupts off
 * @data: passed on
 *
 * Context: process context; must not hold cpus_read_lock().
 * Return: what @write returned, or kp_stop_cpus().
 */
int kp_text_stop(int (*write)(void *data), void *data)
{
	struct stopped_write stopped = { .write = write, .data = data };
	int ret;

	ret = kp_stop_cpus(wait_for_write, &stopped, cpu_online_mask);
	return ret ?: stopped.result;
}
