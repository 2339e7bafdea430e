// SPDX-License-Identifier: GPL-2.0
/*
 * Breakpoints of the kernel, in each context: what handlers find, and how many of the
 * hits they get. The same with a gate of ours for vector 3 and without.
 *
 * jumps: breakpoints may become jumps meanwhile
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/delay.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>
#include <asm/nmi.h>
#include <asm/segment.h>

#include <text/text.h>

#include "api_test.h"

#define ROUNDS	1000

static bool jumps;
module_param(jumps, bool, 0400);

static unsigned long hits, returns, bad, depth;
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
		     "mov $2, %%ecx\n\tmov $3, %%edx"
		     : : : "eax", "ecx", "edx");
}

extern char gate_test_here[];

/* A breakpoint at its entry. */
static noinline __noclone notrace int returning(int x)
{
	barrier();
	return x + 1;
}

/* What breakpoints are run into by handlers and interrupts. */
static void (*run)(void) = text;

static void return_once(void)
{
	if (returning(1) != 2)
		bad++;
}

/* Of the first instruction there. */
#define MOV_SIZE	5

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	hits++;
	if ((!jumps && (!in_nmi() || !irqs_disabled())) || preemptible() ||
	    regs->ip != (unsigned long)kp->addr + 1 ||
	    (regs->cs & 0xffff) != __KERNEL_CS || regs->orig_ax != -1UL ||
	    (regs->ss & 0xffff) > __KERNEL_DS || regs->sp <= (unsigned long)regs ||
	    kprobe_running() != kp)
		bad++;
	if (depth) {
		depth--;
		run();
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

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	returns++;
	if (preemptible() || regs_return_value(regs) != 2 ||
	    regs->ip != get_kretprobe_retaddr(ri) || ri->task != current)
		bad++;
	return 0;
}

static struct kretprobe rp;

/* Without an entry handler: the gate enters it by itself. */
static bool place_bare(void)
{
	memset(&rp, 0, sizeof(rp));
	rp.kp.addr = (void *)returning;
	rp.handler = on_return;
	returns = 0;
	EXPECT_EQ(register_kretprobe(&rp), 0);
	return !failed;
}

static void return_in_task(void)
{
	int count = preempt_count(), i;
	unsigned int usage = refcount_read(&current->usage);

	bad = 0;
	if (!place_bare())
		return;
	for (i = 0; i < ROUNDS; i++)
		return_once();
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(refcount_read(&current->usage), usage);
	EXPECT_EQ(returns, ROUNDS);
	EXPECT_EQ(bad, 0);
	EXPECT_EQ(rp.nmissed, 0);
	EXPECT_EQ(rp.kp.nmissed, 0);
	unregister_kretprobe(&rp);
	return_once();
	EXPECT_EQ(returns, ROUNDS);
}

/* What a handler calls is missed, and counted. */
static void nested_return_is_missed(void)
{
	int i;

	if (!place(false) || !place_bare())
		return;
	WRITE_ONCE(run, return_once);
	for (i = 0; i < ROUNDS; i++) {
		WRITE_ONCE(depth, 1);
		text();
	}
	WRITE_ONCE(run, text);
	EXPECT_EQ(READ_ONCE(depth), 0);
	EXPECT_EQ(hits, ROUNDS);
	EXPECT_EQ(returns, 0);
	EXPECT_EQ(bad, 0);
	EXPECT_EQ(rp.kp.nmissed, ROUNDS);
	unregister_kretprobe(&rp);
	unregister_kprobe(&kp);
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

static int count_second(struct kprobe *second, struct pt_regs *regs)
{
	hits++;
	return 0;
}

static void on_any_post(struct kprobe *any, struct pt_regs *regs,
			unsigned long flags)
{
	hits++;
}

static void hit_with_post(void)
{
	struct kprobe second = { .pre_handler = count_second };
	int count = preempt_count(), i;

	if (!place(true))
		return;
	for (i = 0; i < ROUNDS; i++)
		text();
	EXPECT_EQ(hits, 2 * ROUNDS);
	second.addr = kp.addr;
	EXPECT_EQ(register_kprobe(&second), 0);
	for (i = 0; i < ROUNDS; i++)
		text();
	EXPECT_EQ(hits, 5 * ROUNDS);
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(bad, 0);
	EXPECT_EQ(kp.nmissed, 0);
	unregister_kprobe(&second);
	unregister_kprobe(&kp);
}

/* Several at one address. */
static struct counted {
	struct kprobe kp;
	unsigned long hits;
	int result;
} several[5];

/* As one that has set where to go on, if it is to return something. */
static int count_several(struct kprobe *of, struct pt_regs *regs)
{
	struct counted *counted = container_of(of, struct counted, kp);

	counted->hits++;
	if (preemptible() || kprobe_running() != of)
		bad++;
	if (counted->result)
		instruction_pointer_set(regs, (unsigned long)of->addr + MOV_SIZE);
	return counted->result;
}

static bool place_several(unsigned int num)
{
	unsigned int i;

	memset(several, 0, sizeof(several));
	bad = 0;
	for (i = 0; i < num; i++) {
		several[i].kp.addr = (void *)gate_test_here;
		several[i].kp.pre_handler = count_several;
		EXPECT_EQ(register_kprobe(&several[i].kp), 0);
	}
	wait_for_kprobe_optimizer();
	return !failed;
}

static void remove_several(unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		unregister_kprobe(&several[i].kp);
	EXPECT_EQ(bad, 0);
}

/* Hit once; of the first @num, those in @who have been called. */
static void expect_several(unsigned int num, unsigned int who)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		several[i].hits = 0;
	text();
	for (i = 0; i < num; i++)
		EXPECT_EQ(several[i].hits, (who >> i) & 1);
	EXPECT(!kprobe_running());
}

/* Whatever a handler returns, wherever it is among others, is told from 0. */
static void several_results(void)
{
	static const int results[] = { 1, 2, -1, INT_MIN, INT_MAX };
	unsigned int i, n;

	if (!place_several(3))
		return;
	expect_several(3, 7);
	for (i = 0; i < 3; i++) {
		for (n = 0; n < ARRAY_SIZE(results); n++) {
			several[i].result = results[n];
			expect_several(3, (2 << i) - 1);
		}
		several[i].result = 0;
		several[i].kp.pre_handler = NULL;
		expect_several(3, 7 & ~(1 << i));
		several[i].kp.pre_handler = count_several;
		EXPECT_EQ(disable_kprobe(&several[i].kp), 0);
		expect_several(3, 7 & ~(1 << i));
		EXPECT_EQ(enable_kprobe(&several[i].kp), 0);
	}
	several[0].kp.pre_handler = NULL;
	several[1].kp.pre_handler = NULL;
	several[2].kp.pre_handler = NULL;
	expect_several(3, 0);
	remove_several(3);
}

#define SWITCHES	60

static unsigned int switches;

/* Every second one; the last one comes and goes. */
static int switch_several(void *unused)
{
	while (switches < SWITCHES && !failed) {
		EXPECT_EQ(disable_kprobe(&several[0].kp), 0);
		EXPECT_EQ(disable_kprobe(&several[2].kp), 0);
		EXPECT_EQ(enable_kprobe(&several[0].kp), 0);
		unregister_kprobe(&several[4].kp);
		EXPECT_EQ(enable_kprobe(&several[2].kp), 0);
		EXPECT_EQ(register_kprobe(&several[4].kp), 0);
		WRITE_ONCE(switches, switches + 1);
	}
	while (!kthread_should_stop())
		msleep(20);
	return 0;
}

/* The others miss none meanwhile. */
static void several_switched(void)
{
	struct task_struct *task;
	unsigned long rounds = 0;

	if (!place_several(5))
		return;
	switches = 0;
	task = kthread_run(switch_several, NULL, "gate_test");
	EXPECT(!IS_ERR(task));
	if (IS_ERR(task))
		goto out;
	while (READ_ONCE(switches) < SWITCHES && !failed) {
		text();
		rounds++;
		cond_resched();
	}
	kthread_stop(task);
	EXPECT(rounds > 0);
	EXPECT_EQ(several[1].hits, rounds);
	EXPECT_EQ(several[3].hits, rounds);
	EXPECT(several[0].hits <= rounds && several[2].hits <= rounds &&
	       several[4].hits <= rounds);
out:
	remove_several(5);
}

/* What has called the handler: the gate itself, or what the kernel's entry leads to. */
static unsigned long from_gate, from_kernel;

static noinline int note_way(struct kprobe *of, struct pt_regs *regs)
{
	char symbol[KSYM_SYMBOL_LEN];

	sprint_symbol(symbol, (unsigned long)__builtin_return_address(0));
	if (strstarts(symbol, "kp_x86_gate"))
		from_gate++;
	else
		from_kernel++;
	return 0;
}

static void on_text(enum kp_text_event event, unsigned long addr)
{
	if (event == KP_TEXT_POKE_ARM)
		text();
}

/* Between the breakpoints of a batch being written: hits come as they do later. */
static void hit_while_armed(void)
{
	struct kprobe kps[] = {
		{ .addr = (void *)gate_test_here, .pre_handler = note_way },
		{ .addr = (void *)gate_test_here + MOV_SIZE, .pre_handler = note_way },
	};
	struct kprobe *list[] = { &kps[0], &kps[1] };

	from_gate = 0;
	from_kernel = 0;
	kp_text_set_recorder(on_text);
	EXPECT_EQ(register_kprobes(list, 2), 0);
	/* with one breakpoint, then with both */
	EXPECT_EQ(from_gate + from_kernel, 3);
	kp_text_set_recorder(NULL);
	EXPECT_EQ(disable_kprobes(list, 2), 0);
	text();
	EXPECT_EQ(from_gate + from_kernel, 3);
	kp_text_set_recorder(on_text);
	EXPECT_EQ(enable_kprobes(list, 2), 0);
	EXPECT_EQ(from_gate + from_kernel, 6);
	kp_text_set_recorder(NULL);
	if (!jumps)
		text();
	/* all by the one, or all by the other */
	EXPECT(!from_gate || !from_kernel);
	EXPECT_EQ(kps[0].nmissed + kps[1].nmissed, 0);
	unregister_kprobes(list, 2);
}

static bool is_held, may_go, gave_up;

/*
 * Not for ever: who waits for this CPU may hold what disable_kprobe() wants, as
 * kprobes.ko does when it gives back what return probes have left. local_clock() would
 * not do: where a CPU's counter is not stable, it stands still without the tick.
 */
static int hold(struct kprobe *of, struct pt_regs *regs)
{
	u64 end = ktime_get_mono_fast_ns() + NSEC_PER_SEC;

	WRITE_ONCE(is_held, true);
	while (!READ_ONCE(may_go) && ktime_get_mono_fast_ns() < end)
		cpu_relax();
	WRITE_ONCE(gave_up, !READ_ONCE(may_go));
	return count_several(of, regs);
}

static int hit_once(void *unused)
{
	text();
	while (!kthread_should_stop())
		msleep(20);
	return 0;
}

static int remove_first(void *unused)
{
	unregister_kprobe(&several[0].kp);
	while (!kthread_should_stop())
		msleep(20);
	return 0;
}

/* Returns whether the hit was held until then. */
static bool disable_behind_removed(void)
{
	struct task_struct *hit, *removal;

	if (!place_several(3))
		return true;
	is_held = false;
	may_go = false;
	several[0].kp.pre_handler = hold;
	hit = kthread_run(hit_once, NULL, "gate_test");
	while (!READ_ONCE(is_held))
		msleep(20);
	removal = kthread_run(remove_first, NULL, "gate_test");
	while (get_kprobe(gate_test_here) != &several[1].kp)
		msleep(20);
	EXPECT_EQ(disable_kprobe(&several[1].kp), 0);
	WRITE_ONCE(may_go, true);
	kthread_stop(removal);
	kthread_stop(hit);
	EXPECT_EQ(several[0].hits, 1);
	if (!gave_up)
		EXPECT_EQ(several[1].hits, 0);
	EXPECT_EQ(several[2].hits, 1);
	unregister_kprobe(&several[1].kp);
	unregister_kprobe(&several[2].kp);
	EXPECT_EQ(bad, 0);
	return !gave_up;
}

/* A probe that is being removed leads a hit on to one that has been disabled since. */
static void disabled_behind_removed(void)
{
	int tries = 5;

	if (num_online_cpus() < 2)
		return;
	while (tries && !disable_behind_removed())
		tries--;
	EXPECT(tries > 0);
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
	if (READ_ONCE(run) != text)
		run();
	return NMI_HANDLED;
}

static void nmis(bool with_post)
{
	int i, count = preempt_count();

	if (!place(with_post))
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
	EXPECT_EQ(hits, (1 + with_post) * ROUNDS);
	EXPECT_EQ(bad, 0);
	EXPECT_EQ(kp.nmissed, 0);
	unregister_kprobe(&kp);
}

static void hit_from_nmi(void)
{
	nmis(false);
	nmis(true);
	if (!place_bare())
		return;
	WRITE_ONCE(run, return_once);
	nmis(false);
	WRITE_ONCE(run, text);
	EXPECT_EQ(returns, ROUNDS);
	unregister_kretprobe(&rp);
}

/* What a handler runs into is missed, and counted. */
static void nested_is_missed(void)
{
	int i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++) {
		WRITE_ONCE(depth, 1);
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
	if (!rcu_is_watching() || (!jumps && !in_nmi()))
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

/* Loops have short displacements only, and prefixes may leave a slot no room. */
static noinline __noclone int loops(int times)
{
	int skipped = 1;

	asm volatile(".globl gate_test_loop, gate_test_long_loop\n"
		     "gate_test_loop:\t.fill 6, 1, 0x3e\n\tloop 1f\n\t"
		     "xor %0, %0\n"
		     "1:\tmov $1, %%ecx\n"
		     "gate_test_long_loop:\t.fill 7, 1, 0x3e\n\tloop 2f\n"
		     "2:" : "+r" (skipped), "+c" (times));
	return skipped;
}

extern char gate_test_loop[], gate_test_long_loop[];

/* Without a slot it can be a jump, and no more: its detour has room. */
static void long_loop_has_no_slot(void)
{
	struct kprobe with_post = {
		.addr = (void *)gate_test_loop, .pre_handler = count_second,
		.post_handler = on_any_post,
	};
	struct kprobe at_long = {
		.addr = (void *)gate_test_long_loop,
		.pre_handler = count_second, .post_handler = on_any_post,
	};
	bool is_jump;

	EXPECT_EQ(register_kprobe(&at_long), -ERANGE);
	hits = 0;
	EXPECT_EQ(register_kprobe(&with_post), 0);
	EXPECT_EQ(loops(2), 1);
	EXPECT_EQ(loops(1), 0);
	EXPECT_EQ(hits, 4);
	at_long.post_handler = NULL;
	is_jump = !register_kprobe(&at_long);
	hits = 0;
	EXPECT_EQ(loops(2), 1);
	EXPECT_EQ(loops(1), 0);
	EXPECT_EQ(hits, is_jump ? 6 : 4);
	EXPECT_EQ(is_jump, jumps);
	if (!is_jump) {
		unregister_kprobe(&with_post);
		return;
	}
	wait_for_kprobe_optimizer();
	EXPECT_EQ(loops(2), 1);
	EXPECT_EQ(loops(1), 0);
	EXPECT_EQ(hits, 12);
	unregister_kprobe(&at_long);
	unregister_kprobe(&with_post);
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
	API_TEST(hit_while_armed),
	API_TEST(several_results),
	API_TEST(several_switched),
	API_TEST(disabled_behind_removed),
	API_TEST(return_in_task),
	API_TEST(nested_return_is_missed),
	API_TEST(hit_from_interrupt),
	API_TEST(hit_from_nmi),
	API_TEST(nested_is_missed),
	API_TEST(hit_in_idle),
	API_TEST(long_loop_has_no_slot),
	API_TEST(entry_is_refused),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Breakpoints in each context");
MODULE_LICENSE("GPL");
