// SPDX-License-Identifier: GPL-2.0
/*
 * Return probes on the functions that the parameters say, which count:
 *
 * functions: which; those that cannot be probed are left out
 * maxactive, data_size: of all
 * bare: without an entry handler
 * on: 1 registers the same structs again, 0 unregisters them
 * probed: which functions are
 * entered, returned: calls of entry handlers and handlers
 * missed: sum of nmissed
 * late: calls of handlers while unregistered
 * reliable: write a process's number, it sleeps; then read what the kernel says of its
 *	stack: 0 is that live patching may rely on it
 * wrong: calls of handlers for which something was not as it must be
 *
 * With trace=1, tests at once what a stack trace in probed functions gets, and
 * tells its results in the log.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/stacktrace.h>

#include "ktap.h"
#include "return_life.h"
#include <test_arch.h>

#define MAX_FUNCTIONS	40
#define MAX_DEPTH	64

/* Whether calls push the return address, and returns pop it. */
#define CALLS_PUSH	IS_ENABLED(CONFIG_X86)

static char *functions[MAX_FUNCTIONS];
static unsigned int num_functions;
module_param_array(functions, charp, &num_functions, 0400);
static int maxactive;
module_param(maxactive, int, 0400);
static uint data_size;
module_param(data_size, uint, 0400);
static bool trace;
module_param(trace, bool, 0400);
static bool bare;
module_param(bare, bool, 0400);

static struct kretprobe probes[MAX_FUNCTIONS];
static bool is_probed[MAX_FUNCTIONS];
static bool is_on;
static atomic_t entered, returned, late, wrong;

/**
 * struct call - what an instance remembers
 * @x: the function's first argument
 * @sp: stack pointer at the entry
 */
struct call {
	unsigned long x;
	unsigned long *sp;
};

/* The latest call to return_life_call() and its caller. */
static struct call latest[2];
static unsigned long latest_real[2];

static void complain(const struct kretprobe_instance *ri, const char *what)
{
	if (atomic_inc_return(&wrong) <= 10)
		pr_err("%s: %s\n", get_kretprobe((void *)ri)->kp.symbol_name,
		       what);
}

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct call *call = (void *)ri->data;

	atomic_inc(&entered);
	if (!READ_ONCE(is_on))
		atomic_inc(&late);
	call->x = test_argument(regs, 0);
	call->sp = (unsigned long *)kernel_stack_pointer(regs);
	if (is_kretprobe_trampoline(get_kretprobe_retaddr(ri)))
		complain(ri, "entered with a stub as return address");
	if (trace) {
		unsigned int i = get_kretprobe(ri) - probes;

		latest[i] = *call;
		latest_real[i] = get_kretprobe_retaddr(ri);
	}
	return 0;
}

static bool is_right(const char *name, unsigned long x, unsigned long value)
{
	if (!strcmp(name, "return_life_sleep") ||
	    !strcmp(name, "return_life_call"))
		return value == return_life_model(x);
	if (!strcmp(name, "return_life_outer") ||
	    !strcmp(name, "return_life_call_outer"))
		return value == return_life_model(x) + 1;
	if (!strcmp(name, "return_life_user"))
		return !value || value == return_life_model(x);
	return strncmp(name, "return_life_", 12);
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct call *call = (void *)ri->data;

	atomic_inc(&returned);
	if (!READ_ONCE(is_on))
		atomic_inc(&late);
	if (!rcu_is_watching())
		complain(ri, "RCU is not watching");
	if (ri->task != current)
		complain(ri, "returned in another task");
	if (instruction_pointer(regs) != get_kretprobe_retaddr(ri))
		complain(ri, "returns to another address");
	if (bare)
		return 0;
	if (kernel_stack_pointer(regs) !=
	    (unsigned long)(call->sp + CALLS_PUSH))
		complain(ri, "returned with another stack pointer");
	if (!is_right(get_kretprobe(ri)->kp.symbol_name, call->x,
		      regs_return_value(regs)))
		complain(ri, "wrong result");
	return 0;
}

static void switch_on(void)
{
	unsigned int i;
	int ret;

	if (is_on)
		return;
	WRITE_ONCE(is_on, true);
	for (i = 0; i < num_functions; i++) {
		struct kretprobe *rp = &probes[i];

		/* as it was left by registering and unregistering */
		rp->kp.addr = NULL;
		rp->kp.symbol_name = functions[i];
		rp->handler = on_return;
		rp->entry_handler = bare ? NULL : on_entry;
		rp->maxactive = maxactive;
		rp->data_size = max_t(size_t, data_size, sizeof(struct call));
		ret = register_kretprobe(rp);
		is_probed[i] = !ret;
		if (ret)
			pr_info("%s cannot be probed: %d\n", functions[i], ret);
	}
}

static void switch_off(void)
{
	unsigned int i;

	if (!is_on)
		return;
	for (i = 0; i < num_functions; i++)
		if (is_probed[i])
			unregister_kretprobe(&probes[i]);
	WRITE_ONCE(is_on, false);
}

static int on_set(const char *value, const struct kernel_param *param)
{
	bool on;
	int ret = kstrtobool(value, &on);

	if (ret)
		return ret;
	if (on)
		switch_on();
	else
		switch_off();
	return 0;
}

static const struct kernel_param_ops on_ops = { .set = on_set };
module_param_cb(on, &on_ops, NULL, 0200);

static int probed_get(char *buf, const struct kernel_param *param)
{
	unsigned int i;
	int len = 0;

	for (i = 0; i < num_functions; i++)
		if (is_on && is_probed[i])
			len += sysfs_emit_at(buf, len, "%s\n", functions[i]);
	return len;
}

static const struct kernel_param_ops probed_ops = { .get = probed_get };
module_param_cb(probed, &probed_ops, NULL, 0400);

static int asked;

static int reliable_set(const char *value, const struct kernel_param *param)
{
	return kstrtoint(value, 10, &asked);
}

static int reliable_get(char *buf, const struct kernel_param *param)
{
	int (*save)(struct task_struct *task, unsigned long *store,
		    unsigned int size);
	struct kprobe kp = {
		.symbol_name = "stack_trace_save_tsk_reliable",
		.flags = KPROBE_FLAG_DISABLED,
	};
	struct task_struct *task;
	unsigned long trace[MAX_DEPTH];
	int ret;

	/* where a function is begun is not where it is called */
	if (IS_ENABLED(CONFIG_PPC64))
		return -EOPNOTSUPP;
	ret = register_kprobe(&kp);
	if (ret)
		return ret;
	save = (void *)kp.addr;
	unregister_kprobe(&kp);
	task = get_pid_task(find_vpid(asked), PIDTYPE_PID);
	if (!task)
		return -ESRCH;
	ret = save(task, trace, ARRAY_SIZE(trace));
	put_task_struct(task);
	return sysfs_emit(buf, "%d\n", min(ret, 0));
}

static const struct kernel_param_ops reliable_ops = {
	.set = reliable_set,
	.get = reliable_get,
};
module_param_cb(reliable, &reliable_ops, NULL, 0600);

static int missed_get(char *buf, const struct kernel_param *param)
{
	unsigned int i;
	int missed = 0;

	for (i = 0; i < num_functions; i++)
		if (is_probed[i])
			missed += READ_ONCE(probes[i].nmissed);
	return sysfs_emit(buf, "%d\n", missed);
}

static const struct kernel_param_ops missed_ops = { .get = missed_get };
module_param_cb(missed, &missed_ops, NULL, 0400);

static int atomic_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(param->arg));
}

static const struct kernel_param_ops atomic_ops = { .get = atomic_get };
module_param_cb(entered, &atomic_ops, &entered, 0400);
module_param_cb(returned, &atomic_ops, &returned, 0400);
module_param_cb(late, &atomic_ops, &late, 0400);
module_param_cb(wrong, &atomic_ops, &wrong, 0400);

static unsigned int num_calls;

/* In two functions with probes, and return addresses that are stubs. */
static void look(void)
{
	unsigned int i;

	num_calls++;
	for (i = 0; i < 2; i++) {
		unsigned long *slot = test_return_slot(latest[i].sp);
		unsigned long addr = READ_ONCE_NOCHECK(*slot);
		struct llist_node *cur = NULL;
		unsigned long found;

		found = kretprobe_find_ret_addr(current, slot, &cur);
		ktap_result(is_kretprobe_trampoline(addr),
			    "%s: the return address is a stub", functions[i]);
		ktap_result(found && found == latest_real[i],
			    "%s: the real one is found", functions[i]);
		ktap_result(!is_kretprobe_trampoline(found),
			    "%s: and is none", functions[i]);
	}
}

static void save_trace(void)
{
	num_calls++;
#ifdef CONFIG_STACKTRACE
	{
		unsigned long entries[MAX_DEPTH];
		unsigned int num;

		num = stack_trace_save(entries, MAX_DEPTH, 0);
		ktap_note("%u entries, %pS %pS %pS", num, (void *)entries[0],
			  (void *)entries[1], (void *)entries[2]);
		ktap_result(num && num < MAX_DEPTH, "a stack trace ends");
	}
#endif
}

static void dump(void)
{
	num_calls++;
	dump_stack();
}

static void test_trace(void)
{
	unsigned long other = (unsigned long)&other;
	unsigned long x = 11, result;

	ktap_begin();
	result = return_life_call_outer(x, look);
	ktap_result(result == return_life_model(x) + 1, "result after a look");
	result = return_life_call_outer(x, save_trace);
	ktap_result(result == return_life_model(x) + 1, "result after a trace");
	result = return_life_call_outer(x, dump);
	ktap_result(result == return_life_model(x) + 1, "result after a dump");
	ktap_result(num_calls == 3, "each was called once");
	ktap_result(atomic_read(&entered) == 6 && atomic_read(&returned) == 6,
		    "all calls were seen");
	ktap_result(!atomic_read(&wrong), "handlers found all right");
	ktap_result(!is_kretprobe_trampoline(other) &&
		    !is_kretprobe_trampoline((unsigned long)look) &&
		    !is_kretprobe_trampoline(0) &&
		    !is_kretprobe_trampoline(~0UL & PAGE_MASK),
		    "other addresses are no stubs");
	ktap_result(!kretprobe_find_ret_addr(current, &other, NULL),
		    "other words hide no return address");
	ktap_end();
}

static int __init return_life_init(void)
{
	switch_on();
	if (trace)
		test_trace();
	return 0;
}

static void __exit return_life_exit(void)
{
	switch_off();
}

module_init(return_life_init);
module_exit(return_life_exit);
MODULE_DESCRIPTION("Test: return probes that count");
MODULE_LICENSE("GPL");
