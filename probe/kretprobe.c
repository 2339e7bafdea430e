// SPDX-License-Identifier: GPL-2.0
/*
 * Return probes: registering them, and the care for their instances. What
 * happens at a function's entry and return is in hit/return_entry.h and
 * return_hit.c.
 *
 * Instances come from two pools for each amount of data. From the one, return
 * probes with a maxactive take; each registration adds as many instances as it
 * may use. From the other, all those without a limit; a worker adds to it when
 * hits find it low, and keeps as many free as there are tasks.
 *
 * A function that never returns keeps its instance: a sweep takes back those of
 * tasks that have run for the last time, and of idle tasks of CPUs that are
 * offline.
 */
#include <linux/cpuhotplug.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include <arch/contract.h>
#include <arch/hit_hooks.h>
#include <arch/task_hooks.h>
#include <guard/clients.h>
#include <hit/kind.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <hit/return_entry.h>
#include <hit/return_probe.h>
#include <kernel/ksyms.h>
#include <place/refusals.h>
#include <point/retire.h>
#include <point/return_set.h>
#include <probe/instance_pool.h>
#include <probe/kretprobe.h>
#include <probe/registration.h>
#include <probe/removal.h>
#include <compat/task.h>

#define SWEEP_DELAY	(2 * HZ)
/* While somebody may be waiting for kprobes.ko to go. */
#define HELD_DELAY	(HZ / 10)
#define MIN_SPARE	256
#define MAX_HOLDERS	8
/* Looks for calls before the log says that rmmod waits: a tenth of a second each. */
#define SILENT_LOOKS	30

/**
 * struct kp_size_class - the pools for an amount of data
 * @data_size: the most that it is for
 * @reserved: instances for return probes with a maxactive
 * @num_reserved: how many these may use together
 * @spare: instances for all others
 */
struct kp_size_class {
	size_t data_size;
	struct kp_pool reserved;
	unsigned int num_reserved;
	struct kp_pool spare;
};

static struct kp_size_class size_classes[] = {
	{ .data_size = 16 },
	{ .data_size = 64 },
	{ .data_size = 256 },
	{ .data_size = 1024 },
	{ .data_size = KRETPROBE_MAX_DATA_SIZE },
};

/*
 * Protects the pools, except what hits do. Taken within kp_mutex; not held
 * when CPUs are waited for, as it is taken while one goes offline.
 */
static DEFINE_MUTEX(pools_mutex);

/* Protected by kp_mutex. */
static unsigned int num_registered;
static LIST_HEAD(retired);
static bool holds_module;

static int hotplug_state;

static void grow_work(struct work_struct *work);
static DECLARE_WORK(grow, grow_work);
static void sweep_work(struct work_struct *work);
static DECLARE_DELAYED_WORK(sweep, sweep_work);

static void on_low(struct irq_work *work)
{
	schedule_work(&grow);
}

static struct kp_size_class *class_of(size_t data_size)
{
	struct kp_size_class *class = size_classes;

	while (class->data_size < data_size)
		class++;
	return class;
}

static void visit_used(kp_pool_fn fn, void *data)
{
	int i;

	lockdep_assert_held(&pools_mutex);
	for (i = 0; i < ARRAY_SIZE(size_classes); i++) {
		kp_pool_visit_used(&size_classes[i].reserved, fn, data);
		kp_pool_visit_used(&size_classes[i].spare, fn, data);
	}
}

static unsigned int num_used(void)
{
	unsigned int used = 0;
	int i;

	lockdep_assert_held(&pools_mutex);
	for (i = 0; i < ARRAY_SIZE(size_classes); i++)
		used += kp_pool_nr_used(&size_classes[i].reserved) +
			kp_pool_nr_used(&size_classes[i].spare);
	return used;
}

/* Keep as many instances free as are in use, or as there are tasks. */
static int grow_spare(struct kp_size_class *class)
{
	unsigned int used = kp_pool_nr_used(&class->spare);
	unsigned int target = max_t(unsigned int, MIN_SPARE, used);

	if (kp_ksyms.nr_threads)
		target = max_t(unsigned int, target,
			       READ_ONCE(*kp_ksyms.nr_threads));
	if (class->spare.num - used >= target)
		return 0;
	return kp_pool_grow(&class->spare, target - (class->spare.num - used));
}

/* Returns whether there is memory for all. */
static bool grow_all(void)
{
	bool is_done = true;
	unsigned int before;
	int i;

	lockdep_assert_held(&pools_mutex);
	for (i = 0; i < ARRAY_SIZE(size_classes); i++) {
		struct kp_pool *spare = &size_classes[i].spare;

		before = spare->num;
		/* without memory, calls are missed and counted */
		if (before && grow_spare(&size_classes[i])) {
			pr_warn_ratelimited("no memory for more instances of return probes\n");
			is_done = false;
		}
		spare->num_grown += spare->num - before;
	}
	return is_done;
}

static void grow_work(struct work_struct *work)
{
	bool is_done;

	mutex_lock(&pools_mutex);
	is_done = grow_all();
	mutex_unlock(&pools_mutex);
	/* else hits would only ask in vain until the sweep has tried again */
	if (is_done)
		WRITE_ONCE(kp_returns_told, false);
}

/* Whether a task has run for the last time; it is not freed meanwhile. */
static bool is_dead(struct task_struct *task)
{
	return kp_task_state(task) == TASK_DEAD &&
	       /* pairs with the scheduler, which clears it at the very last */
	       !smp_load_acquire(&task->on_cpu);
}

static void give_back_if_dead(struct kretprobe_instance *ri, void *data)
{
	const struct task_struct *idle = data;
	struct task_struct *task;
	bool dead;

	rcu_read_lock();
	/* pairs with kp_return_enter(); NULL while that is at work */
	task = smp_load_acquire(&ri->task);
	dead = task && (idle ? task == idle : is_dead(task)) &&
	       /* still: it may have returned, and died then */
	       READ_ONCE(ri->task) == task;
	rcu_read_unlock();
	if (!dead)
		return;
	/* it neither returns any more nor takes another instance */
	kp_return_give_back(ri);
	put_task_struct(task);
}

static void mark_busy(struct kretprobe_instance *ri, void *data)
{
	/* pairs with kp_return_put(); NULL also while being taken */
	if (smp_load_acquire(&ri->task))
		READ_ONCE(ri->own)->is_busy = true;
}

/* Free what unregistered return probes leave when no call is under way. */
static void free_retired(void)
{
	struct kp_return *own, *next;

	lockdep_assert_held(&kp_mutex);
	if (!kp_return_sets_wait() && list_empty(&retired))
		return;
	list_for_each_entry(own, &retired, link)
		own->is_busy = false;
	mutex_lock(&pools_mutex);
	visit_used(mark_busy, NULL);
	list_for_each_entry_safe(own, next, &retired, link) {
		if (own->is_busy)
			continue;
		list_del(&own->link);
		own->class->num_reserved -= own->max;
		kfree(own);
	}
	mutex_unlock(&pools_mutex);
	kp_return_sets_free();
}

static void sweep_work(struct work_struct *work)
{
	bool used;

	kp_mutex_lock_idle();
	mutex_lock(&pools_mutex);
	visit_used(give_back_if_dead, NULL);
	used = num_used();
	/* there may be more tasks than when a hit last asked */
	if (num_registered)
		grow_all();
	mutex_unlock(&pools_mutex);
	WRITE_ONCE(kp_returns_told, false);
	free_retired();
	/* as in kp_returns_settle() */
	if (!used || num_registered)
		kp_hold_module(&holds_module, false);
	if (used || num_registered || !list_empty(&retired))
		schedule_delayed_work(&sweep, holds_module ? HELD_DELAY :
							     SWEEP_DELAY);
	mutex_unlock(&kp_mutex);
}

/*
 * Called when the CPU is dead, and before it comes again: whatever its idle task
 * was in, it will not return from. It may still be on its way out of what reports
 * its death; but since it was offline it has got no instance
 * (kp_return_goes_off()), and what it has been in for longer is the idle loop.
 */
static int on_cpu_dead(unsigned int cpu)
{
	if (kp_arch_idle_goes_on())
		return 0;
	mutex_lock(&pools_mutex);
	visit_used(give_back_if_dead, kp_ksyms.idle_task(cpu));
	mutex_unlock(&pools_mutex);
	return 0;
}

static int check(const struct kprobe *kp, const char **why)
{
	const struct kretprobe *rp = container_of(kp, struct kretprobe, kp);

	if (rp->data_size <= KRETPROBE_MAX_DATA_SIZE)
		return 0;
	*why = "data_size is more than KRETPROBE_MAX_DATA_SIZE";
	return -E2BIG;
}

static void find_handlers(const struct kprobe *kp, struct kp_clients *clients)
{
	const struct kretprobe *rp = container_of(kp, struct kretprobe, kp);

	kp_clients_find(clients, rp->handler);
	kp_clients_find(clients, rp->entry_handler);
}

static int reserve(struct kp_return *own)
{
	struct kp_size_class *class = own->class;
	unsigned int wanted;
	int ret = 0;

	if (!own->pool->hint)
		ret = kp_pool_init(own->pool, class->data_size);
	if (ret)
		return ret;
	if (!own->max)
		return grow_spare(class);

	/* one more a CPU, for an NMI that comes just before one is given back */
	wanted = class->num_reserved + own->max + num_possible_cpus();
	if (wanted > own->pool->num)
		ret = kp_pool_grow(own->pool, wanted - own->pool->num);
	if (!ret)
		class->num_reserved += own->max;
	return ret;
}

static int attach(struct kp_probe *probe, const char **why)
{
	struct kretprobe *rp = container_of(probe->kp, struct kretprobe, kp);
	struct kp_return *own = kzalloc(sizeof(*own), GFP_KERNEL);
	int ret;

	lockdep_assert_held(&kp_mutex);
	*why = "out of memory for instances";
	if (!own)
		return -ENOMEM;
	own->rp = rp;
	own->addr = kp_probe_pp(probe)->home.addr;
	if (rp->maxactive > 0 && rp->maxactive != rp->default_maxactive)
		own->max = rp->maxactive;
	own->class = class_of(rp->data_size);
	own->pool = own->max ? &own->class->reserved : &own->class->spare;
	mutex_lock(&pools_mutex);
	ret = reserve(own);
	mutex_unlock(&pools_mutex);
	if (ret) {
		kfree(own);
		return ret;
	}
	if (!own->max) {
		rp->maxactive = max_t(unsigned int, 10,
				      2 * num_possible_cpus());
		rp->default_maxactive = rp->maxactive;
	}
	rp->nmissed = 0;
	rp->kp.pre_handler = NULL;
	rp->kp.post_handler = NULL;
	probe->own = own;
	num_registered++;
	schedule_delayed_work(&sweep, SWEEP_DELAY);
	return 0;
}

static void detach(struct kp_probe *probe)
{
	struct kp_return *own = probe->own;

	WRITE_ONCE(own->rp, &kp_return_gone);
	kp_return_forget_copies(own);
	num_registered--;
}

static void release(struct kp_probe *probe)
{
	struct kp_return *own = probe->own;

	lockdep_assert_held(&kp_mutex);
	list_add(&own->link, &retired);
	schedule_delayed_work(&sweep, SWEEP_DELAY);
}

/**
 * struct count - instances of one return probe
 * @rp: the return probe
 * @num: how many it uses
 */
struct count {
	const struct kretprobe *rp;
	unsigned int num;
};

static void count_own(struct kretprobe_instance *ri, void *data)
{
	const struct kp_return *own;
	struct count *count = data;

	/* pairs with kp_return_enter() */
	if (!smp_load_acquire(&ri->task))
		return;
	own = READ_ONCE(ri->own);
	while (own->rp != count->rp) {
		const struct kp_return_copy *older = kp_return_older(own);

		if (!older)
			return;
		own = &older->own;
	}
	count->num++;
}

static void show(struct seq_file *m, const struct kp_probe *probe)
{
	const struct kretprobe *rp = container_of(probe->kp, struct kretprobe,
						  kp);
	struct count count = { .rp = rp };

	mutex_lock(&pools_mutex);
	visit_used(count_own, &count);
	mutex_unlock(&pools_mutex);
	seq_printf(m, " without instance %d in use %u",
		   READ_ONCE(rp->nmissed), count.num);
}

static const struct kp_kind return_kind = {
	.number		= KP_KIND_RETURN,
	.letter		= 'r',
	.name		= "return probe",
	.size		= sizeof(struct kretprobe),
	.on_entry	= true,
	.is_return	= true,
	.is_late	= true,
	.find_handlers	= find_handlers,
	.check		= check,
	.attach		= attach,
	.detach		= detach,
	.release	= release,
	.show		= show,
};

/**
 * struct holders - tasks that keep kprobes.ko loaded
 * @m: where they are listed
 * @num: how many were
 */
struct holders {
	struct seq_file *m;
	unsigned int num;
};

static void show_holder(struct kretprobe_instance *ri, void *data)
{
	struct holders *holders = data;
	struct task_struct *task;

	rcu_read_lock();
	/* pairs with kp_return_enter() */
	task = smp_load_acquire(&ri->task);
	if (task && holders->num++ < MAX_HOLDERS)
		seq_printf(holders->m, "return held by: %s %d\n", task->comm,
			   task_pid_nr(task));
	rcu_read_unlock();
}

/**
 * kp_returns_show() - for `stats`
 * @m: where to
 *
 * Context: process context, kp_mutex held, kprobes.ko held by the reader.
 */
void kp_returns_show(struct seq_file *m)
{
	struct holders holders = { .m = m };
	unsigned int num = 0, grown = 0, used;
	int i;

	lockdep_assert_held(&kp_mutex);
	mutex_lock(&pools_mutex);
	if (holds_module)
		visit_used(give_back_if_dead, NULL);
	used = num_used();
	for (i = 0; i < ARRAY_SIZE(size_classes); i++) {
		num += size_classes[i].reserved.num + size_classes[i].spare.num;
		grown += size_classes[i].spare.num_grown;
	}
	/* what is told is what holds it now */
	if (holds_module && (!used || num_registered))
		kp_hold_module(&holds_module, false);
	seq_printf(m, "return instances: %u in use, %u free, %u grown\n",
		   used, num - used, grown);
	if (holds_module)
		visit_used(show_holder, &holders);
	if (holds_module && !holders.num)
		seq_puts(m, "return held by: a call that is just ending\n");
	mutex_unlock(&pools_mutex);
}

/**
 * kp_returns_settle() - the last client has gone: may the module go too?
 *
 * While tasks are in functions whose return address leads to a stub,
 * kprobes.ko holds a reference on itself. When it goes already, kp_returns_wait()
 * waits.
 *
 * Context: process context, kp_mutex held, called by a client, or module exit.
 */
void kp_returns_settle(void)
{
	lockdep_assert_held(&kp_mutex);
	if (!module_is_live(THIS_MODULE))
		return;
	mutex_lock(&pools_mutex);
	visit_used(give_back_if_dead, NULL);
	/* one of nobody that is registered may be in use for ever */
	kp_hold_module(&holds_module, !num_registered && num_used());
	mutex_unlock(&pools_mutex);
	mod_delayed_work(system_wq, &sweep, holds_module ? HELD_DELAY :
							   SWEEP_DELAY);
}

static void tell_first(struct kretprobe_instance *ri, void *data)
{
	struct task_struct *task;
	bool *is_told = data;

	rcu_read_lock();
	/* pairs with kp_return_enter() */
	task = smp_load_acquire(&ri->task);
	if (task && !*is_told) {
		pr_warn("waiting until %s %d returns from %ps, whose return probe nobody has unregistered\n",
			task->comm, task_pid_nr(task), (void *)ri->own->addr);
		*is_told = true;
	}
	rcu_read_unlock();
}

/**
 * kp_returns_wait() - wait until no call leads to a stub
 *
 * There is none any more, as kp_returns_settle() has seen to it, but of a return probe that
 * was registered still: who has left it behind could not be told. The log says which.
 *
 * Context: process context, module exit; nothing is armed.
 */
void kp_returns_wait(void)
{
	unsigned int used, num_looks = 0;
	bool is_told = false;

	for (;;) {
		mutex_lock(&pools_mutex);
		visit_used(give_back_if_dead, NULL);
		used = num_used();
		if (++num_looks > SILENT_LOOKS && !is_told)
			visit_used(tell_first, &is_told);
		mutex_unlock(&pools_mutex);
		if (!used)
			return;
		schedule_timeout_idle(HZ / 10);
	}
}

/**
 * kp_returns_init() - get ready for return probes
 *
 * Context: module init.
 * Return: 0, or what cpuhp_setup_state_nocalls() returned.
 */
int kp_returns_init(void)
{
	int ret = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN,
					    "kprobes:returns", on_cpu_dead,
					    on_cpu_dead);

	if (ret < 0)
		return ret;
	hotplug_state = ret;
	init_irq_work(&kp_returns_low, on_low);
	return 0;
}

/**
 * kp_returns_exit() - free all instances
 *
 * Context: module exit: no return probe is registered, all instances are free,
 * and nobody is in a stub.
 */
void kp_returns_exit(void)
{
	int i;

	cpuhp_remove_state_nocalls(hotplug_state);
	irq_work_sync(&kp_returns_low);
	cancel_work_sync(&grow);
	cancel_delayed_work_sync(&sweep);
	mutex_lock(&kp_mutex);
	free_retired();
	mutex_unlock(&kp_mutex);
	for (i = 0; i < ARRAY_SIZE(size_classes); i++) {
		kp_pool_exit(&size_classes[i].reserved);
		kp_pool_exit(&size_classes[i].spare);
	}
}

/**
 * register_kretprobes() - place several return probes, all or none
 * @rps: the return probes
 * @num: how many, at least 1
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: 0; -EINVAL if an address is not at a function's entry, or the
 * function is one whose returns must be left alone; -E2BIG if a data_size is
 * more than KRETPROBE_MAX_DATA_SIZE; or as register_kprobes().
 *
 * Source: Documentation/trace/kprobes.rst, "register_*probes".
 */
int register_kretprobes(struct kretprobe **rps, int num)
{
	BUILD_BUG_ON(offsetof(struct kretprobe, kp));
	return kp_register(KP_CALL, (struct kprobe **)rps, num, &return_kind);
}
EXPORT_SYMBOL_GPL(register_kretprobes);

/**
 * register_kretprobe() - place a return probe
 * @rp: the return probe; stays the caller's, who must not change or free it
 *	until unregister_kretprobe() has returned
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: as register_kretprobes().
 *
 * Source: Documentation/trace/kprobes.rst, "register_kretprobe".
 */
int register_kretprobe(struct kretprobe *rp)
{
	return kp_register(KP_CALL, (struct kprobe **)&rp, 1, &return_kind);
}
EXPORT_SYMBOL_GPL(register_kretprobe);

/**
 * unregister_kretprobes() - remove several return probes
 * @rps: the return probes
 * @num: how many
 *
 * When it returns, no handler of theirs is running or will be called. It does
 * not wait for calls that are under way: they return as if there had been no
 * probe.
 *
 * Context: process context, may sleep. Not from a probe handler.
 *
 * Source: Documentation/trace/kprobes.rst, "unregister_*probes".
 */
void unregister_kretprobes(struct kretprobe **rps, int num)
{
	kp_unregister(KP_CALL, (struct kprobe **)rps, num);
}
EXPORT_SYMBOL_GPL(unregister_kretprobes);

/**
 * unregister_kretprobe() - remove a return probe
 * @rp: the return probe
 *
 * As unregister_kretprobes() for one.
 *
 * Context: process context, may sleep. Not from a probe handler.
 *
 * Source: Documentation/trace/kprobes.rst, "unregister_*probe".
 */
void unregister_kretprobe(struct kretprobe *rp)
{
	kp_unregister(KP_CALL, (struct kprobe **)&rp, 1);
}
EXPORT_SYMBOL_GPL(unregister_kretprobe);

/**
 * is_kretprobe_trampoline() - whether an address on a stack is a return stub
 * @addr: a return address
 *
 * Context: any.
 *
 * Source: include/linux/kprobes.h.
 */
bool is_kretprobe_trampoline(unsigned long addr)
{
	return kp_arch_stub_data(addr);
}
EXPORT_SYMBOL_GPL(is_kretprobe_trampoline);

/**
 * kretprobe_find_ret_addr() - the real return address behind a return stub
 * @task: ignored
 * @frame: where on a stack the return address is
 * @cur: ignored
 *
 * Context: any; the frame must not return meanwhile.
 * Return: where the function returns to; 0 if there is no return stub.
 *
 * Source: include/linux/kprobes.h.
 */
unsigned long kretprobe_find_ret_addr(struct task_struct *task, void *frame,
				      struct llist_node **cur)
{
	unsigned long word = READ_ONCE_NOCHECK(*(unsigned long *)frame);
	const struct kretprobe_instance *ri =
		kp_arch_stub_data(kp_arch_plain_address(word));

	return ri ? (unsigned long)ri->ret_addr : 0;
}
EXPORT_SYMBOL_GPL(kretprobe_find_ret_addr);
