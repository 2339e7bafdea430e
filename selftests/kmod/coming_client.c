// SPDX-License-Identifier: GPL-2.0
/*
 * Probes coming_target.ko while it is loaded, from notifiers ahead of and behind
 * those of kprobes.ko, and while one of these holds it. Parameters:
 *
 * offset: where in its function
 * refuse: 1: refuse it before kprobes.ko is told that it comes, 2: after that
 * hold: 1: hold it when it comes, 2: when it is live; once
 * held: whether it is held
 * batch: register so many probes at once, the first in it, and let it go on
 *	meanwhile
 * scan: register one while it is live and held, and let it go on as soon as
 *	its symbols are looked at
 * clear: unregister all
 * marked: what registering it at functions that must not be probed returned, when it
 *	comes, right behind kprobes.ko
 * sorted: why a static call cannot be probed then, while the kernel sorts them
 * result: what registering returned: early, when it comes, when it has gone,
 *	the last batch or scan; how many probes are gone; whether its symbols
 *	were looked at
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "../../compat/jump_label.h"
#include "coming.h"
#include "test_arch.h"

#define NUM		300
#define HOLD_TIME	(60 * HZ)

/* Of probes that never were registered. */
#define NEVER		1

enum { EARLY, COMES, GONE, MANY, LAST = MANY + NUM };

static unsigned int offset, refuse, hold, held;
module_param(offset, uint, 0400);
module_param(refuse, uint, 0600);
module_param(hold, uint, 0600);
module_param(held, uint, 0400);

static struct kprobe probes[LAST], *many[NUM];
static int results[MANY + 1];
static unsigned int num_many;
static bool is_seen;
static int marked[2];
module_param_array(marked, int, NULL, 0400);
static char sorted[64];
module_param_string(sorted, sorted, sizeof(sorted), 0400);
static struct task_struct *actor;
static const struct module *target;
static DECLARE_COMPLETION(go);

static int pre(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static struct kprobe *prepare(int n)
{
	struct kprobe *kp = &probes[n];

	memset(kp, 0, sizeof(*kp));
	kp->symbol_name = n <= MANY ? "coming_target:coming_function" :
			  "kernel_clone";
	kp->offset = n <= MANY ? offset : 0;
	kp->pre_handler = pre;
	return kp;
}

static void clear(void)
{
	int n;

	for (n = 0; n < MANY; n++) {
		if (!results[n])
			unregister_kprobe(&probes[n]);
		results[n] = NEVER;
	}
	if (!results[MANY] && num_many)
		unregister_kprobes(many, num_many);
	results[MANY] = NEVER;
	num_many = 0;
	memset(probes, 0, sizeof(probes));
	is_seen = false;
}

/* Once: insmod tries it by another system call when the first is refused. */
static void place(int n)
{
	if (results[n] == NEVER)
		results[n] = register_kprobe(prepare(n));
}

static void stay(void)
{
	/* the other one spins on CPU 0 */
	set_cpus_allowed_ptr(current, cpumask_of(cpumask_last(cpu_online_mask)));
	held = 1;
	wait_for_completion_timeout(&go, HOLD_TIME);
	held = 0;
	hold = 0;
}

static bool is_target(const struct module *mod)
{
	return !strcmp(mod->name, "coming_target");
}

static int notify_early(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (!is_target(mod) || state != MODULE_STATE_COMING)
		return NOTIFY_DONE;
	target = mod;
	reinit_completion(&go);
	if (refuse != 1)
		return NOTIFY_DONE;
	place(EARLY);
	return notifier_from_errno(-EPERM);
}

static int try(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .pre_handler = pre };
	int ret = register_kprobe(&kp);

	if (!ret)
		unregister_kprobe(&kp);
	return ret;
}

/* When two are swapped, and the second has been written over the first. */
static void try_sorted(const struct module *mod)
{
	struct static_call_site *first = kp_module_static_call(mod, 0);
	unsigned long addr, second;
	struct kprobe kp = {};
	s32 was;

	if (kp_module_num_static_calls(mod) < 2)
		return;
	addr = kp_static_call_site_addr(first);
	second = kp_static_call_site_addr(first + 1);
	was = first->addr;
	first->addr = second - (unsigned long)&first->addr;
	kp.addr = (kprobe_opcode_t *)addr;
	strscpy(sorted, "none", sizeof(sorted));
	kprobe_check(&kp, sorted, sizeof(sorted));
	first->addr = was;
}

/* The kernel's static calls and its kprobes are told later. */
static int notify_next(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (!is_target(mod) || state != MODULE_STATE_COMING)
		return NOTIFY_DONE;
	marked[0] = try("coming_target:coming_nokprobe");
	marked[1] = try("coming_target:coming_kprobes");
	try_sorted(mod);
	return NOTIFY_DONE;
}

static int notify_middle(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (is_target(mod) && refuse == 2 && state == MODULE_STATE_GOING)
		place(GONE);
	return NOTIFY_DONE;
}

static int notify_late(struct notifier_block *nb, unsigned long state, void *mod)
{
	if (!is_target(mod))
		return NOTIFY_DONE;
	if ((state == MODULE_STATE_COMING && hold == 1) ||
	    (state == MODULE_STATE_LIVE && hold == 2))
		stay();
	if (state != MODULE_STATE_COMING || refuse != 2)
		return NOTIFY_DONE;
	place(COMES);
	return notifier_from_errno(-EPERM);
}

static struct notifier_block blocks[] = {
	{ .notifier_call = notify_early, .priority = 10 },
	/* as kprobes.ko, which came first */
	{ .notifier_call = notify_next, .priority = 1 },
	{ .notifier_call = notify_middle, .priority = -5 },
	{ .notifier_call = notify_late, .priority = -10 },
};

/* The batch has begun, is done with the first, and takes a while. */
static int pre_lookup(struct kprobe *kp, struct pt_regs *regs)
{
	if (current == actor && !within_module(test_argument(regs, 0), target)) {
		complete(&go);
		mdelay(2);
	}
	return 0;
}

static int batch_set(const char *value, const struct kernel_param *param)
{
	struct kprobe lookup = {
		.symbol_name = "kallsyms_lookup_size_offset",
		.pre_handler = pre_lookup,
	};
	unsigned int num, i;
	int ret = kstrtouint(value, 0, &num);

	if (!ret && num > NUM)
		ret = -ERANGE;
	ret = ret ?: register_kprobe(&lookup);
	if (ret)
		return ret;
	clear();
	for (i = 0; i < num; i++)
		many[i] = prepare(MANY + i);
	num_many = num;
	actor = current;
	results[MANY] = register_kprobes(many, num);
	actor = NULL;
	unregister_kprobe(&lookup);
	return 0;
}

static const struct kernel_param_ops batch_ops = { .set = batch_set };
module_param_cb(batch, &batch_ops, NULL, 0200);

/* Memory for the target's symbols: wait until there are fewer, if that can be. */
static int pre_alloc(struct kprobe *kp, struct pt_regs *regs)
{
	int i;

	if (current != actor ||
	    test_argument(regs, 0) < COMING_SYMBOLS * sizeof(long))
		return 0;
	is_seen = true;
	complete(&go);
	for (i = 0; i < 1000 && rcu_access_pointer(target->kallsyms) !=
				&target->core_kallsyms; i++)
		mdelay(1);
	return 0;
}

static int scan_set(const char *value, const struct kernel_param *param)
{
	struct kprobe alloc = {
		.symbol_name = "kvmalloc_node",
		.pre_handler = pre_alloc,
	};
	int ret = set_cpus_allowed_ptr(current, cpumask_of(0)) ?:
		  register_kprobe(&alloc);

	if (ret == -ENOENT) {
		/* since 6.10 */
		alloc.symbol_name = "__kvmalloc_node_noprof";
		ret = register_kprobe(&alloc);
	}
	if (ret)
		return ret;
	clear();
	many[0] = prepare(MANY);
	num_many = 1;
	actor = current;
	results[MANY] = register_kprobe(many[0]);
	actor = NULL;
	unregister_kprobe(&alloc);
	return 0;
}

static const struct kernel_param_ops scan_ops = { .set = scan_set };
module_param_cb(scan, &scan_ops, NULL, 0200);

static int clear_set(const char *value, const struct kernel_param *param)
{
	clear();
	return 0;
}

static const struct kernel_param_ops clear_ops = { .set = clear_set };
module_param_cb(clear, &clear_ops, NULL, 0200);

static int result_get(char *buf, const struct kernel_param *param)
{
	unsigned int num = 0, i;

	for (i = 0; i < LAST; i++)
		num += kprobe_gone(&probes[i]);
	return sysfs_emit(buf, "%d %d %d %d %u %d\n", results[EARLY],
			  results[COMES], results[GONE], results[MANY], num,
			  is_seen);
}

static const struct kernel_param_ops result_ops = { .get = result_get };
module_param_cb(result, &result_ops, NULL, 0400);

static int __init coming_client_init(void)
{
	int n, ret = 0;

	for (n = 0; n <= MANY; n++)
		results[n] = NEVER;
	for (n = 0; n < ARRAY_SIZE(blocks) && !ret; n++)
		ret = register_module_notifier(&blocks[n]);
	return ret;
}

static void __exit coming_client_exit(void)
{
	int n;

	for (n = 0; n < ARRAY_SIZE(blocks); n++)
		unregister_module_notifier(&blocks[n]);
	clear();
}

module_init(coming_client_init);
module_exit(coming_client_exit);
MODULE_DESCRIPTION("Probes a module while it is loaded");
MODULE_LICENSE("GPL");
