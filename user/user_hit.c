// SPDX-License-Identifier: GPL-2.0
/*
 * Probes in user space: hits. They come in the task that hit, on its way back to
 * user space, where it may sleep.
 */
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include <user/user_probe.h>

/* Whether a process of the wanted number has this memory. */
static bool is_wanted_mm(const struct kp_user_probe *probe,
			 const struct mm_struct *mm)
{
	struct task_struct *leader, *task;
	bool found = false;

	if (!probe->pid)
		return true;
	rcu_read_lock();
	leader = pid_task(probe->pid, PIDTYPE_TGID);
	if (leader)
		for_each_thread(leader, task)
			if (READ_ONCE(task->mm) == mm)
				found = true;
	rcu_read_unlock();
	return found;
}

static bool is_wanted_task(const struct kp_user_probe *probe)
{
	return !probe->pid || task_tgid(current) == probe->pid;
}

static struct kp_user_probe *probe_of(struct uprobe_consumer *consumer)
{
	return container_of(consumer, struct kp_user_probe, uprobe.consumer);
}

static KP_UPROBE_FILTER(filter)
{
	return is_wanted_mm(probe_of(consumer), mm);
}

static int on_hit(struct uprobe_consumer *consumer, KP_UPROBE_REGS)
{
	struct kp_user_probe *probe = probe_of(consumer);
	unsigned long ip = instruction_pointer(regs);
	struct kprobe *kp = probe->kp;
	kprobe_pre_handler_t pre;

	if (!is_wanted_task(probe))
		/* a child has copied its parent's memory, breakpoints and all */
		return is_wanted_mm(probe, current->mm) ? 0 :
							  UPROBE_HANDLER_REMOVE;
	/* another's pre_handler has led the task elsewhere */
	if (offset_in_page(ip) != offset_in_page(probe->offset)) {
		kp_user_miss(probe);
		return 0;
	}
	this_cpu_inc(probe->cpus->hits);
	/* it may be set to NULL meanwhile, and so may the others */
	pre = READ_ONCE(kp->pre_handler);
	if (!pre || !pre(kp, regs))
		instruction_pointer_set(regs, ip);
	if (instruction_pointer(regs) != ip)
		kp_user_step_cancel(ip);
	else if (probe->has_step)
		kp_user_step_begin(probe, ip);
	return 0;
}

static int on_return(struct uprobe_consumer *consumer, unsigned long func,
		     KP_UPROBE_REGS)
{
	struct kp_user_probe *probe = probe_of(consumer);
	struct kprobe *kp = probe->kp;
	uprobe_ret_handler_t handler;

	if (!is_wanted_task(probe))
		return 0;
	this_cpu_inc(probe->cpus->returns);
	handler = READ_ONCE(probe->up->ret_handler);
	if (handler)
		handler(kp, regs, func);
	return 0;
}

/**
 * kp_user_init_consumer() - make hits of a probe come here
 * @probe: the probe
 */
void kp_user_init_consumer(struct kp_user_probe *probe)
{
	struct uprobe_consumer *consumer = &probe->uprobe.consumer;

	consumer->handler = on_hit;
	if (probe->up->ret_handler)
		consumer->ret_handler = on_return;
	if (probe->pid)
		consumer->filter = filter;
}
