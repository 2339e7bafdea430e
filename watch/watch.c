// SPDX-License-Identifier: GPL-2.0
/* Watchpoint probes: registering them; modules that go; what people read. */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kwatch.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <arch/contract.h>
#include <guard/clients.h>
#include <hit/probe_table.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <place/refusals.h>
#include <place/resolve.h>
#include <place/why.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/jump_queue.h>
#include <point/point_slots.h>
#include <watch/watch.h>
#include <compat/smp.h>

static const char why_registered[] = "this struct is registered already";
static const char why_per_cpu[] = "a per-CPU variable: the address of a CPU's is needed";

/* All watches, in order of registration; protected by kp_mutex. */
static LIST_HEAD(watches);

/* Those that modules have left behind: no more than something to compare with. */
static LIST_HEAD(left);

static DECLARE_BITMAP(numbers, KP_ARCH_MAX_WATCHES);

/* --- registering */

static int check_fields(const struct kwatch *kw, const char **why)
{
	struct kp_watch *watch;

	list_for_each_entry(watch, &watches, link)
		if (watch->kw == kw)
			return refuse(-EINVAL, why_registered, why);
	if (kw->type > KWATCH_RW)
		return refuse(-EINVAL, "type is none of KWATCH_*", why);
	*why = kp_arch_watch_why(kw->type, kw->length);
	if (*why)
		return -EOPNOTSUPP;
	if (kw->flags & ~KWATCH_CHANGED)
		return refuse(-EINVAL, "unknown flags", why);
	if (!kw->handler && !kw->value_handler)
		return refuse(-EINVAL, "there is no handler", why);
	if (kw->type != KWATCH_EXECUTE) {
		if (!is_power_of_2(kw->length) || kw->length > 8)
			return refuse(-EINVAL, "length is not 1, 2, 4 or 8",
				      why);
		return 0;
	}
	if (kw->length != 1)
		return refuse(-EINVAL, "length is not 1, for KWATCH_EXECUTE",
			      why);
	if (kw->flags || kw->value_handler)
		return refuse(-EINVAL, "KWATCH_EXECUTE watches no value", why);
	return 0;
}

/*
 * What a module's loader has for a per-CPU variable, and on x86 before 6.15 the linker, is
 * no address: nothing begins there, or nothing of a module's is there.
 */
static bool is_where_symbol_is(const char *symbol, unsigned long addr)
{
	unsigned long size, offset;
	bool ret;

	if (!strchr(symbol, ':'))
		return kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset) &&
		       !offset;
	preempt_disable();
	ret = kp_ksyms.__module_address(addr);
	preempt_enable();
	return ret;
}

static int find_data(const struct kwatch *kw, unsigned long *addr,
		     const char **why)
{
	u64 value;
	int ret;

	*addr = kw->addr;
	if (kw->symbol_name && !kp_name_is_there(kw->symbol_name))
		return refuse(-EFAULT, "symbol_name cannot be read", why);
	if (kw->symbol_name)
		*addr = kp_ksyms_lookup(kw->symbol_name);
	if (!*addr)
		return refuse(-ENOENT, "no such symbol", why);
	if (kw->symbol_name && !is_where_symbol_is(kw->symbol_name, *addr))
		return refuse(-EINVAL, why_per_cpu, why);
	*addr += kw->offset;
	if (*addr < TASK_SIZE_MAX)
		return refuse(-EINVAL, "not an address of the kernel", why);
	if (kp_watch_is_copied(*addr))
		return refuse(-EINVAL, why_per_cpu, why);
	if (*addr & (kw->length - 1))
		return refuse(-EINVAL, "the address is not aligned to the length",
			      why);
	ret = kp_arch_watch_check(*addr, kw->length);
	if (ret)
		return refuse(ret, "the kernel allows no watch there: CPU entry data",
			      why);
	if (!kp_watch_read(*addr, kw->length, &value))
		return refuse(-EFAULT, "the address is not mapped", why);
	return 0;
}

/* What could not be probed is not watched. */
static int find_text(const struct kwatch *kw, unsigned long *addr,
		     const char **why)
{
	struct kprobe request = {
		.addr		= (kprobe_opcode_t *)kw->addr,
		.symbol_name	= kw->symbol_name,
		.offset		= kw->offset,
	};
	struct kp_target target;
	int ret;

	ret = kp_resolve(&request, &target, why);
	if (!ret)
		ret = kp_target_check(&target, why);
	if (ret)
		return ret;
	kp_native_lock();
	ret = kp_target_decode(&target, why);
	kp_native_unlock();
	*addr = target.addr;
	return ret;
}

static int find_address(const struct kwatch *kw, unsigned long *addr,
			const char **why)
{
	bool by_addr = kw->addr;

	if (by_addr == !!kw->symbol_name)
		return refuse(-EINVAL, by_addr ?
			      "both addr and symbol_name are given" :
			      "neither addr nor symbol_name is given", why);
	if (kw->type == KWATCH_EXECUTE)
		return find_text(kw, addr, why);
	return find_data(kw, addr, why);
}

/* The CPU does not get to an instruction that a jump of ours covers. */
static bool is_executed(unsigned long addr)
{
	const struct kp_watch *watch;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry(watch, &watches, link)
		if (watch->type == KWATCH_EXECUTE && !watch->is_gone &&
		    kp_watch_addr(watch) == addr)
			return true;
	return false;
}

/* Before it is there, as this may fail and make_way() must not. */
static int need_slots(unsigned long addr, const char **why)
{
	struct kp_batch batch;
	int ret;

	kp_batch_init(&batch);
	kp_native_lock();
	*why = "out of memory";
	ret = kp_batch_reserve(&batch, 0, kp_probepoint_num_lacking(addr), 0) ?:
	      kp_probepoint_need_lacking(&batch, addr, why) ?:
	      kp_batch_write_slots(&batch);
	if (ret)
		kp_batch_drop_slots(&batch);
	kp_native_unlock();
	kp_batch_exit(&batch);
	return ret;
}

static void make_way(unsigned long addr)
{
	struct kp_batch batch;

	kp_batch_init(&batch);
	kp_native_lock();
	kp_optimizer_batch_before(&batch, addr);
	kp_batch_make_way(&batch);
	kp_native_unlock();
	kp_batch_exit(&batch);
}

static void watch_free(struct kp_watch *watch)
{
	free_percpu(watch->cpus);
	kp_clients_free(watch->clients);
	kfree(watch);
}

static struct kp_watch *watch_alloc(struct kwatch *kw, unsigned long addr)
{
	struct kp_watch *watch = kzalloc(sizeof(*watch), GFP_KERNEL);
	int cpu;

	if (!watch)
		return NULL;
	watch->cpus = alloc_percpu(struct kp_watch_cpu);
	if (!watch->cpus) {
		kfree(watch);
		return NULL;
	}
	for_each_possible_cpu(cpu)
		INIT_CSD(&per_cpu_ptr(watch->cpus, cpu)->move,
			 kp_watch_follow_csd, watch);
	init_irq_work(&watch->kick, kp_watch_kick);
	watch->kw = kw;
	watch->asked_addr = kw->addr;
	watch->type = kw->type;
	watch->length = kw->length;
	watch->only_changed = kw->flags & KWATCH_CHANGED;
	watch->wants_value = watch->only_changed || kw->value_handler;
	watch->places[0].addr = addr;
	return watch;
}

static void find_holders(struct kp_holders *holders)
{
	const struct kp_watch *watch;

	memset(holders, 0, sizeof(*holders));
	kp_holders_add(holders, "no debug register is free");
	/* one that is gone has a number yet */
	list_for_each_entry(watch, &watches, link)
		kp_holders_add(holders, "watch %d%s", watch->number,
			       watch->is_gone ? " (gone)" : "");
	kp_holders_find(holders);
}

static int find_clients(struct kp_watch *watch, unsigned long caller,
			const char **why)
{
	struct kp_clients clients;

	kp_clients_begin(&clients, caller);
	kp_clients_find(&clients, watch->kw);
	kp_clients_find(&clients, watch->kw->handler);
	kp_clients_find(&clients, watch->kw->value_handler);
	return kp_clients_keep(&clients, &watch->clients, why);
}

static int watch_add(struct kwatch *kw, unsigned long addr, unsigned long caller,
		     bool is_classic, const char **why,
		     struct kp_holders *holders)
{
	int number = find_first_zero_bit(numbers, KP_ARCH_MAX_WATCHES);
	struct kp_watch *watch;
	int ret;

	watch = watch_alloc(kw, addr);
	if (!watch)
		return refuse(-ENOMEM, "out of memory", why);
	ret = find_clients(watch, caller, why);
	if (!ret && watch->type == KWATCH_EXECUTE)
		ret = need_slots(addr, why);
	if (ret) {
		watch_free(watch);
		return ret;
	}
	ret = -ENOSPC;
	watch->number = number;
	watch->is_classic = is_classic;
	/* hits see the address, and cannot move it yet */
	kw->own = NULL;
	kw->addr = addr;
	if (number < KP_ARCH_MAX_WATCHES)
		ret = kp_watch_arm(watch);
	if (ret) {
		kw->addr = watch->asked_addr;
		watch_free(watch);
		*why = "the kernel refuses it";
		if (ret == -ENOSPC || ret == -EBUSY) {
			find_holders(holders);
			*why = holders->text;
		}
		return ret;
	}
	__set_bit(number, numbers);
	list_add_tail(&watch->link, &watches);
	if (watch->type == KWATCH_EXECUTE)
		make_way(addr);
	/* from now on it can be moved */
	smp_store_release(&kw->own, watch);
	return number;
}

/* The number of the watch, or an error. */
static int register_watch(const struct kp_call *call, struct kwatch *kw,
			  bool is_classic)
{
	struct kp_holders *holders;
	const char *why = NULL;
	struct kp_watch *own;
	unsigned long addr;
	int ret;

	if (!kw)
		return kp_refuse_at(call, NULL, "(no watch)", -EINVAL,
				    "there is no watch");
	kp_refusal_forget(kw);
	/* a fault with kp_mutex held would keep every module from being loaded */
	if (get_kernel_nofault(own, &kw->own))
		return kp_refuse_at(call, kw, "(no memory)", -EFAULT,
				    "the struct cannot be read");
	holders = kmalloc(sizeof(*holders), GFP_KERNEL);
	if (!holders)
		return -ENOMEM;
	mutex_lock(&kp_mutex);
	ret = check_fields(kw, &why);
	if (!ret)
		ret = find_address(kw, &addr, &why);
	if (!ret)
		ret = watch_add(kw, addr, call->ip, is_classic, &why,
				holders);
	mutex_unlock(&kp_mutex);
	if (ret < 0) {
		const struct kprobe request = {
			.addr		= (kprobe_opcode_t *)kw->addr,
			.symbol_name	= kw->symbol_name,
			.offset		= kw->offset,
		};

		kp_refuse_watch(call, kw, &request, ret, why);
	}
	kfree(holders);
	return ret;
}

/* No handler is called any more. */
static void take_out(struct kp_watch *watch)
{
	lockdep_assert_held(&kp_mutex);
	kp_watch_disarm(watch);
	kp_watch_stop_moves(watch);
	list_del(&watch->link);
	if (watch->type == KWATCH_EXECUTE)
		kp_optimizer_add_before(kp_watch_addr(watch));
	__clear_bit(watch->number, numbers);
}

static void unregister_watch(struct kp_watch *watch)
{
	/* nobody begins to move it any more */
	WRITE_ONCE(watch->kw->own, NULL);
	take_out(watch);
	watch->kw->addr = watch->asked_addr;
	if (watch->is_classic)
		kfree(watch->kw);
	watch_free(watch);
}

/**
 * register_kwatch_probe() - watch an address
 * @kw: the watch; stays the caller's, who must not change or free it until
 *	unregister_kwatch_probe() has returned
 *
 * It is watched on all CPUs, also those that come online later. Takes one debug
 * register of each.
 *
 * Context: process context, may sleep. Not from a handler.
 * Return: 0; -EINVAL for bad arguments, a struct that is registered already, the
 * symbol of a per-CPU variable, an address that is unaligned, of user space, of data
 * that the CPU needs to enter the kernel, or text that must not be probed; -ENOENT if
 * there is no such symbol; -EFAULT if the address is not mapped, or @kw in no memory;
 * -EILSEQ or -EBUSY for
 * KWATCH_EXECUTE as register_kprobe(); -EOPNOTSUPP for KWATCH_READ on x86, or if
 * the kernel lacks a symbol; -ENOSPC or -EBUSY if no debug register is free, and
 * `refusals` says who has them; -ENOMEM.
 */
int register_kwatch_probe(struct kwatch *kw)
{
	int ret = register_watch(KP_CALL, kw, false);

	return min(ret, 0);
}
EXPORT_SYMBOL_GPL(register_kwatch_probe);

/**
 * kwatch_refusal() - why a watch was refused
 * @kw: the struct that was to be registered
 * @why: result: the reason that `refusals` has, or nothing
 * @size: of @why, in bytes
 *
 * Of its last request alone, if that was refused. Ask at once: the last 64 are kept.
 *
 * Context: process context, may sleep.
 * Return: the errno of the refusal, or 0 if there is none.
 */
int kwatch_refusal(const struct kwatch *kw, char *why, size_t size)
{
	return kp_refusal_of(kw, why, size);
}
EXPORT_SYMBOL_GPL(kwatch_refusal);

/**
 * unregister_kwatch_probe() - watch an address no more
 * @kw: the watch; one that is not registered is left alone
 *
 * When it returns, no handler is running or will be called.
 *
 * Context: process context, may sleep. Not from a handler.
 */
void unregister_kwatch_probe(struct kwatch *kw)
{
	struct kp_watch *watch;

	mutex_lock(&kp_mutex);
	list_for_each_entry(watch, &watches, link)
		if (watch->kw == kw && !watch->is_classic) {
			unregister_watch(watch);
			break;
		}
	mutex_unlock(&kp_mutex);
}
EXPORT_SYMBOL_GPL(unregister_kwatch_probe);

/**
 * register_kwatch() - watch an address, without a struct
 * @addr: address
 * @length: 1, 2, 4 or 8
 * @type: KWATCH_*
 * @handler: called at every hit; in the struct that it is given there are the
 *	other arguments
 *
 * Context: process context, may sleep. Not from a handler.
 * Return: the number of the watch, from 0; or an error as
 * register_kwatch_probe().
 *
 * Source: kwatch-268-rc1.patch, the kernel watchpoints of Dynamic Probes.
 */
int register_kwatch(unsigned long addr, u8 length, u8 type,
		    kwatch_handler_t handler)
{
	struct kwatch *kw = kzalloc(sizeof(*kw), GFP_KERNEL);
	int ret;

	if (!kw)
		return -ENOMEM;
	kw->addr = addr;
	kw->length = length;
	kw->type = type;
	kw->handler = handler;
	ret = register_watch(KP_CALL, kw, true);
	if (ret < 0)
		kfree(kw);
	return ret;
}
EXPORT_SYMBOL_GPL(register_kwatch);

/**
 * unregister_kwatch() - undo register_kwatch()
 * @debugreg: what it returned
 *
 * As unregister_kwatch_probe().
 *
 * Context: process context, may sleep. Not from a handler.
 *
 * Source: as register_kwatch().
 */
void unregister_kwatch(int debugreg)
{
	struct kp_watch *watch;

	mutex_lock(&kp_mutex);
	list_for_each_entry(watch, &watches, link)
		if (watch->number == debugreg && watch->is_classic) {
			unregister_watch(watch);
			break;
		}
	mutex_unlock(&kp_mutex);
}
EXPORT_SYMBOL_GPL(unregister_kwatch);

/**
 * kp_watches_set_enabled() - arm all watches, or disarm all
 * @enabled: which
 *
 * Context: process context, kp_mutex held, after kp_set_disarmed().
 * Return: 0; or what the last that could not be armed would have got from
 * register_kwatch_probe(): it stays disarmed.
 */
int kp_watches_set_enabled(bool enabled)
{
	struct kp_watch *watch;
	int ret = 0, error;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry(watch, &watches, link) {
		if (!enabled) {
			kp_watch_disarm(watch);
			continue;
		}
		error = kp_watch_arm(watch);
		if (!error)
			continue;
		pr_warn("watch %d: not armed: %d\n", watch->number, error);
		ret = error;
	}
	return ret;
}

/* --- modules that go: what was there may soon be something else */

/* Whether the struct goes too. */
static bool is_in(const struct kwatch *kw, const struct kp_leaving *leaving)
{
	return leaving->mod && !leaving->init_only &&
	       within_module((unsigned long)kw, leaving->mod);
}

/**
 * kp_watches_remove_left() - remove the watches of a module that leaves
 * @leaving: the module
 *
 * When it returns, no handler in it is running or will be called. Callers' structs
 * are not touched: they may have been freed.
 *
 * Context: process context, a notifier of modules.
 */
void kp_watches_remove_left(struct kp_leaving *leaving)
{
	struct kp_watch *watch, *next;
	bool is_free;

	mutex_lock(&kp_mutex);
	list_for_each_entry_safe(watch, next, &watches, link) {
		if (!kp_clients_leave(watch->clients, leaving))
			continue;
		kp_leaving_report(leaving, watch->kw, "watch %d at %pS",
				  watch->number, (void *)kp_watch_addr(watch));
		/* nobody begins to move it any more */
		WRITE_ONCE(watch->is_gone, true);
		take_out(watch);
		/* who has the struct may try to move it for ever */
		is_free = watch->is_classic || is_in(watch->kw, leaving);
		if (watch->is_classic)
			kfree(watch->kw);
		if (is_free)
			watch_free(watch);
		else
			list_add(&watch->link, &left);
	}
	mutex_unlock(&kp_mutex);
}

static int module_notify(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	const struct module *mod = data;
	struct kp_watch *watch;
	unsigned long addr;

	mutex_lock(&kp_mutex);
	list_for_each_entry(watch, &watches, link) {
		addr = kp_watch_addr(watch);
		if ((state != MODULE_STATE_GOING || !within_module(addr, mod)) &&
		    (state != MODULE_STATE_LIVE ||
		     !within_module_init(addr, mod)))
			continue;
		WRITE_ONCE(watch->is_gone, true);
		kp_watch_disarm(watch);
	}
	mutex_unlock(&kp_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block module_block = {
	.notifier_call = module_notify,
};

/* --- what people read */

static const char *type_name(const struct kp_watch *watch)
{
	switch (watch->type) {
	case KWATCH_EXECUTE:
		return "execute";
	case KWATCH_WRITE:
		return "write";
	case KWATCH_READ:
		return "read";
	default:
		return "access";
	}
}

static void show(struct seq_file *m, const struct kp_watch *watch)
{
	unsigned long addr = kp_watch_addr(watch);
	bool may_see = kp_ksyms.kallsyms_show_value(m->file->f_cred);

	seq_printf(m, "%px  w  ", may_see ? (void *)addr : NULL);
	if (watch->is_gone)
		seq_puts(m, "(unloaded)");
	else if (may_see)
		seq_printf(m, "%pS", (void *)addr);
	else
		seq_printf(m, "%ps", (void *)addr);
	seq_printf(m, " %s %u", type_name(watch), watch->length);
}

/**
 * kp_watches_list() - the lines of watches in `list`
 * @m: where to
 *
 * Context: process context, kp_mutex held.
 */
void kp_watches_list(struct seq_file *m)
{
	const struct kp_watch *watch;

	list_for_each_entry(watch, &watches, link) {
		show(m, watch);
		seq_printf(m, "%s%s\n", watch->is_gone ? " [GONE]" : "",
			   !watch->is_armed && !watch->is_gone ?
			   " [DISARMED]" : "");
	}
}

/**
 * kp_watches_stats() - the lines of watches in `stats`
 * @m: where to
 *
 * Context: process context, kp_mutex held.
 */
void kp_watches_stats(struct seq_file *m)
{
	const struct kp_watch *watch;
	unsigned long hits;
	int cpu;

	list_for_each_entry(watch, &watches, link) {
		hits = 0;
		for_each_possible_cpu(cpu)
			hits += READ_ONCE(per_cpu_ptr(watch->cpus, cpu)->hits);
		show(m, watch);
		seq_printf(m, " number %d hits %lu", watch->number, hits);
		if (!cpumask_empty(&watch->missing))
			seq_printf(m, " not on CPU %*pbl",
				   cpumask_pr_args(&watch->missing));
		seq_putc(m, '\n');
	}
}

/**
 * kp_watches_init() - make watches possible
 *
 * Return: 0, or what cpuhp_setup_state_multi() or register_module_notifier()
 * returned.
 */
int kp_watches_init(void)
{
	int ret = kp_watch_arm_init();

	if (ret)
		return ret;
	kp_arch_watch_init(kp_watch_hit);
	kp_optimizer_ask(is_executed);
	ret = register_module_notifier(&module_block);
	if (ret)
		kp_watch_arm_exit();
	return ret;
}

/**
 * kp_watches_exit() - undo kp_watches_init(); no watch is left
 */
void kp_watches_exit(void)
{
	struct kp_watch *watch, *next;

	unregister_module_notifier(&module_block);
	list_for_each_entry_safe(watch, next, &left, link)
		watch_free(watch);
	kp_watch_arm_exit();
}
