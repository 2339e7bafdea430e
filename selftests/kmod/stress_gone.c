// SPDX-License-Identifier: GPL-2.0
/*
 * Registers and unregisters probes in stress_target.ko, which selftests/tests/
 * stress_modules.sh loads and unloads meanwhile.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "ktap.h"

#define ALIVE		0x600df00dUL
#define MAX_ATTEMPTS	200000
#define GONE_TIMEOUT	(60 * HZ)
#define NUM		3

static uint rounds = 100;
module_param(rounds, uint, 0400);

/**
 * struct guest - a probe, freed as soon as it is unregistered
 * @kp: the probe
 * @alive: ALIVE until then
 */
struct guest {
	struct kprobe kp;
	unsigned long alive;
};

/* The last is in the kernel and must not be disturbed. */
static const char * const symbols[NUM] = {
	"stress_target_first", "stress_target_second", "kernel_clone",
};

static struct guest *guests[NUM];
static atomic_long_t hits, late_calls;
static unsigned int num_absent, num_gone, num_registered, num_wrong;

static void result(bool ok, const char *what)
{
	ktap_result(ok, "%s", what);
}

static void wrong(const char *what, int ret)
{
	if (num_wrong++ < 10)
		pr_err("%s: %d\n", what, ret);
}

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	if (container_of(kp, struct guest, kp)->alive != ALIVE)
		atomic_long_inc(&late_calls);
	atomic_long_inc(&hits);
	return 0;
}

static void post_handler(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
	pre_handler(kp, regs);
}

static void forget(void)
{
	int i;

	for (i = 0; i < NUM; i++) {
		if (guests[i])
			guests[i]->alive = 0;
		kfree(guests[i]);
		guests[i] = NULL;
	}
}

static int create(unsigned int round)
{
	int i;

	for (i = 0; i < NUM; i++) {
		guests[i] = kzalloc(sizeof(*guests[i]), GFP_KERNEL);
		if (!guests[i])
			return -ENOMEM;
		guests[i]->alive = ALIVE;
		guests[i]->kp.symbol_name = symbols[i];
		guests[i]->kp.pre_handler = pre_handler;
		if (round & 1)
			guests[i]->kp.post_handler = post_handler;
		/* past the entry: a breakpoint where that is the tracer's */
		if (round & 2 && i < NUM - 1)
			guests[i]->kp.offset =
				IS_ENABLED(CONFIG_X86) ? 5 : 8;
	}
	return 0;
}

static void wait_until_gone(void)
{
	unsigned long end = jiffies + GONE_TIMEOUT;
	struct kprobe *kp = &guests[0]->kp;
	int ret;

	while (!kprobe_gone(kp) && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	if (!kprobe_gone(kp)) {
		wrong("is not gone", 0);
		return;
	}
	num_gone++;
	ret = enable_kprobe(kp);
	if (ret != -EINVAL)
		wrong("enable of one that is gone", ret);
	if (kprobe_gone(&guests[NUM - 1]->kp))
		wrong("the kernel's is gone", 0);
}

/* What is done with probes just registered. */
static void handle(unsigned int round)
{
	int ret = 0;

	switch (round % 5) {
	case 0:
		break;
	case 1:
		ret = disable_kprobe(&guests[0]->kp);
		break;
	case 2:
		schedule_timeout_uninterruptible(2);
		break;
	default:
		wait_until_gone();
	}
	if (ret)
		wrong("disable", ret);
}

/* One successful registration; false if there is none to be had. */
static bool run_round(unsigned int round)
{
	struct kprobe *kps[NUM];
	unsigned int attempt;
	int i, ret = -ENOMEM;

	for (attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		if (!create(round)) {
			for (i = 0; i < NUM; i++)
				kps[i] = &guests[i]->kp;
			ret = register_kprobes(kps, NUM);
		}
		if (!ret)
			break;
		forget();
		/* -EINVAL: between instructions of another compiler */
		if (ret != -ENOENT) {
			wrong("register", ret);
			return false;
		}
		num_absent++;
		schedule_timeout_uninterruptible(1);
	}
	if (ret)
		return false;
	num_registered++;
	handle(round);
	unregister_kprobes(kps, NUM);
	forget();
	return true;
}

static int __init stress_gone_init(void)
{
	unsigned int round;

	ktap_begin();
	for (round = 0; round < rounds && run_round(round); round++)
		if (round % 20 == 19)
			ktap_note("%u rounds, %u gone, %u absent, %ld hits",
				  round + 1, num_gone, num_absent,
				  atomic_long_read(&hits));
	result(num_registered == rounds, "as many rounds as planned");
	result(num_gone > 0, "probes were gone");
	result(num_absent > 0, "the module was absent at times");
	result(atomic_long_read(&hits) > 0, "probes were hit");
	result(!num_wrong, "each operation returned what it must");
	result(!atomic_long_read(&late_calls),
	       "no handler was called after unregistering");
	ktap_end();
	return 0;
}

static void __exit stress_gone_exit(void)
{
}

module_init(stress_gone_init);
module_exit(stress_gone_exit);
MODULE_DESCRIPTION("Test: probes in a module that comes and goes");
MODULE_LICENSE("GPL");
