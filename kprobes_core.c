// SPDX-License-Identifier: GPL-2.0
/*
 * The API of kprobes, and the module's init and exit. The work of
 * registering is done in probe/registration.c.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/rcupdate.h>

#include <arch/contract.h>
#include <debugfs.h>
#include <guard/clients.h>
#include <guard/dying_track.h>
#include <guard/faults.h>
#include <guard/internal_probe.h>
#include <guard/kgdb_guard.h>
#include <guard/module_events.h>
#include <guard/native_guard.h>
#include <guard/stack_guard.h>
#include <hit/hit.h>
#include <hit/kind.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <kernel/names.h>
#include <kernel/stacks.h>
#include <place/blacklist.h>
#include <place/refusals.h>
#include <place/sites.h>
#include <point/excluded.h>
#include <point/optimizer.h>
#include <point/probepoint.h>
#include <point/retire.h>
#include <probe/kretprobe.h>
#include <probe/probe_index.h>
#include <probe/registration.h>
#include <probe/removal.h>
#include <probe/switch.h>
#include <sysctl.h>
#include <text/slots.h>
#include <text/text_map.h>
#include <user/user_probe.h>
#include <watch/watch.h>

/* As in dkms.conf. */
#define KP_VERSION	"0.1"

static void find_handlers(const struct kprobe *kp, struct kp_clients *clients)
{
	kp_clients_find(clients, kp->pre_handler);
	kp_clients_find(clients, kp->post_handler);
}

static int attach(struct kp_probe *probe, const char **why)
{
	/* the struct was a jprobe's, whose stub is gone */
	if (probe->kp->pre_handler == kp_jprobe_entry)
		probe->kp->pre_handler = NULL;
	return 0;
}

static const struct kp_kind kprobe_kind = {
	.number		= KP_KIND_KPROBE,
	.letter		= 'k',
	.name		= "kprobe",
	.size		= sizeof(struct kprobe),
	.has_post	= true,
	.find_handlers	= find_handlers,
	.attach		= attach,
};

/**
 * register_kprobes() - place several probes, all or none
 * @kps: the probes
 * @num: how many, at least 1
 *
 * Takes a constant number of cross-CPU syncs, however many there are. On
 * failure none is placed, and `refusals` names those that are to blame, up to eight.
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: 0; -EINVAL for bad arguments, a struct that is registered already,
 * or an address that must not be probed; -ENOENT if a symbol does not exist or
 * its text is gone; -EILSEQ if an address is not at an instruction that can be
 * probed; -EBUSY if somebody else has changed the text there; -ERANGE if
 * an operand of the instruction is out of reach; -EFAULT if the text or a slot
 * cannot be written, or a struct or symbol_name not be read; -ENODEV if the
 * function tracer is off for good; -ENOMEM.
 *
 * Source: Documentation/trace/kprobes.rst, "register_*probes".
 */
int register_kprobes(struct kprobe **kps, int num)
{
	return kp_register(KP_CALL, kps, num, &kprobe_kind);
}
EXPORT_SYMBOL_GPL(register_kprobes);

/**
 * register_kprobe() - place a probe
 * @kp: the probe; stays the caller's, who must not change or free it until
 *	unregister_kprobe() has returned
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: as register_kprobes().
 *
 * Source: Documentation/trace/kprobes.rst, "register_kprobe".
 */
int register_kprobe(struct kprobe *kp)
{
	return kp_register(KP_CALL, &kp, 1, &kprobe_kind);
}
EXPORT_SYMBOL_GPL(register_kprobe);

/**
 * unregister_kprobes() - remove several probes
 * @kps: the probes; one that is not registered is left alone, only its
 *	member addr becomes NULL, if that is not in another module's memory
 * @num: how many
 *
 * When it returns, no handler of theirs is running or will be called. Waits
 * for one grace period, however many there are.
 *
 * Context: process context, may sleep. Not from a probe handler.
 *
 * Source: Documentation/trace/kprobes.rst, "unregister_*probes".
 */
void unregister_kprobes(struct kprobe **kps, int num)
{
	kp_unregister(KP_CALL, kps, num);
}
EXPORT_SYMBOL_GPL(unregister_kprobes);

/**
 * unregister_kprobe() - remove a probe
 * @kp: the probe
 *
 * As unregister_kprobes() for one.
 *
 * Context: process context, may sleep. Not from a probe handler.
 *
 * Source: Documentation/trace/kprobes.rst, "unregister_*probe".
 */
void unregister_kprobe(struct kprobe *kp)
{
	kp_unregister(KP_CALL, &kp, 1);
}
EXPORT_SYMBOL_GPL(unregister_kprobe);

/**
 * disable_kprobe() - call a probe's handlers no more
 * @kp: a registered probe; disabled already is fine
 *
 * A handler that is running now may still be when it returns.
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: 0; -EINVAL if it is not registered.
 *
 * Source: Documentation/trace/kprobes.rst, "disable_*probe".
 */
int disable_kprobe(struct kprobe *kp)
{
	return kp_switch(KP_CALL, &kp, 1, true);
}
EXPORT_SYMBOL_GPL(disable_kprobe);

/**
 * enable_kprobe() - call a disabled probe's handlers again
 * @kp: a registered probe; enabled already is fine
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: 0; -EINVAL if it is not registered or its text is gone; -EBUSY if
 * somebody else has changed the text there meanwhile; -EFAULT if it cannot be
 * written; -ENODEV or -ENOMEM from the function tracer.
 *
 * Source: Documentation/trace/kprobes.rst, "enable_*probe".
 */
int enable_kprobe(struct kprobe *kp)
{
	return kp_switch(KP_CALL, &kp, 1, false);
}
EXPORT_SYMBOL_GPL(enable_kprobe);

/**
 * disable_kprobes() - call the handlers of several probes no more, all or none
 * @kps: registered probes; for return probes and jprobes their members kp
 * @num: how many, at least 1
 *
 * Takes a constant number of cross-CPU syncs, however many there are.
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: 0; -EINVAL if one is not registered; -ENOMEM.
 */
int disable_kprobes(struct kprobe **kps, int num)
{
	return kp_switch(KP_CALL, kps, num, true);
}
EXPORT_SYMBOL_GPL(disable_kprobes);

/**
 * enable_kprobes() - call the handlers of several disabled probes, all or none
 * @kps: registered probes; for return probes and jprobes their members kp
 * @num: how many, at least 1
 *
 * Takes a constant number of cross-CPU syncs, however many there are.
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: as enable_kprobe(), or -ENOMEM.
 */
int enable_kprobes(struct kprobe **kps, int num)
{
	return kp_switch(KP_CALL, kps, num, false);
}
EXPORT_SYMBOL_GPL(enable_kprobes);

/**
 * kprobe_check() - what registering a probe would return, without registering
 * @kp: the probe; its flag KPROBE_FLAG_ON_FUNC_ENTRY is set if a return probe may be
 *	there too, or cleared
 * @why: result: the reason why it would be refused, or why there may be no return
 *	probe; or NULL
 * @size: of @why, in bytes
 *
 * The symbol, the address and the instruction are looked at; nothing is placed,
 * and `refusals` is not told.
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: as register_kprobe().
 */
int kprobe_check(struct kprobe *kp, char *why, size_t size)
{
	const char *reason = NULL;
	int ret = kp_check(kp, &reason);

	if (why && size) {
		strscpy(why, reason ?: "", size);
		kp_add_near_name(kp, ret, why, size);
	}
	return ret;
}
EXPORT_SYMBOL_GPL(kprobe_check);

/**
 * kprobe_refusal() - why a request was refused
 * @kp: the struct that was to be registered, enabled or disabled
 * @why: result: the reason that `refusals` has, or nothing
 * @size: of @why, in bytes
 *
 * Of its last request alone, if that was refused. Of a batch, up to eight probes have
 * one. Ask at once: the last 64 are kept.
 *
 * Context: process context, may sleep.
 * Return: the errno of the refusal, or 0 if there is none.
 */
int kprobe_refusal(const struct kprobe *kp, char *why, size_t size)
{
	return kp_refusal_of(kp, why, size);
}
EXPORT_SYMBOL_GPL(kprobe_refusal);

/**
 * kprobe_symbol_address() - address of a symbol
 * @name: function or variable, or "module:name"
 *
 * Of several symbols of one name, any. Variables have names where the kernel has
 * CONFIG_KALLSYMS_ALL.
 *
 * Context: process context.
 * Return: its address, or 0.
 */
unsigned long kprobe_symbol_address(const char *name)
{
	return kp_names_lookup(name);
}
EXPORT_SYMBOL_GPL(kprobe_symbol_address);

/**
 * kprobe_each_function() - go through the functions of the kernel
 * @fn: called with the name and address of each, in no order, until it returns
 *	other than 0
 * @data: for @fn
 *
 * Those of modules are not among them. Takes tens of milliseconds.
 *
 * Context: process context, may sleep.
 * Return: 0, or what @fn returned last.
 */
int kprobe_each_function(int (*fn)(const char *name, unsigned long addr,
				   void *data), void *data)
{
	return kp_names_each(fn, data);
}
EXPORT_SYMBOL_GPL(kprobe_each_function);

/**
 * kprobe_count_functions() - how many functions of the kernel have a name
 * @name: the name
 *
 * Those of modules are not counted.
 *
 * Context: process context.
 * Return: how many.
 */
unsigned int kprobe_count_functions(const char *name)
{
	return kp_names_count(name);
}
EXPORT_SYMBOL_GPL(kprobe_count_functions);

/**
 * get_kprobe() - the probe at an address
 * @addr: the address
 *
 * Context: any, preemption disabled; the result is valid until it is enabled.
 * Return: the first probe registered there, or NULL.
 */
struct kprobe *get_kprobe(void *addr)
{
	struct probepoint *pp = kp_probepoint_find((unsigned long)addr);
	struct kp_probe *first;

	if (!pp)
		return NULL;
	first = READ_ONCE(pp->probes);
	return kp_is_end(first) ? NULL : first->kp;
}
EXPORT_SYMBOL_GPL(get_kprobe);

/**
 * kprobe_running() - the probe whose handler is running on this CPU
 *
 * Context: any, preemption disabled.
 * Return: the probe, or NULL.
 */
struct kprobe *kprobe_running(void)
{
	return this_cpu_read(kp_cpu.running);
}
EXPORT_SYMBOL_GPL(kprobe_running);

/**
 * dump_kprobe() - print a probe to the kernel log
 * @kp: the probe
 *
 * Context: any.
 */
void dump_kprobe(struct kprobe *kp)
{
	pr_err("symbol %s, offset 0x%x, address %pS\n",
	       kp->symbol_name ?: "(none)", kp->offset, kp->addr);
}
EXPORT_SYMBOL_GPL(dump_kprobe);

/* May the module go? */
static void on_last_probe(void)
{
	kp_retire_settle();
	kp_returns_settle();
}

/* A module leaves, and probes with it. */
static void remove_left(struct kp_leaving *leaving)
{
	kp_remove_left(leaving);
	kp_watches_remove_left(leaving);
	kp_user_probes_remove_left(leaving);
}

static bool is_closed(unsigned long addr)
{
	return kp_blacklist_why(addr, NULL, true);
}

static int __init kprobes_init(void)
{
	int ret;

	/* parameters are there already: who writes one takes locks that are found now */
	mutex_lock(&kp_mutex);
	ret = kp_ksyms_init();
	mutex_unlock(&kp_mutex);
	if (ret)
		return ret;
	kp_removal_init(on_last_probe);
	ret = kp_probe_index_init();
	if (ret)
		return ret;
	ret = kp_table_init();
	if (ret)
		goto exit_index;
	ret = kp_probepoint_init();
	if (ret)
		goto free_table;
	ret = kp_blacklist_init();
	if (ret)
		goto exit_probepoint;
	ret = kp_sites_init();
	if (ret)
		goto free_blacklist;
	ret = kp_names_init(is_closed);
	if (ret)
		goto free_sites;
	kp_excluded_init();
	kp_optimizer_init();
	ret = kp_text_map_init();
	if (ret)
		goto free_names;
	ret = kp_arch_trap_init();
	if (ret)
		goto free_text_map;
	ret = kp_returns_init();
	if (ret)
		goto exit_trap;
	ret = kp_faults_init();
	if (ret)
		goto remove_internal;
	ret = kp_native_guard_init();
	if (ret)
		goto remove_internal;
	kp_kgdb_guard_init();
	kp_stack_guard_init();
	if (KP_ARCH_TRACER_PROBE)
		ret = kp_internal_add(KP_ARCH_TRACER_PROBE, kp_arch_on_tracer);
	if (ret)
		goto remove_internal;
	ret = kp_watches_init();
	if (ret)
		goto remove_internal;
	ret = kp_user_probes_init();
	if (ret)
		goto exit_watches;
	ret = kp_module_events_init(remove_left);
	if (ret)
		goto exit_user;
	kp_debugfs_init();
	kp_sysctl_init();
	kp_dying_track_init();
	kp_names_tell(KP_VERSION);
	return 0;

	/* the same order as in kprobes_exit() */
exit_user:
	kp_user_probes_exit();
exit_watches:
	kp_watches_exit();
remove_internal:
	kp_internal_remove_all(NULL);
	kp_native_guard_exit();
	kp_retire_exit();
	kp_stacks_wait(kp_arch_stub_text, kp_arch_stub_text_end);
	kp_returns_exit();
	kp_slots_exit();
exit_trap:
	kp_arch_trap_exit();
free_text_map:
	kp_text_map_exit();
free_names:
	kp_names_exit();
free_sites:
	kp_sites_exit();
free_blacklist:
	kp_blacklist_exit();
exit_probepoint:
	kp_probepoint_exit();
free_table:
	kp_table_exit();
exit_index:
	kp_probe_index_exit();
	return ret;
}

/*
 * Clients hold a reference on this module, so no probe is left but of those that could not be
 * told, or do not. This is init in reverse; what the first probe of a kind sets up, and tasks
 * that may still be in code of ours, are seen to where they must be.
 */
static void __exit kprobes_exit(void)
{
	struct kp_leaving left = {};

	kp_sysctl_exit();
	kp_debugfs_exit();
	remove_left(&left);
	kp_leaving_end(&left);
	kp_module_events_exit();
	kp_dying_track_stop();
	kp_user_probes_exit();
	kp_watches_exit();
	/*
	 * Who is in a slot may fault there, and who is to return to a stub may be looked at:
	 * our own probes are needed as long. Slots can be left by way of stubs.
	 */
	kp_retire_exit();
	kp_returns_wait();
	kp_internal_remove_all(kp_dying_on_end);
	kp_native_guard_exit();
	/* the guard asks for more when a kprobe of the kernel's goes */
	kp_optimizer_exit();
	/* slots of our own */
	kp_retire_exit();
	kp_user_steps_exit();
	kp_stacks_wait(kp_arch_stub_text, kp_arch_stub_text_end);
	kp_dying_track_exit();
	kp_returns_exit();
	kp_slots_exit();
	kp_arch_trap_exit();
	kp_text_map_exit();
	kp_names_exit();
	kp_sites_exit();
	kp_blacklist_exit();
	kp_probepoint_exit();
	kp_table_exit();
	kp_probe_index_exit();
	/* kvfree_rcu() and call_rcu() of ours */
	rcu_barrier();
}

module_init(kprobes_init);
module_exit(kprobes_exit);
MODULE_DESCRIPTION("Kernel probes as a module");
MODULE_AUTHOR("kprobes.ko developers");
MODULE_VERSION(KP_VERSION);
MODULE_LICENSE("GPL");
