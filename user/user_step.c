// SPDX-License-Identifier: GPL-2.0
/*
 * Probes in user space: what comes after the instruction. The kernel's uprobes
 * tell nobody. They emulate the instruction at once, or let the task step a copy
 * of it: that ends in a debug exception; or, if the copy faults or the task is
 * killed, in arch_uprobe_abort_xol(); or, if it is a system call that does not
 * return, in uprobe_free_utask(). In the last two we have probes of our own. Any
 * way the task then runs its task work before it goes on in user space, and there
 * the handlers are called, as pre_handlers are: they may sleep.
 *
 * A program may map memory of its own over the copies. If it has a breakpoint there,
 * the kernel forgets the step, and nothing tells us. Such a step is lost: at the
 * task's next hit it is dropped, or at its end.
 */
#include <linux/hashtable.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/llist.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/srcu.h>
#include <linux/task_work.h>

#include <arch/contract.h>
#include <guard/internal_probe.h>
#include <kernel/ksyms.h>
#include <kernel/stacks.h>
#include <user/user_probe.h>

/**
 * struct step - an instruction under way in a task, and one probe at it
 * @work: ends it
 * @node: in steps, by the task
 * @rcu: to be freed
 * @task: the task, referenced
 * @probe: the probe; NULL when it is unregistered
 * @vaddr: address of the instruction
 * @is_queued: @work is to run
 * @is_aborted: the instruction did not complete
 * @trapnr: then, the trap that it took, or -1
 * @aborted: then, if @work is not to run yet, in the list of its CPU
 *
 * Holds a reference on kprobes.ko.
 */
struct step {
	struct callback_head work;
	struct hlist_node node;
	struct rcu_head rcu;
	struct task_struct *task;
	struct kp_user_probe *probe;
	unsigned long vaddr;
	bool is_queued;
	bool is_aborted;
	int trapnr;
	struct llist_node aborted;
};

/* Writers hold steps_lock, also for what is in a step. */
static DEFINE_HASHTABLE(steps, 6);
static DEFINE_RAW_SPINLOCK(steps_lock);

/* A task that calls a handler is a reader. */
DEFINE_STATIC_SRCU(steps_srcu);

static bool is_stepping(unsigned long vaddr)
{
	const struct uprobe_task *utask = current->utask;

	return utask && utask->active_uprobe && utask->vaddr == vaddr;
}

/*
 * Of current. Task work is done before it is in user space again, so that a step
 * without any is being stepped, or nothing will ever end it.
 */
static bool is_lost(const struct step *step)
{
	return !step->is_queued && !is_stepping(step->vaddr);
}

static void call_handlers(const struct step *step, struct kprobe *kp)
{
	struct pt_regs *regs = task_pt_regs(current);
	kprobe_fault_handler_t on_fault = READ_ONCE(kp->fault_handler);
	kprobe_post_handler_t post = READ_ONCE(kp->post_handler);

	if (step->is_aborted) {
		if (on_fault && step->trapnr != -1)
			on_fault(kp, regs, step->trapnr);
		return;
	}
	/* the kernel was out of memory, and will come here again */
	if (instruction_pointer(regs) == step->vaddr)
		return;
	if (post)
		post(kp, regs, 0);
}

/*
 * It is in steps no more. Inlined: kp_user_steps_exit() looks for tasks that are
 * in end_step(), and in no other function.
 */
static __always_inline void release(struct step *step)
{
	put_task_struct(step->task);
	kfree_rcu(step, rcu);
	/* kp_user_steps_exit() waits for tasks that are behind this */
	module_put(THIS_MODULE);
}

static void end_step(struct callback_head *work)
{
	struct step *step = container_of(work, struct step, work);
	struct kp_user_probe *probe;
	unsigned long flags;
	bool is_over;
	int idx;

	idx = srcu_read_lock(&steps_srcu);
	raw_spin_lock_irqsave(&steps_lock, flags);
	step->is_queued = false;
	is_over = step->is_aborted || !is_stepping(step->vaddr);
	/* who unregisters it will not find the step, but waits for us */
	probe = step->probe;
	if (is_over)
		hash_del_rcu(&step->node);
	raw_spin_unlock_irqrestore(&steps_lock, flags);

	if (is_over && probe && !(current->flags & PF_EXITING))
		call_handlers(step, probe->kp);
	srcu_read_unlock(&steps_srcu, idx);
	if (is_over)
		release(step);
}

/**
 * kp_user_miss() - count a hit whose handlers are not called
 * @probe: the probe
 *
 * Context: handler of the kernel's uprobes.
 */
void kp_user_miss(struct kp_user_probe *probe)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&steps_lock, flags);
	probe->kp->nmissed++;
	raw_spin_unlock_irqrestore(&steps_lock, flags);
}

/* steps_lock is held. Callers are waited for before kprobes.ko goes. */
static void drop_lost(void)
{
	struct hlist_node *next;
	struct step *step;

	hash_for_each_possible_safe(steps, step, next, node,
				    (unsigned long)current) {
		/* one that is aborted is about to be queued */
		if (step->task != current || step->is_aborted || !is_lost(step))
			continue;
		hash_del_rcu(&step->node);
		release(step);
	}
}

/**
 * kp_user_step_begin() - the instruction at a probe is about to run
 * @probe: a probe with a post_handler or fault_handler
 * @vaddr: address of the instruction
 *
 * Context: handler of the kernel's uprobes.
 */
void kp_user_step_begin(struct kp_user_probe *probe, unsigned long vaddr)
{
	struct step *step = kzalloc(sizeof(*step), GFP_KERNEL);
	unsigned long flags;

	if (!step) {
		kp_user_miss(probe);
		return;
	}
	__module_get(THIS_MODULE);
	step->task = get_task_struct(current);
	step->probe = probe;
	step->vaddr = vaddr;
	step->trapnr = -1;
	step->is_queued = true;
	init_task_work(&step->work, end_step);
	raw_spin_lock_irqsave(&steps_lock, flags);
	drop_lost();
	hash_add_rcu(steps, &step->node, (unsigned long)current);
	raw_spin_unlock_irqrestore(&steps_lock, flags);
	/* it is on its way to user space: not exiting */
	WARN_ON_ONCE(task_work_add(current, &step->work, TWA_RESUME));
}

/**
 * kp_user_step_cancel() - the instruction will not run
 * @vaddr: address of the instruction, which a pre_handler has led away from
 *
 * Context: handler of the kernel's uprobes.
 */
void kp_user_step_cancel(unsigned long vaddr)
{
	struct step *step;
	unsigned long flags;

	raw_spin_lock_irqsave(&steps_lock, flags);
	hash_for_each_possible(steps, step, node, (unsigned long)current)
		if (step->task == current && step->vaddr == vaddr)
			step->probe = NULL;
	raw_spin_unlock_irqrestore(&steps_lock, flags);
}

/* steps_lock is held. */
static void queue(struct step *step)
{
	if (step->is_queued)
		return;
	step->is_queued = true;
	if (!task_work_add(step->task, &step->work, TWA_RESUME))
		return;
	/* too late: the task is gone, and calls no handler */
	hash_del_rcu(&step->node);
	release(step);
}

/* Before the kernel's uprobes, which mend the registers on the way back. */
static void on_stepped(void)
{
	struct hlist_node *next;
	struct step *step;
	unsigned long flags;

	if (!current->utask || !current->utask->active_uprobe)
		return;
	raw_spin_lock_irqsave(&steps_lock, flags);
	hash_for_each_possible_safe(steps, step, next, node,
				    (unsigned long)current)
		/* one that is aborted is in a list, and queued from there alone */
		if (step->task == current && !step->is_aborted &&
		    is_stepping(step->vaddr))
			queue(step);
	raw_spin_unlock_irqrestore(&steps_lock, flags);
}

/*
 * Of each CPU, those that were aborted there and nobody has queued: not found among all
 * steps, as all processes that sleep in one may be killed at once.
 */
static DEFINE_PER_CPU(struct llist_head, aborted);

static void queue_aborted(struct irq_work *work)
{
	struct step *step, *next;
	unsigned long flags;

	raw_spin_lock_irqsave(&steps_lock, flags);
	llist_for_each_entry_safe(step, next,
				  llist_del_all(this_cpu_ptr(&aborted)), aborted)
		queue(step);
	raw_spin_unlock_irqrestore(&steps_lock, flags);
}

/*
 * Task work cannot be added in an NMI, which a trap is on x86. On the task's own
 * CPU: there it gets no further before this has run.
 */
static DEFINE_PER_CPU(struct irq_work, abort_work);

/*
 * At the entry of a function that ends a step; not one that is called with
 * steps_lock held.
 */
static bool on_abort(struct pt_regs *regs)
{
	struct step *step;
	bool any = false;

	hash_for_each_possible_rcu_notrace(steps, step, node,
					   (unsigned long)current) {
		if (step->task != current || step->is_aborted)
			continue;
		if (is_stepping(step->vaddr))
			step->trapnr = kp_arch_user_trapnr();
		else if (!is_lost(step))
			continue;
		step->is_aborted = true;
		/* its work is to run, and sees that */
		if (step->is_queued)
			continue;
		llist_add(&step->aborted, this_cpu_ptr(&aborted));
		any = true;
	}
	if (any && in_nmi())
		irq_work_queue(this_cpu_ptr(&abort_work));
	else if (any)
		queue_aborted(NULL);
	return false;
}

/**
 * kp_user_step_forget() - call handlers of a probe no more
 * @probe: the probe, which is not inserted
 *
 * When it returns, none is running.
 *
 * Context: process context, may sleep.
 */
void kp_user_step_forget(struct kp_user_probe *probe)
{
	struct step *step;
	unsigned long flags;
	int i;

	raw_spin_lock_irqsave(&steps_lock, flags);
	hash_for_each(steps, i, step, node)
		if (step->probe == probe)
			step->probe = NULL;
	raw_spin_unlock_irqrestore(&steps_lock, flags);
	synchronize_srcu(&steps_srcu);
}

/* Where a step ends that does not complete. */
static const char * const ends[] = { "arch_uprobe_abort_xol", "uprobe_free_utask" };
static unsigned int nr_ends;
static bool is_enabled;

/**
 * kp_user_steps_enable() - make post_handlers and fault_handlers possible
 *
 * What it has made stays if it fails, and the next call goes on from there.
 *
 * Context: process context, one at a time; once is enough.
 * Return: 0, or as kp_internal_add() and kp_arch_user_steps_init().
 */
int kp_user_steps_enable(void)
{
	int ret, cpu;

	if (is_enabled)
		return 0;
	/* no addresses are put into what a module has per CPU */
	if (!nr_ends)
		for_each_possible_cpu(cpu)
			init_irq_work(per_cpu_ptr(&abort_work, cpu),
				      queue_aborted);
	for (; nr_ends < ARRAY_SIZE(ends); nr_ends++) {
		ret = kp_internal_add(ends[nr_ends], on_abort);
		if (ret)
			return ret;
	}
	ret = kp_arch_user_steps_init(on_stepped);
	is_enabled = !ret;
	return ret;
}

/* Nobody begins or ends one but end_step(). Returns whether that is to run still. */
static bool drop_all(void)
{
	struct hlist_node *next;
	bool is_queued = false;
	struct step *step;
	unsigned long flags;
	int i;

	raw_spin_lock_irqsave(&steps_lock, flags);
	hash_for_each_safe(steps, i, next, step, node) {
		if (step->is_queued) {
			is_queued = true;
			continue;
		}
		hash_del_rcu(&step->node);
		release(step);
	}
	raw_spin_unlock_irqrestore(&steps_lock, flags);
	return is_queued;
}

/**
 * kp_user_steps_exit() - undo kp_user_steps_enable()
 *
 * What is left of steps was begun when kprobes.ko was going already, at a probe
 * whose client does not hold it: the references of these have kept nothing.
 *
 * Context: module exit, after kp_internal_remove_all().
 */
void kp_user_steps_exit(void)
{
	unsigned long start = kp_arch_code((unsigned long)end_step);
	unsigned long size, offset;
	int cpu;

	if (!is_enabled)
		return;
	kp_arch_user_steps_exit();
	for_each_possible_cpu(cpu)
		irq_work_sync(per_cpu_ptr(&abort_work, cpu));
	while (drop_all())
		schedule_timeout_idle(HZ / 10);
	if (kp_ksyms.kallsyms_lookup_size_offset(start, &size, &offset))
		kp_stacks_wait((void *)start, (void *)start + size);
}
