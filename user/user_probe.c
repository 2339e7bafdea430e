// SPDX-License-Identifier: GPL-2.0
/*
 * Probes in user space: registering them with the kernel's uprobes, by file and
 * offset, or by path and symbol.
 */
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include <arch/contract.h>
#include <guard/clients.h>
#include <hit/hit.h>
#include <place/refusals.h>
#include <place/why.h>
#include <point/arming.h>
#include <user/user_place.h>
#include <user/user_probe.h>

/*
 * Held while the kernel's uprobes are asked, which may read files and wait for
 * other tasks' memory.
 */
static DEFINE_MUTEX(insert_mutex);

/* All probes in user space, in order of registration. */
static DEFINE_MUTEX(list_mutex);
static LIST_HEAD(user_probes);

/* --- in and out of the kernel's uprobes */

/*
 * Not the kernel's queue: all that it may run at once may wait for insert_mutex. And
 * who waits for it may be what memory waits for.
 */
static struct workqueue_struct *queue;

/**
 * struct request - what a worker is to ask the kernel's uprobes
 * @work: for the worker
 * @probe: the probe
 * @ask: asks it, in the worker
 * @ret: the answer
 */
struct request {
	struct work_struct work;
	struct kp_user_probe *probe;
	int (*ask)(struct kp_user_probe *probe);
	int ret;
};

static int ask_register(struct kp_user_probe *probe)
{
	return kp_uprobe_register(&probe->uprobe, probe->inode, probe->offset,
				  probe->ref_ctr_offset);
}

static int ask_unregister(struct kp_user_probe *probe)
{
	kp_uprobe_unregister(&probe->uprobe, probe->inode, probe->offset);
	return 0;
}

static void ask(struct work_struct *work)
{
	struct request *request = container_of(work, struct request, work);

	request->ret = request->ask(request->probe);
}

/*
 * In a worker, which cannot be killed. For a task that is being killed, the kernel
 * reaches no memory of processes: their breakpoints would stay, and unregistering does
 * not say so.
 */
static int ask_worker(struct kp_user_probe *probe,
		      int (*fn)(struct kp_user_probe *probe))
{
	struct request request = { .probe = probe, .ask = fn };

	INIT_WORK_ONSTACK(&request.work, ask);
	queue_work(queue, &request.work);
	flush_work(&request.work);
	destroy_work_on_stack(&request.work);
	return request.ret;
}

static int insert(struct kp_user_probe *probe, const char **why)
{
	int ret;

	lockdep_assert_held(&insert_mutex);
	if (probe->is_inserted || !probe->is_wanted || kp_is_disarmed())
		return 0;
	ret = ask_worker(probe, ask_register);
	/* since 6.12 it may have been hit before that failed */
	if (ret && probe->has_step)
		kp_user_step_forget(probe);
	/* one is not known outside of the kernel, one is about files for us */
	if (ret == -ENOTSUPP || ret == -ENOEXEC)
		return refuse(-EILSEQ, "the instruction cannot be probed", why);
	if (ret == -EIO)
		return refuse(ret, "the file cannot be read", why);
	if (ret)
		return refuse(ret, "the kernel's uprobes refuse it", why);
	WRITE_ONCE(probe->is_inserted, true);
	return 0;
}

/* When it returns, no handler is running. */
static void take_out(struct kp_user_probe *probe)
{
	lockdep_assert_held(&insert_mutex);
	if (!probe->is_inserted)
		return;
	ask_worker(probe, ask_unregister);
	if (probe->has_step)
		kp_user_step_forget(probe);
	WRITE_ONCE(probe->is_inserted, false);
}

/* --- registering */

static struct kp_user_probe *find_probe(const struct kprobe *kp)
{
	struct kp_user_probe *probe, *found = NULL;

	mutex_lock(&list_mutex);
	list_for_each_entry(probe, &user_probes, link)
		if (probe->kp == kp)
			found = probe;
	mutex_unlock(&list_mutex);
	return found;
}

static void probe_free(struct kp_user_probe *probe)
{
	put_pid(probe->pid);
	kfree(probe->path);
	kfree(probe->symbol);
	free_percpu(probe->cpus);
	kp_clients_free(probe->clients);
	kfree(probe);
}

/* The inode's reference is the probe's when this succeeds. */
static struct kp_user_probe *probe_alloc(struct kprobe *kp,
					 const struct kp_user_place *place)
{
	struct kp_user_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	if (!probe)
		return NULL;
	probe->cpus = alloc_percpu(struct kp_user_cpu);
	probe->path = kstrdup(place->path, GFP_KERNEL);
	probe->symbol = kstrdup(place->symbol, GFP_KERNEL);
	if (!probe->cpus || (place->path && !probe->path) ||
	    (place->symbol && !probe->symbol)) {
		probe_free(probe);
		return NULL;
	}
	probe->kp = kp;
	probe->up = kp->user;
	probe->inode = place->inode;
	probe->offset = place->offset;
	probe->symbol_offset = place->symbol_offset;
	probe->ref_ctr_offset = probe->up->ref_ctr_offset;
	probe->has_step = kp->post_handler || kp->fault_handler;
	probe->is_wanted = !(kp->flags & KPROBE_FLAG_DISABLED);
	return probe;
}

static int check_fields(const struct kprobe *kp, const char **why)
{
	unsigned long last;
	struct uprobe *up;

	if (!IS_ENABLED(CONFIG_UPROBES))
		return refuse(-EOPNOTSUPP,
			      "the kernel has no uprobes (CONFIG_UPROBES)", why);
	if (!kp)
		return refuse(-EINVAL, "there is no probe", why);
	/* a fault behind this would leave insert_mutex held */
	if (get_kernel_nofault(up, &kp->user))
		return refuse(-EFAULT, "the struct cannot be read", why);
	if (!up)
		return refuse(-EINVAL, "its member user is NULL", why);
	if (get_kernel_nofault(last, &up->ref_ctr_offset))
		return refuse(-EFAULT, "its member user cannot be read", why);
	if (kp->addr || kp->symbol_name || kp->offset)
		return refuse(-EINVAL, "addr, symbol_name and offset are for the kernel",
			      why);
	if (kp->flags & ~KPROBE_FLAG_DISABLED)
		return refuse(-EINVAL, "unknown flags", why);
	if (kp->pre_handler == kp_jprobe_entry)
		return refuse(-EINVAL, "its pre_handler is a jprobe's", why);
	if (!kp->pre_handler && !kp->post_handler && !kp->fault_handler &&
	    !up->ret_handler)
		return refuse(-EINVAL, "there is no handler", why);
	if (find_probe(kp))
		return refuse(-EINVAL, "this struct is registered already", why);
	return 0;
}

static bool is_process(struct pid *pid)
{
	bool ret;

	rcu_read_lock();
	ret = pid && pid_task(pid, PIDTYPE_TGID);
	rcu_read_unlock();
	return ret;
}

/*
 * Into the list, before its handlers can be called: a module that leaves either
 * finds it there, or is seen to be leaving here.
 */
static int list_add_probe(struct kp_user_probe *probe, unsigned long caller,
			  const char **why)
{
	const struct kprobe *kp = probe->kp;
	struct kp_clients clients;
	int ret;

	mutex_lock(&list_mutex);
	kp_clients_begin(&clients, caller);
	kp_clients_find(&clients, kp);
	kp_clients_find(&clients, probe->up);
	kp_clients_find(&clients, kp->pre_handler);
	kp_clients_find(&clients, kp->post_handler);
	kp_clients_find(&clients, kp->fault_handler);
	kp_clients_find(&clients, probe->up->ret_handler);
	ret = kp_clients_keep(&clients, &probe->clients, why);
	if (!ret)
		list_add_tail(&probe->link, &user_probes);
	mutex_unlock(&list_mutex);
	return ret;
}

static void list_del_probe(struct kp_user_probe *probe)
{
	mutex_lock(&list_mutex);
	list_del(&probe->link);
	mutex_unlock(&list_mutex);
}

/* Handlers may look at the members from the first hit on. */
static int insert_first(struct kp_user_probe *probe, const char **why)
{
	struct uprobe *up = probe->up, before = *up;
	unsigned long nmissed = probe->kp->nmissed;
	int ret;

	up->own = probe;
	up->inode = probe->inode;
	up->offset = probe->offset;
	up->addr = NULL;
	up->vma = NULL;
	up->page = NULL;
	probe->kp->nmissed = 0;
	if (probe->has_step && kp_user_steps_enable())
		ret = refuse(-EOPNOTSUPP, "no post_handler or fault_handler: see the log",
			     why);
	else
		ret = insert(probe, why);
	if (ret) {
		*up = before;
		probe->kp->nmissed = nmissed;
	}
	return ret;
}

static int probe_add(struct kprobe *kp, struct kp_user_place *place,
		     unsigned long caller, const char **why)
{
	struct uprobe *up = kp->user;
	struct kp_user_probe *probe;
	int ret;

	if (place->offset < 0 || place->offset >= i_size_read(place->inode))
		return refuse(-EINVAL, "behind the end of the file", why);
	probe = probe_alloc(kp, place);
	if (!probe)
		return refuse(-ENOMEM, "out of memory", why);
	if (up->pid) {
		probe->pid = find_get_pid(up->pid);
		if (!is_process(probe->pid)) {
			probe_free(probe);
			return refuse(-ESRCH, "no such process", why);
		}
	}
	kp_user_init_consumer(probe);
	ret = list_add_probe(probe, caller, why);
	if (ret) {
		probe_free(probe);
		return ret;
	}
	ret = insert_first(probe, why);
	if (ret) {
		list_del_probe(probe);
		probe_free(probe);
	}
	return ret;
}

static int register_place(const struct kp_call *call, struct kprobe *kp,
			  struct kp_user_place *place)
{
	char target[KP_USER_MAX_TARGET];
	const char *why = NULL;
	int ret;

	kp_refusal_forget(kp);
	ret = check_fields(kp, &why);
	if (!ret && place->symbol_offset && kp->user->ret_handler)
		ret = refuse(-EINVAL, "ret_handler: not at a function's entry", &why);
	if (!ret)
		ret = kp_user_place_hold(place, kp->user, &why);
	kp_user_place_describe(target, place);
	if (!ret) {
		mutex_lock(&insert_mutex);
		/* the same struct may have been registered meanwhile */
		ret = check_fields(kp, &why) ?:
		      probe_add(kp, place, call->ip, &why);
		mutex_unlock(&insert_mutex);
		if (ret)
			kp_user_place_release(place->inode);
	}
	if (ret)
		kp_refuse_at(call, kp, target, ret, why);
	return ret;
}

/**
 * register_kprobe_user() - place a probe in user space, by file and offset
 * @kp: the probe; its member user says where. Both stay the caller's, who must
 *	not change or free them until unregister_kprobe_user() has returned
 *
 * It is in every process that has the file mapped, or will have. The file may be
 * deleted meanwhile, and its file system unmounted: both are there until
 * unregister_kprobe_user().
 *
 * Handlers are called in the task that hit, as in a system call: they may sleep,
 * and access its memory. fault_handler is called when the instruction faulted and
 * the task is about to get a signal; its result is ignored.
 *
 * Context: process context, may sleep. Not from a handler.
 * Return: 0; -EOPNOTSUPP if the kernel has no uprobes, or if its functions
 * arch_uprobe_abort_xol() and uprobe_free_utask() could not be probed, for a
 * post_handler or fault_handler; -EINVAL for bad arguments, a struct that is
 * registered already, what is no regular file, or an offset that is not in it, or
 * for which another has another ref_ctr_offset; -EILSEQ if the instruction cannot be probed, as far
 * as some process has it mapped; -EIO if the file cannot be read; -ESRCH if
 * there is no process of that number; -ENOENT if the file is going away; -EFAULT if a
 * struct is not in the kernel's memory; -ENOMEM.
 *
 * Source: register_kprobe_user() of Dynamic Probes.
 */
int register_kprobe_user(struct kprobe *kp)
{
	struct kp_user_place place = {};

	return register_place(KP_CALL, kp, &place);
}
EXPORT_SYMBOL_GPL(register_kprobe_user);

/**
 * register_uprobe_path() - place a probe in user space, by path and symbol
 * @path: of a program or library, as the calling task sees it
 * @symbol: function in it; or NULL
 * @offset: bytes from @symbol; without it, offset in the file
 * @kp: as for register_kprobe_user(), except that inode and offset of its
 *	member user are set
 *
 * Context: process context, may sleep. Not from a handler.
 * Return: as register_kprobe_user(); -ENOEXEC if @symbol is given and it is no
 * ELF file, or a broken one; -ENOENT if it has no such function; -ENOTUNIQ if it
 * has several of that name; -EOPNOTSUPP if it is chosen when the program starts;
 * -EINTR if the caller is being killed; -EINVAL for a ret_handler that is not at a
 * function's entry; or what opening the file returned.
 */
int register_uprobe_path(const char *path, const char *symbol,
			 unsigned long offset, struct kprobe *kp)
{
	struct kp_user_place place = {
		.path		= path,
		.symbol		= symbol,
		.symbol_offset	= symbol ? offset : 0,
		.offset		= symbol ? 0 : offset,
	};

	if (!path)
		return kp_refuse_at(KP_CALL, kp, "(no path)",
				    -EINVAL, "there is no path");
	return register_place(KP_CALL, kp, &place);
}
EXPORT_SYMBOL_GPL(register_uprobe_path);

static void remove(struct kp_user_probe *probe)
{
	take_out(probe);
	list_del_probe(probe);
	kp_user_place_release(probe->inode);
	probe_free(probe);
}

/**
 * unregister_kprobe_user() - remove a probe from user space
 * @kp: the probe; one that is not registered is left alone
 *
 * When it returns, no handler is running or will be called. Functions that were
 * entered before return without.
 *
 * Context: process context, may sleep. Not from a handler.
 *
 * Source: unregister_kprobe_user() of Dynamic Probes.
 */
void unregister_kprobe_user(struct kprobe *kp)
{
	struct kp_user_probe *probe;

	mutex_lock(&insert_mutex);
	probe = find_probe(kp);
	if (probe) {
		/* handlers may look at the members up to here */
		take_out(probe);
		probe->up->own = NULL;
		/* it was the caller's only if the path was not */
		if (probe->path)
			probe->up->inode = NULL;
		remove(probe);
	}
	mutex_unlock(&insert_mutex);
}
EXPORT_SYMBOL_GPL(unregister_kprobe_user);

static struct kp_user_probe *find_left(const struct kp_leaving *leaving)
{
	struct kp_user_probe *probe;

	list_for_each_entry(probe, &user_probes, link)
		if (kp_clients_leave(probe->clients, leaving))
			return probe;
	return NULL;
}

/**
 * kp_user_probes_remove_left() - remove the probes of a module that leaves
 * @leaving: the module
 *
 * When it returns, no handler in it is running or will be called. Only if there
 * is such a probe, insert_mutex is taken: reading a file with that held may need a
 * module to be loaded.
 *
 * Context: process context, a notifier of modules.
 */
void kp_user_probes_remove_left(struct kp_leaving *leaving)
{
	struct kp_user_probe *probe;
	const char *name;
	bool is_any;

	mutex_lock(&list_mutex);
	is_any = find_left(leaving);
	mutex_unlock(&list_mutex);
	if (!is_any)
		return;
	mutex_lock(&insert_mutex);
	while ((probe = find_left(leaving))) {
		name = probe->symbol ?: probe->path ?: "inode";
		kp_leaving_report(leaving, probe->kp,
				  "probe in user space at %*pE+0x%llx",
				  (int)strlen(name), name,
				  probe->symbol ? (u64)probe->symbol_offset :
						  (u64)probe->offset);
		remove(probe);
	}
	mutex_unlock(&insert_mutex);
}

static int switch_probe(const struct kp_call *call, struct kprobe *kp, bool on)
{
	const char *why = "the probe is not registered";
	struct kp_user_probe *probe;
	int ret = -EINVAL;

	kp_refusal_forget(kp);
	mutex_lock(&insert_mutex);
	probe = find_probe(kp);
	if (probe) {
		probe->is_wanted = on;
		ret = 0;
		if (on)
			ret = insert(probe, &why);
		else
			take_out(probe);
		probe->is_wanted = on && !ret;
	}
	mutex_unlock(&insert_mutex);
	if (ret)
		kp_refuse_at(call, kp, "(user space)", ret, why);
	return ret;
}

/**
 * insert_kprobe_userspace() - put a probe back that remove_kprobe_user() took
 * @kp: a registered probe
 *
 * In the classic interface, this put it into a page of a process; registering
 * does so by now, for all processes.
 *
 * Context: process context, may sleep. Not from a handler.
 * Return: 0, also if it is there; -EINVAL if it is not registered; or as
 * register_kprobe_user().
 *
 * Source: insert_kprobe_user() of Dynamic Probes.
 */
int insert_kprobe_userspace(struct kprobe *kp)
{
	return switch_probe(KP_CALL, kp, true);
}
EXPORT_SYMBOL_GPL(insert_kprobe_userspace);

/**
 * remove_kprobe_user() - take a probe out of all processes, but keep it registered
 * @kp: a registered probe
 *
 * When it returns, no handler is running.
 *
 * Context: process context, may sleep. Not from a handler.
 * Return: 0, also if it is out; -EINVAL if it is not registered.
 *
 * Source: remove_kprobe_user() of Dynamic Probes.
 */
int remove_kprobe_user(struct kprobe *kp)
{
	return switch_probe(KP_CALL, kp, false);
}
EXPORT_SYMBOL_GPL(remove_kprobe_user);

/**
 * kp_user_probes_set_enabled() - insert all probes, or take all out
 *
 * Which, kp_is_disarmed() says.
 *
 * Context: process context, may sleep; no locks.
 * Return: 0; or what the last that could not be inserted would have got from
 * register_kprobe_user().
 */
int kp_user_probes_set_enabled(void)
{
	struct kp_user_probe *probe;
	const char *why = NULL;
	int ret = 0, error;

	mutex_lock(&insert_mutex);
	/* changed with insert_mutex held alone */
	list_for_each_entry(probe, &user_probes, link) {
		if (kp_is_disarmed()) {
			take_out(probe);
			continue;
		}
		error = insert(probe, &why);
		if (!error)
			continue;
		pr_warn("inode %llu:0x%llx: not inserted: %s\n",
			(u64)probe->inode->i_ino, probe->offset, why);
		ret = error;
	}
	mutex_unlock(&insert_mutex);
	return ret;
}

/**
 * kp_user_probes_init() - make the queue of the worker that asks the kernel's uprobes
 *
 * Context: process context, module init.
 * Return: 0 or -ENOMEM.
 */
int kp_user_probes_init(void)
{
	if (!IS_ENABLED(CONFIG_UPROBES))
		return 0;
	queue = alloc_ordered_workqueue("kprobes_user", WQ_MEM_RECLAIM);
	return queue ? 0 : -ENOMEM;
}

/**
 * kp_user_probes_exit() - undo kp_user_probes_init(); no probe is left
 *
 * Context: process context, module exit.
 */
void kp_user_probes_exit(void)
{
	if (queue)
		destroy_workqueue(queue);
}

/* --- what people read */

static void show(struct seq_file *m, const struct kp_user_probe *probe)
{
	seq_printf(m, "%016llx  u  ", probe->offset);
	if (probe->symbol)
		seq_printf(m, "%*pE+0x%lx  ", (int)strlen(probe->symbol),
			   probe->symbol, probe->symbol_offset);
	if (probe->path)
		seq_printf(m, "%*pE", (int)strlen(probe->path), probe->path);
	else
		seq_printf(m, "inode %llu of %s",
			   (u64)probe->inode->i_ino, probe->inode->i_sb->s_id);
}

static const char *mark(const struct kp_user_probe *probe)
{
	if (!READ_ONCE(probe->is_wanted))
		return " [DISABLED]";
	return READ_ONCE(probe->is_inserted) ? "" : " [DISARMED]";
}

/**
 * kp_user_probes_list() - the lines of probes in user space in `list`
 * @m: where to
 *
 * Context: process context; takes list_mutex.
 */
void kp_user_probes_list(struct seq_file *m)
{
	const struct kp_user_probe *probe;

	mutex_lock(&list_mutex);
	list_for_each_entry(probe, &user_probes, link) {
		show(m, probe);
		seq_printf(m, "%s%s\n",
			   probe->uprobe.consumer.ret_handler ? " [RETURN]" : "",
			   mark(probe));
	}
	mutex_unlock(&list_mutex);
}

/**
 * kp_user_probes_stats() - the lines of probes in user space in `stats`
 * @m: where to
 *
 * Context: process context; takes list_mutex.
 */
void kp_user_probes_stats(struct seq_file *m)
{
	const struct kp_user_probe *probe;
	unsigned long hits, returns;
	int cpu;

	mutex_lock(&list_mutex);
	list_for_each_entry(probe, &user_probes, link) {
		hits = 0;
		returns = 0;
		for_each_possible_cpu(cpu) {
			const struct kp_user_cpu *here =
				per_cpu_ptr(probe->cpus, cpu);

			hits += READ_ONCE(here->hits);
			returns += READ_ONCE(here->returns);
		}
		show(m, probe);
		seq_printf(m, " hits %lu missed %lu returns %lu\n", hits,
			   READ_ONCE(probe->kp->nmissed), returns);
	}
	mutex_unlock(&list_mutex);
}
