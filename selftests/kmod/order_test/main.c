// SPDX-License-Identifier: GPL-2.0
/*
 * The order of writes to text and cross-CPU syncs. No emulator notices a
 * mistake here, so what text.c did is recorded and compared with what it must
 * do: all slots are written, one sync, all breakpoints, one sync; all original
 * bytes, one sync. For jumps: all detours, a sync, all that is behind the
 * breakpoints, a sync, all that is at them, a sync; and the same way back.
 *
 * Loaded with optimization off.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <hit/probepoint.h>
#include <point/optimizer.h>
#include <text/text.h>

#include <test_arch.h>

#include "../ktap.h"
#include "../write_file.h"

/* Whether a jump is longer than a breakpoint. */
#define HAS_TAILS	(KP_ARCH_JUMP_SIZE > KP_ARCH_BREAKPOINT_SIZE)

#define MAX_PROBES	100
#define MAX_EVENTS	1024
#define ENABLED		"/sys/module/kprobes/parameters/enabled"
#define OPTIMIZATION	"/sys/module/kprobes/parameters/optimization"
/* A task in a slot is looked for every two seconds. */
#define RECYCLE_SECONDS	30

/*
 * MAX_PROBES instructions each: the first need no code when they are probed,
 * the others, behind one of FIRST_SIZE, run in a slot. Those of order_alone()
 * are not shorter than a jump. The functions return how many there are.
 */
unsigned long order_nops(void);
unsigned long order_slots(void);
unsigned long order_alone(void);

/**
 * struct event - one that the recorder was told of
 * @type: what
 * @addr: where
 * @is_good: the architecture saw what comes with it
 * @is_stopped: interrupts were off
 */
struct event {
	enum kp_text_event type;
	unsigned long addr;
	bool is_good;
	bool is_stopped;
};

static struct event events[MAX_EVENTS];
static unsigned int num_events;

static bool recycling;
module_param(recycling, bool, 0400);
MODULE_PARM_DESC(recycling, "only that slots are used again; none of others waits for that");

static void result(bool ok, const char *what, int n)
{
	ktap_result(ok, "%s, n=%d", what, n);
}

/*
 * For probes that see what is to be recorded, and are to write nothing meanwhile: @kp's
 * post_handler comes when there is a detour, in which it has no place, so @kp stays a breakpoint.
 */
static int __maybe_unused register_no_jump(struct kprobe *first, struct kprobe *kp)
{
	int ret;

	write_file(OPTIMIZATION, "1");
	first->symbol_name = kp->symbol_name;
	ret = register_kprobe(first);
	wait_for_kprobe_optimizer();
	if (!ret)
		ret = register_kprobe(kp);
	write_file(OPTIMIZATION, "0");
	return ret;
}

#include <order_arch.h>

static struct kprobe probes[MAX_PROBES], extra;
static struct kprobe *list[MAX_PROBES];
static atomic_t hits, post_hits;

/* All that there are, where a symbol says so. */
static const struct list_head *probepoints;

/* Whether hits go on in a slot that was written since the last sync. */
static bool are_led_too_early(enum kp_text_event type, unsigned long addr)
{
	static unsigned long slot;
	const struct probepoint *pp;
	bool early = false;

	if (type == KP_TEXT_POKE_SLOT)
		slot = addr;
	if (!probepoints || !slot)
		return false;
	list_for_each_entry(pp, probepoints, link)
		early |= pp->resume == slot;
	if (type == KP_TEXT_SYNC)
		slot = 0;
	return early;
}

static void record(enum kp_text_event type, unsigned long addr)
{
	if (is_of_arch(addr))
		return;
	if (num_events < MAX_EVENTS)
		events[num_events] = (struct event){
			type, addr,
			is_good(type, addr) && !are_led_too_early(type, addr),
			irqs_disabled(),
		};
	num_events++;
}

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&hits);
	return 0;
}

static void post_handler(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
	atomic_inc(&post_hits);
}

static char letter_of(enum kp_text_event type)
{
	switch (type) {
	case KP_TEXT_POKE_SLOT:
		return 'S';
	case KP_TEXT_POKE_ARM:
		return 'A';
	case KP_TEXT_POKE_TAIL:
		return 'T';
	case KP_TEXT_POKE_JUMP:
		return 'J';
	default:
		return 'D';
	}
}

/*
 * Write what happened as, say, "S10|A10|": ten slots, a sync, ten arms, ...; T
 * is what is behind a breakpoint, J the start of a jump.
 */
static void sum_up(char *buf, size_t size)
{
	unsigned int i, num = 0;
	size_t len = 0;

	buf[0] = '\0';
	for (i = 0; i < num_events && i < MAX_EVENTS; i++) {
		enum kp_text_event type = events[i].type;

		if (type == KP_TEXT_SYNC) {
			len += scnprintf(buf + len, size - len, "|");
			continue;
		}
		num++;
		if (i + 1 < num_events && events[i + 1].type == type)
			continue;
		len += scnprintf(buf + len, size - len, "%c%u",
				 letter_of(type), num);
		num = 0;
	}
}

/* Whether an event of @type has this address, exactly once. */
static bool is_once(enum kp_text_event type, unsigned long addr)
{
	unsigned int i, num = 0;

	for (i = 0; i < num_events; i++)
		num += events[i].type == type && events[i].addr == addr;
	return num == 1;
}

static bool addresses_are_right(int n)
{
	unsigned int i;
	int k;

	for (i = 0; i < num_events; i++) {
		struct event *event = &events[i];
		int behind = event->type == KP_TEXT_POKE_TAIL;

		if (event->type == KP_TEXT_SYNC)
			continue;
		if (!is_once(event->type, event->addr))
			return false;
		if (event->type == KP_TEXT_POKE_SLOT)
			continue;
		for (k = 0; k < n; k++)
			if ((unsigned long)probes[k].addr + behind ==
			    event->addr)
				break;
		if (k == n)
			return false;
	}
	return true;
}

/* Compare what was recorded with @expected, and begin anew. */
static void expect_events(const char *what, int n, const char *expected,
			  bool right)
{
	char happened[128];
	bool ok;

	sum_up(happened, sizeof(happened));
	ok = num_events <= MAX_EVENTS && !strcmp(happened, expected) && right;
	result(ok, what, n);
	if (!ok)
		ktap_note("%s, expected %s, or an address is wrong",
			  happened, expected);
	num_events = 0;
}

static void expect(const char *what, int n, const char *expected)
{
	expect_events(what, n, expected, addresses_are_right(n));
}

static void expect_n(const char *what, int n, const char *format, int a, int b)
{
	char expected[64];

	snprintf(expected, sizeof(expected), format, a, b);
	expect(what, n, expected);
}

/* @n of each of these, and a sync behind them; T if there are any. */
static void expect_each(const char *what, int n, const char *letters)
{
	char expected[64];
	size_t len = 0;

	for (; *letters; letters++)
		if (*letters != 'T' || HAS_TAILS)
			len += scnprintf(expected + len, sizeof(expected) - len,
					 "%c%d|", *letters, n);
	expect(what, n, expected);
}

/*
 * What comes with each write was seen, and all CPUs were stopped for those of
 * original instructions, breakpoints and jumps, or for none.
 */
static void expect_good(const char *what, int n, bool is_stopped)
{
	bool good = true;
	unsigned int i;

	for (i = 0; i < num_events && i < MAX_EVENTS; i++) {
		enum kp_text_event type = events[i].type;

		good &= events[i].is_good;
		if (type == KP_TEXT_POKE_ARM || type == KP_TEXT_POKE_DISARM ||
		    type == KP_TEXT_POKE_JUMP)
			good &= events[i].is_stopped == is_stopped;
	}
	result(good, what, n);
}

static void prepare(int i, bool in_slot, bool post, u32 flags)
{
	unsigned long addr = in_slot ?
		test_code(order_slots) + FIRST_SIZE + i * SLOT_SIZE :
		test_code(order_nops) + i * NOP_SIZE;

	memset(&probes[i], 0, sizeof(probes[i]));
	probes[i].addr = (kprobe_opcode_t *)addr;
	probes[i].pre_handler = pre_handler;
	probes[i].post_handler = post ? post_handler : NULL;
	probes[i].flags = flags;
	list[i] = &probes[i];
}

static void prepare_all(int n, bool in_slot, bool post, u32 flags)
{
	int i;

	for (i = 0; i < n; i++)
		prepare(i, in_slot, post, flags);
}

/* Run the probed functions: results and counts are as they must be. */
static void check_hits(const char *what, int n, int expected, int expected_post)
{
	bool ok;

	atomic_set(&hits, 0);
	atomic_set(&post_hits, 0);
	ok = order_nops() == MAX_PROBES && order_slots() == MAX_PROBES;
	result(ok && atomic_read(&hits) == expected &&
	       atomic_read(&post_hits) == expected_post, what, n);
}

static void test_nops(int n)
{
	prepare_all(n, false, false, 0);
	result(!register_kprobes(list, n), "registered without slots", n);
	expect_good("arms are seen", n, NOPS_STOP);
	expect_n("arms, one sync", n, "A%d|", n, 0);
	check_hits("hit without slots", n, n, 0);
	unregister_kprobes(list, n);
	expect_good("disarms are seen", n, NOPS_STOP);
	expect_n("disarms, one sync", n, "D%d|", n, 0);
}

static void test_slots(int n)
{
	prepare_all(n, true, false, 0);
	result(!register_kprobes(list, n), "registered with slots", n);
	expect_good("slots and arms are seen", n, SLOTS_STOP);
	expect_n("slots, one sync, arms, one sync", n, "S%d|A%d|", n, n);
	check_hits("hit in slots", n, n, 0);
	unregister_kprobes(list, n);
	expect_good("disarms with slots are seen", n, SLOTS_STOP);
	expect_n("disarms with slots, one sync", n, "D%d|", n, 0);
}

static void test_post(int n)
{
	prepare_all(n, true, true, 0);
	result(!register_kprobes(list, n), "registered with post-handlers", n);
	expect_n("both slots of each, one sync, arms, one sync", n,
		 "S%d|A%d|", 2 * n, n);
	check_hits("hit with post-handlers", n, n, n);
	unregister_kprobes(list, n);
	expect_n("disarms with post-handlers, one sync", n, "D%d|", n, 0);
}

static void test_mixed(int n)
{
	int i;

	for (i = 0; i < n; i++)
		prepare(i, i % 2, false, 0);
	result(!register_kprobes(list, n), "registered, of both kinds", n);
	if (n > 1)
		expect_n("slots of some, one sync, all arms, one sync", n,
			 "S%d|A%d|", n / 2, n);
	num_events = 0;
	check_hits("hit, of both kinds", n, n, 0);
	unregister_kprobes(list, n);
	expect_n("disarms of both kinds, one sync", n, "D%d|", n, 0);
}

static void test_single_switches(int n)
{
	char expected[128] = "";
	int i, ret = 0;

	prepare_all(n, true, false, KPROBE_FLAG_DISABLED);
	result(!register_kprobes(list, n), "registered disabled", n);
	expect_n("disabled: slots, one sync", n, "S%d|", n, 0);
	check_hits("disabled: not hit", n, 0, 0);
	for (i = 0; i < n; i++)
		ret |= enable_kprobe(list[i]);
	for (i = 0; i < min(n, 10); i++)
		strcat(expected, "A1|");
	result(!ret, "enabled", n);
	if (n <= 10)
		expect("an arm, a sync, for each", n, expected);
	num_events = 0;
	check_hits("enabled: hit", n, n, 0);
	for (i = 0; i < n; i++)
		ret |= disable_kprobe(list[i]);
	for (i = 0; i < min(n, 10); i++)
		expected[3 * i] = 'D';
	result(!ret, "disabled", n);
	if (n <= 10)
		expect("a disarm, a sync, for each", n, expected);
	num_events = 0;
	unregister_kprobes(list, n);
	expect("nothing to write for disabled ones", n, "");
}

static int write_enabled(const char *value)
{
	return write_file(ENABLED, value);
}

static void test_all_switch(int n)
{
	prepare_all(n, true, false, 0);
	result(!register_kprobes(list, n), "registered", n);
	num_events = 0;
	result(!write_enabled("0"), "`enabled` becomes 0", n);
	expect_n("`enabled` 0: disarms, one sync", n, "D%d|", n, 0);
	check_hits("`enabled` 0: not hit", n, 0, 0);
	result(!write_enabled("1"), "`enabled` becomes 1", n);
	expect_n("`enabled` 1: arms, one sync", n, "A%d|", n, 0);
	check_hits("`enabled` 1: hit", n, n, 0);
	unregister_kprobes(list, n);
	num_events = 0;
}

static void test_sibling(int n)
{
	prepare_all(n, true, false, 0);
	result(!register_kprobes(list, n), "registered first", n);
	num_events = 0;
	memset(&extra, 0, sizeof(extra));
	extra.addr = probes[n - 1].addr;
	extra.post_handler = post_handler;
	result(!register_kprobe(&extra), "registered beside it", n);
	expect("beside an armed one: its step slot, one sync", n, "S1|");
	check_hits("hit with a sibling", n, n, 1);
	unregister_kprobe(&extra);
	expect("the other stays armed", n, "");
	check_hits("hit without the sibling", n, n, 0);
	unregister_kprobes(list, n);
	num_events = 0;
}

static void test_refused(int n)
{
	prepare_all(n, true, false, 0);
	probes[n - 1].addr = (void *)probes[n - 1].addr + 1;
	result(register_kprobes(list, n) == -EILSEQ, "last one refused", n);
	expect("a batch with a bad one writes nothing", n, "");
}

static unsigned long old_slots[2 * MAX_PROBES];

/* How many of the slots just written are among the first @n of old_slots. */
static int num_recycled(int n)
{
	int i, num = 0;

	for (i = 0; i < n; i++)
		num += is_once(KP_TEXT_POKE_SLOT, old_slots[i]);
	return num;
}

static void keep_slots(int from)
{
	unsigned int i;

	for (i = 0; i < num_events && from < ARRAY_SIZE(old_slots); i++)
		if (events[i].type == KP_TEXT_POKE_SLOT)
			old_slots[from++] = events[i].addr;
}

/*
 * Slots just given back are not used again at once; later they are, and then
 * with a sync between the write and the breakpoint that leads there.
 */
static void test_recycling(int n)
{
	int i, recycled = 0, ret;

	prepare_all(n, true, false, 0);
	ret = register_kprobes(list, n);
	keep_slots(0);
	unregister_kprobes(list, n);
	num_events = 0;

	prepare_all(n, true, false, 0);
	ret |= register_kprobes(list, n);
	result(!num_recycled(n), "slots are not reused at once", n);
	keep_slots(n);
	expect_n("registered again at once", n, "S%d|A%d|", n, n);
	unregister_kprobes(list, n);

	for (i = 0; i < RECYCLE_SECONDS && !recycled && !ret; i++) {
		msleep(1000);
		num_events = 0;
		prepare_all(n, true, false, 0);
		ret = register_kprobes(list, n);
		recycled = num_recycled(2 * n);
		if (recycled) {
			expect_n("slots, sync, arms, sync in recycled slots",
				 n, "S%d|A%d|", n, n);
			check_hits("hit in recycled slots", n, n, 0);
		}
		unregister_kprobes(list, n);
	}
	num_events = 0;
	result(!ret, "registered often", n);
	result(recycled, "slots are reused in the end", n);
}

static void prepare_jumps(int n, bool alone)
{
	int i;

	prepare_all(n, true, false, 0);
	for (i = 0; i < n; i++)
		probes[i].addr = alone ?
			(void *)test_code(order_alone) + FIRST_SIZE +
			i * ALONE_SIZE :
			(void *)test_code(order_slots) + FIRST_SIZE +
			i * 2 * SLOT_SIZE;
}

static void check_jumps(const char *what, int n, bool alone)
{
	unsigned long ret;

	atomic_set(&hits, 0);
	ret = alone ? order_alone() : order_slots();
	result(ret == MAX_PROBES && atomic_read(&hits) == n, what, n);
}

/*
 * The jumps cover one instruction each, or two; every second one of these can
 * be probed.
 */
static void test_jumps(int n, bool alone)
{
	prepare_jumps(n, alone);
	result(!register_kprobes(list, n), "registered to be jumps", n);
	num_events = 0;
	write_file(OPTIMIZATION, "1");
	wait_for_kprobe_optimizer();
	expect_good("detours and jumps are seen", n, JUMPS_STOP);
	expect_each("detours, tails, jumps, a sync after each", n, "STJ");
	check_jumps("hit by jumps", n, alone);

	write_file(OPTIMIZATION, "0");
	expect_good("breakpoints in their place are seen", n, JUMPS_STOP);
	expect_each("breakpoints, tails, a sync after each", n, "AT");
	check_jumps("hit by breakpoints again", n, alone);
	write_file(OPTIMIZATION, "1");
	wait_for_kprobe_optimizer();
	expect_each("tails, jumps; the detours are there", n, "TJ");
	check_jumps("hit by jumps again", n, alone);

	write_enabled("0");
	expect_each("`enabled` 0: the way back", n, "ATD");
	check_jumps("`enabled` 0: jumps are not hit", 0, alone);
	write_enabled("1");
	wait_for_kprobe_optimizer();
	expect_each("`enabled` 1: all the way", n, "ATJ");
	check_jumps("`enabled` 1: jumps are hit", n, alone);
	unregister_kprobes(list, n);
	expect_each("unregistered: the way back", n, "ATD");
	check_jumps("unregistered: not hit", 0, alone);

	prepare_jumps(n, alone);
	num_events = 0;
	result(!register_kprobes(list, n), "registered again", n);
	wait_for_kprobe_optimizer();
	expect_each("detours, breakpoints, tails, jumps; no slots", n, "SATJ");
	check_jumps("registered again: hit by jumps", n, alone);
	unregister_kprobes(list, n);
	num_events = 0;
	write_file(OPTIMIZATION, "0");
}

/* Another probe comes within a jump: that is taken back first. */
static void test_within(void)
{
	prepare_jumps(1, false);
	write_file(OPTIMIZATION, "1");
	result(!register_kprobes(list, 1), "registered first", 1);
	wait_for_kprobe_optimizer();
	num_events = 0;
	memset(&extra, 0, sizeof(extra));
	extra.addr = probes[0].addr + SLOT_SIZE;
	extra.pre_handler = pre_handler;
	result(!register_kprobe(&extra), "registered within a jump", 1);
	/* its address is not among probes[] */
	expect_events("the other's slot; the way back; its detour; then it is armed", 1,
		      "S1|A1|T1|S1|A1|", true);
	unregister_kprobe(&extra);
	unregister_kprobes(list, 1);
	wait_for_kprobe_optimizer();
	write_file(OPTIMIZATION, "0");
	num_events = 0;
}

/* Stands for a hit on another CPU that is still in the table or a handler. */
static int reader(void *data)
{
	preempt_disable();
	complete(data);
	while (!kthread_should_stop())
		cpu_relax();
	preempt_enable();
	return 0;
}

static int remover(void *data)
{
	unregister_kprobes(list, 10);
	complete(data);
	return 0;
}

static void test_grace_period(void)
{
	DECLARE_COMPLETION_ONSTACK(reading);
	DECLARE_COMPLETION_ONSTACK(removed);
	struct task_struct *task;
	int n = 10;
	bool early;

	if (num_online_cpus() < 2) {
		ktap_result(true, "grace period # SKIP one CPU");
		return;
	}
	if (NOPS_STOP) {
		ktap_result(true, "grace period # SKIP all CPUs are stopped before that");
		return;
	}
	/* all CPUs cannot be stopped meanwhile */
	prepare_all(n, !SLOTS_STOP, true, 0);
	result(!register_kprobes(list, n), "registered to be removed", n);
	task = kthread_create(reader, &reading, "order_reader");
	if (IS_ERR(task)) {
		result(false, "reader starts", n);
		unregister_kprobes(list, n);
		return;
	}
	kthread_bind(task, cpumask_any_but(cpu_online_mask,
					   raw_smp_processor_id()));
	get_task_struct(task);
	wake_up_process(task);
	wait_for_completion(&reading);
	if (IS_ERR(kthread_run(remover, &removed, "order_remover")))
		complete(&removed);
	early = wait_for_completion_timeout(&removed, HZ / 2);
	result(!early, "unregistering waits for one that may see the probe", n);
	kthread_stop(task);
	put_task_struct(task);
	if (!early)
		wait_for_completion(&removed);
	num_events = 0;
}

static void test_orders(void)
{
	static const int sizes[] = { 1, 10, 100 };
	static const int num_jumps[] = { 1, 10, 50 };
	int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		test_nops(sizes[i]);
		test_slots(sizes[i]);
		test_post(sizes[i]);
		test_mixed(sizes[i]);
		test_single_switches(sizes[i]);
		test_all_switch(sizes[i]);
		test_sibling(sizes[i]);
		test_refused(sizes[i]);
	}
	/* addresses that the text map would take for those of entries */
	memset(probes, 0, sizeof(probes));
	memset(&extra, 0, sizeof(extra));
	memset(events, 0, sizeof(events));
	for (i = 0; i < ARRAY_SIZE(num_jumps); i++) {
		test_jumps(num_jumps[i], true);
		test_jumps(num_jumps[i], false);
	}
	if (HAS_TAILS)
		test_within();
	test_grace_period();
}

static int __init order_test_init(void)
{
	ktap_begin();
	arch_begin();
	probepoints = (void *)kprobe_symbol_address("kprobes:kp_probepoints");
	result(probepoints || !IS_ENABLED(CONFIG_KALLSYMS_ALL), "probepoints are seen", 0);
	kp_text_set_recorder(record);
	if (recycling)
		test_recycling(50);
	else
		test_orders();
	kp_text_set_recorder(NULL);
	arch_end();
	ktap_end();
	return 0;
}

static void __exit order_test_exit(void)
{
}

module_init(order_test_init);
module_exit(order_test_exit);
MODULE_DESCRIPTION("Test: order of text writes and syncs");
MODULE_LICENSE("GPL");
