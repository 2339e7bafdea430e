// SPDX-License-Identifier: GPL-2.0
/*
 * Breakpoints of the kernel, in each context: what handlers find, and how many of the
 * hits they get. The same with a gate of ours for vector 3 and without.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/smp.h>
#include <asm/nmi.h>
#include <asm/segment.h>

#include "api_test.h"

#define ROUNDS	1000

static unsigned long hits, bad, depth;
static bool in_ours;

static noinline __noclone int target(int x)
{
	barrier();
	return x + 1;
}

/* Behind what a compiler has at a function's entry, a breakpoint on any kernel. */
static noinline __noclone void text(void)
{
	asm volatile(".globl gate_test_here\n"
		     "gate_test_here:\tmov $1, %%eax\n\t"
		     "mov $2, %%ecx\n\tmov $3, %%edx" : : : "eax", "ecx", "edx");
}

extern char gate_test_here[];

/* Of the first instruction there. */
#define MOV_SIZE	5

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	hits++;
	if (!in_nmi() || !irqs_disabled() || preemptible() ||
	    regs->ip != (unsigned long)kp->addr + 1 ||
	    (regs->cs & 0xffff) != __KERNEL_CS || regs->orig_ax != -1UL ||
	    (regs->ss & 0xffff) > __KERNEL_DS || regs->sp <= (unsigned long)regs ||
	    kprobe_running() != kp)
		bad++;
	if (depth) {
		depth--;
		text();
	}
	return 0;
}

static void on_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	hits++;
	if (preemptible() || regs->ip != (unsigned long)kp->addr + MOV_SIZE ||
	    (regs->cs & 0xffff) != __KERNEL_CS || regs->orig_ax != -1UL ||
	    (regs->ss & 0xffff) > __KERNEL_DS || regs->sp <= (unsigned long)regs ||
	    kprobe_running() != kp)
		bad++;
}

static struct kprobe kp;

static bool place(bool with_post)
{
	memset(&kp, 0, sizeof(kp));
	kp.addr = (void *)gate_test_here;
	kp.pre_handler = on_hit;
	kp.post_handler = with_post ? on_post : NULL;
	hits = 0;
	bad = 0;
	EXPECT_EQ(register_kprobe(&kp), 0);
	return !failed;
}

static void hit_in_task(void)
{
	int count = preempt_count(), i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++)
		text();
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(hits, ROUNDS);
	EXPECT_EQ(bad, 0);
	EXPECT_EQ(kp.nmissed, 0);
	unregister_kprobe(&kp);
	text();
	EXPECT_EQ(hits, ROUNDS);
}

static void hit_with_post(void)
{
	int i;

	if (!place(true))
		return;
	for (i = 0; i < ROUNDS; i++)
		text();
	EXPECT_EQ(hits, 2 * ROUNDS);
	EXPECT_EQ(bad, 0);
	unregister_kprobe(&kp);
}

static void hit_in_interrupt(void *unused)
{
	text();
}

static void hit_from_interrupt(void)
{
	int i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++)
		on_each_cpu(hit_in_interrupt, NULL, 1);
	/* each CPU counts for itself, and hits is not atomic: one after the other */
	EXPECT(hits > 0 && hits <= ROUNDS * num_online_cpus());
	EXPECT_EQ(bad, 0);
	EXPECT_EQ(kp.nmissed, 0);
	unregister_kprobe(&kp);
}

static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	if (!READ_ONCE(in_ours))
		return NMI_DONE;
	WRITE_ONCE(in_ours, false);
	text();
	return NMI_HANDLED;
}

static void hit_from_nmi(void)
{
	int i, count = preempt_count();

	if (!place(false))
		return;
	EXPECT_EQ(register_nmi_handler(NMI_LOCAL, on_nmi, 0, "gate_test"), 0);
	for (i = 0; i < ROUNDS && !failed; i++) {
		preempt_disable();
		WRITE_ONCE(in_ours, true);
		/* the processor goes the same way as for one from outside */
		asm volatile("int $2" : : : "memory");
		preempt_enable();
	}
	unregister_nmi_handler(NMI_LOCAL, "gate_test");
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(hits, ROUNDS);
	EXPECT_EQ(bad, 0);
	unregister_kprobe(&kp);
}

/* What a handler runs into is missed, and counted. */
static void nested_is_missed(void)
{
	int i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++) {
		depth = 1;
		text();
	}
	EXPECT_EQ(hits, ROUNDS);
	EXPECT_EQ(kp.nmissed, ROUNDS);
	EXPECT_EQ(bad, 0);
	unregister_kprobe(&kp);
}

static int on_idle(struct kprobe *kp, struct pt_regs *regs)
{
	hits++;
	if (!rcu_is_watching() || !in_nmi())
		bad++;
	return 0;
}

/* Some of them run while RCU does not watch. */
static void hit_in_idle(void)
{
	static const char * const names[] = {
		"arch_cpu_idle", "default_idle", "default_idle_call",
		"tick_nohz_idle_enter", "tick_nohz_idle_exit", "cpuidle_enter",
		"arch_cpu_idle_enter", "arch_cpu_idle_exit",
	};
	static struct kprobe kps[ARRAY_SIZE(names)];
	int i, num = 0;

	hits = 0;
	bad = 0;
	memset(kps, 0, sizeof(kps));
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		kps[num].symbol_name = names[i];
		kps[num].pre_handler = on_idle;
		if (register_kprobe(&kps[num]))
			memset(&kps[num], 0, sizeof(kps[num]));
		else
			num++;
	}
	msleep(200);
	for (i = 0; i < num; i++)
		unregister_kprobe(&kps[i]);
	EXPECT(num > 0);
	EXPECT(hits > 0);
	pr_info("%d functions of the idle loop, %lu hits\n", num, hits);
	EXPECT_EQ(target(1), 2);
}

/* 0xcc that belongs to nobody is still the kernel's to report: not hit here. */
static void entry_is_refused(void)
{
	struct kprobe at = { .symbol_name = "kprobes:kp_x86_gate" };

	EXPECT_EQ(register_kprobe(&at), -EINVAL);
}

static const struct api_test tests[] = {
	API_TEST(hit_in_task),
	API_TEST(hit_with_post),
	API_TEST(hit_from_interrupt),
	API_TEST(hit_from_nmi),
	API_TEST(nested_is_missed),
	API_TEST(hit_in_idle),
	API_TEST(entry_is_refused),
};

static int __init gate_test_init(void)
{
	api_run(tests, ARRAY_SIZE(tests));
	return 0;
}

static void __exit gate_test_exit(void)
{
}

module_init(gate_test_init);
module_exit(gate_test_exit);
MODULE_DESCRIPTION("Breakpoints in each context");
MODULE_LICENSE("GPL");
