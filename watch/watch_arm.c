// SPDX-License-Identifier: GPL-2.0
/*
 * Watchpoint probes: on all CPUs. A watch is one breakpoint of the kernel's
 * hw_breakpoint layer on each, made and released as CPUs come and go.
 */
#include <linux/cpuhotplug.h>
#include <linux/err.h>
#include <linux/hw_breakpoint.h>
#include <linux/kwatch.h>
#include <linux/perf_event.h>

#include <arch/contract.h>
#include <point/arming.h>
#include <watch/watch.h>

static enum cpuhp_state hotplug_state;

static struct perf_event *create_event(struct kp_watch *watch,
				       unsigned int cpu)
{
	struct perf_event_attr attr;
	struct perf_event *event;

	hw_breakpoint_init(&attr);
	attr.bp_addr = kp_watch_addr(watch);
	kp_arch_watch_attr(watch->type, watch->length, &attr);
	/* until it is known to cpus */
	attr.disabled = 1;
	event = perf_event_create_kernel_counter(&attr, cpu, NULL,
						 kp_arch_watch_trap, watch);
	if (!IS_ERR(event) && watch->type == KWATCH_EXECUTE)
		kp_arch_watch_execute(event);
	return event;
}

static int arm_cpu(struct kp_watch *watch, unsigned int cpu)
{
	struct kp_watch_cpu *here = per_cpu_ptr(watch->cpus, cpu);
	struct perf_event *event = create_event(watch, cpu);
	unsigned long flags;

	if (IS_ERR(event))
		return PTR_ERR(event);
	WRITE_ONCE(here->event, event);
	perf_event_enable(event);
	if (READ_ONCE(event->state) != PERF_EVENT_STATE_ACTIVE) {
		WRITE_ONCE(here->event, NULL);
		perf_event_release_kernel(event);
		return -EBUSY;
	}
	/* it may have been moved since its address was read */
	local_irq_save(flags);
	kp_watch_follow(watch);
	local_irq_restore(flags);
	return 0;
}

/* Called on the CPU itself. A CPU comes, whether or not it can be watched. */
static int watch_cpu(unsigned int cpu, struct hlist_node *node)
{
	struct kp_watch *watch = hlist_entry(node, struct kp_watch, node);
	int ret = arm_cpu(watch, cpu);

	if (!ret)
		return 0;
	cpumask_set_cpu(cpu, &watch->missing);
	/* either kp_watch_arm() sees it and fails, or people are told */
	smp_store_mb(watch->error, ret);
	if (READ_ONCE(watch->is_armed))
		pr_warn("watch %d: CPU %u is not watched: %d\n",
			watch->number, cpu, ret);
	return 0;
}

static int unwatch_cpu(unsigned int cpu, struct hlist_node *node)
{
	struct kp_watch *watch = hlist_entry(node, struct kp_watch, node);
	struct kp_watch_cpu *here = per_cpu_ptr(watch->cpus, cpu);
	struct perf_event *event = here->event;

	cpumask_clear_cpu(cpu, &watch->missing);
	WRITE_ONCE(here->event, NULL);
	if (event)
		perf_event_release_kernel(event);
	return 0;
}

/**
 * kp_watch_arm() - put breakpoints of a watch on all CPUs
 * @watch: the watch; left alone if it is armed or gone, or all are disarmed
 *
 * Context: process context, kp_mutex held.
 * Return: 0, or what the kernel returned.
 */
int kp_watch_arm(struct kp_watch *watch)
{
	int ret;

	if (watch->is_armed || watch->is_gone || kp_is_disarmed())
		return 0;
	kp_watch_read(kp_watch_addr(watch), watch->length,
		      &watch->places[watch->turn & 1].value);
	watch->error = 0;
	ret = cpuhp_state_add_instance(hotplug_state, &watch->node);
	if (ret)
		return ret;
	/* pairs with watch_cpu() */
	smp_store_mb(watch->is_armed, true);
	ret = READ_ONCE(watch->error);
	if (ret)
		kp_watch_disarm(watch);
	return ret;
}

/**
 * kp_watch_disarm() - take them away
 * @watch: the watch
 *
 * When it returns, no handler is running.
 *
 * Context: process context, kp_mutex held.
 */
void kp_watch_disarm(struct kp_watch *watch)
{
	if (watch->is_armed)
		cpuhp_state_remove_instance(hotplug_state, &watch->node);
	watch->is_armed = false;
}

static void do_nothing(void *unused)
{
}

/**
 * kp_watch_stop_moves() - wait for those who move a watch
 * @watch: the watch, disarmed, which nobody can begin to move any more
 *
 * A mover has interrupts off, and asks CPUs by interrupts. A CPU may do
 * the first nothing before what it was asked earlier, as somebody waits for it;
 * not the second.
 *
 * Context: process context, kp_mutex held.
 */
void kp_watch_stop_moves(struct kp_watch *watch)
{
	on_each_cpu(do_nothing, NULL, true);
	irq_work_sync(&watch->kick);
	on_each_cpu(do_nothing, NULL, true);
	on_each_cpu(do_nothing, NULL, true);
}

/**
 * kp_watch_arm_init() - follow CPUs that come and go
 *
 * Return: 0, or what cpuhp_setup_state_multi() returned.
 */
int kp_watch_arm_init(void)
{
	int ret = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "kprobes:watch",
					  watch_cpu, unwatch_cpu);

	if (ret < 0)
		return ret;
	hotplug_state = ret;
	return 0;
}

/**
 * kp_watch_arm_exit() - undo kp_watch_arm_init(); no watch is left
 */
void kp_watch_arm_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
}
