// SPDX-License-Identifier: GPL-2.0
/*
 * kgdb beside probes. What a debugger would send comes from this module: it sets
 * breakpoints, and steps over each that is hit.
 *
 * jumps: probes become jumps
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/kgdb.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/string.h>

#include <text/text.h>

#include "api_test.h"
#include "kgdb_target.h"
#include "kmod_arch.h"

static bool jumps;
module_param(jumps, bool, 0400);

/* --- the debugger */

#define PACKET		160
#define QUEUE		16
#define MAX_BREAKS	8

/* Packets for this stop, and what was answered. */
static char queue[QUEUE][PACKET], answers[QUEUE];
static unsigned int queued, sent;
/* The first of them, that the test wants sent. */
static char wanted[PACKET];
static char reply[PACKET];
static unsigned int reply_len;
static const char *next_char = "";
static bool in_packet, is_pc_asked, has_queue;
static unsigned int sum_chars, owes_ack;
static char packet[PACKET + 4];

/* Where breakpoints are, and the one that is stepped over. */
static unsigned long breaks[MAX_BREAKS], over;
static unsigned int nr_breaks, steps_left, nr_hit, nr_steps, nr_others;
/* Steps at each breakpoint. */
static unsigned int steps = 1;

static __printf(1, 2) void add(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(queue[queued++], PACKET, fmt, args);
	va_end(args);
}

static int break_index(unsigned long addr)
{
	int i;

	for (i = 0; i < nr_breaks; i++)
		if (breaks[i] == addr)
			return i;
	return -1;
}

/* A register's value is sent in the order of memory. */
static unsigned long from_memory(const char *hex)
{
	unsigned long value = 0;

	if (hex2bin((u8 *)&value, hex, sizeof(value)))
		nr_others += 1000;
	return value;
}

static void add_pc(unsigned long pc)
{
	add("P%x=%*phN", KMOD_KGDB_PC, (int)sizeof(pc), &pc);
}

/* The machine has stopped: what is to be done? */
static void plan(unsigned long pc)
{
	unsigned long addr = pc - KMOD_KGDB_BEHIND;

	if (*wanted)
		add("%s", wanted);
	if (*wanted == 'D')
		return;
	if (steps_left) {
		nr_steps++;
		if (--steps_left) {
			add("s");
			return;
		}
		add("Z0,%lx,%d", over, BREAK_INSTR_SIZE);
		over = 0;
	} else if (break_index(addr) >= 0) {
		nr_hit++;
		if (KMOD_KGDB_BEHIND)
			add_pc(addr);
		over = addr;
		steps_left = steps;
		add("z0,%lx,%d", over, BREAK_INSTR_SIZE);
		add("s");
		return;
	} else if (!*wanted) {
		nr_others++;
	}
	add("c");
}

static void send(const char *text)
{
	u8 sum = 0;
	const char *c;

	for (c = text; *c; c++)
		sum += *c;
	snprintf(packet, sizeof(packet), "$%s#%02x", text, sum);
	next_char = packet;
}

static void send_next(void)
{
	if (!is_pc_asked) {
		char ask[8];

		is_pc_asked = true;
		snprintf(ask, sizeof(ask), "p%x", KMOD_KGDB_PC);
		send(ask);
		return;
	}
	if (!has_queue) {
		queued = 0;
		sent = 0;
		plan(from_memory(reply));
		has_queue = true;
	} else {
		answers[sent - 1] = *reply;
	}
	send(queue[sent++]);
	if (strchr("csD", *queue[sent - 1])) {
		is_pc_asked = false;
		has_queue = false;
		*wanted = 0;
	}
}

static int kgdb_test_read(void)
{
	if (owes_ack) {
		owes_ack = 0;
		return '+';
	}
	if (!*next_char)
		send_next();
	return *next_char++;
}

static void kgdb_test_write(u8 c)
{
	if (sum_chars) {
		owes_ack = !--sum_chars;
	} else if (!in_packet) {
		in_packet = c == '$';
		reply_len = 0;
	} else if (c == '#') {
		in_packet = false;
		sum_chars = 2;
		reply[reply_len] = 0;
	} else if (reply_len < PACKET - 1) {
		reply[reply_len++] = c;
	}
}

/* Its type by another: checkpatch wants it const, which registering does not. */
static typeof(*dbg_io_ops) kgdb_test_ops = {
	.name		= KBUILD_MODNAME,
	.read_char	= kgdb_test_read,
	.write_char	= kgdb_test_write,
};

/* Whether the debugger is told that it is done. */
static bool set_break(unsigned long addr)
{
	snprintf(wanted, sizeof(wanted), "Z0,%lx,%d", addr, BREAK_INSTR_SIZE);
	kgdb_breakpoint();
	if (answers[0] == 'O')
		breaks[nr_breaks++] = addr;
	return answers[0] == 'O';
}

static bool clear_break(unsigned long addr)
{
	int i = break_index(addr);

	snprintf(wanted, sizeof(wanted), "z0,%lx,%d", addr, BREAK_INSTR_SIZE);
	kgdb_breakpoint();
	if (i >= 0)
		breaks[i] = breaks[--nr_breaks];
	return answers[0] == 'O';
}

/* --- what is probed: instructions of 4 bytes, behind the first 4 */

#define AT(n)	((unsigned long)kgdb_target + 4 + 4 * (n))

static u8 before[4 * TIMES];

static bool is_as_before(void)
{
	return !memcmp((void *)kgdb_target, before, sizeof(before));
}

static bool call(unsigned long (*function)(unsigned long x))
{
	unsigned long result = 5;
	int i;

	for (i = 0; i < TIMES; i++)
		result *= 3;
	return function(5) == result;
}

static void call_target(void)
{
	EXPECT(call(kgdb_target));
}

#define NR_PROBES	4

static atomic_t hits[NR_PROBES], posts;
static struct kprobe kps[NR_PROBES];
static void (*in_handler)(void);

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&hits[kp - kps]);
	if (in_handler && kp == kps)
		in_handler();
	return 0;
}

static void on_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	atomic_inc(&posts);
}

static int place(int i, unsigned long addr, u32 flags, bool with_post)
{
	memset(&kps[i], 0, sizeof(kps[i]));
	kps[i].addr = (void *)addr;
	kps[i].flags = flags;
	kps[i].pre_handler = on_hit;
	if (with_post)
		kps[i].post_handler = on_post;
	atomic_set(&hits[i], 0);
	return register_kprobe(&kps[i]);
}

static bool is_jump(unsigned long addr)
{
	size_t offset = addr - (unsigned long)kgdb_target;

	return memcmp((void *)addr, before + offset, BREAK_INSTR_SIZE) &&
	       !kmod_is_breakpoint((void *)addr);
}

/* Whether it has become one, if it is to. */
static bool becomes_jump(unsigned long addr)
{
	int i;

	for (i = 0; jumps && i < 1000 && !is_jump(addr); i++)
		msleep(20);
	return is_jump(addr) == jumps;
}

static void reset(void)
{
	nr_hit = 0;
	nr_steps = 0;
	nr_others = 0;
	atomic_set(&posts, 0);
}

static void breakpoints_alone(void)
{
	reset();
	EXPECT(set_break(AT(0)));
	EXPECT(set_break(AT(3)));
	call_target();
	EXPECT_EQ(nr_hit, 2);
	EXPECT_EQ(nr_steps, 2);
	EXPECT(clear_break(AT(0)));
	EXPECT(clear_break(AT(3)));
	call_target();
	EXPECT_EQ(nr_hit, 2);
	EXPECT_EQ(nr_others, 0);
	EXPECT(is_as_before());
}

/* The debugger is there first. */
static void probes_come(bool leave_first)
{
	int i;

	reset();
	EXPECT(set_break(AT(1)));
	EXPECT(set_break(AT(4)));
	EXPECT(place(0, AT(1), 0, false) < 0);
	EXPECT_EQ(place(0, AT(0), 0, false), 0);
	EXPECT_EQ(place(1, AT(2), 0, false), 0);
	EXPECT_EQ(place(2, AT(5), 0, true), 0);
	for (i = 0; i < 10; i++) {
		call_target();
		/* the optimizer has time */
		msleep(100);
	}
	/* a jump there would cover a breakpoint of the debugger's */
	EXPECT(!IS_ENABLED(CONFIG_X86) || !is_jump(AT(0)));
	EXPECT_EQ(nr_hit, 20);
	EXPECT_EQ(nr_steps, 20);
	EXPECT_EQ(nr_others, 0);
	for (i = 0; i < 3; i++)
		EXPECT_EQ(atomic_read(&hits[i]), 10);
	EXPECT_EQ(atomic_read(&posts), 10);
	for (i = 0; leave_first && i < 3; i++)
		unregister_kprobe(&kps[i]);
	EXPECT(clear_break(AT(1)));
	EXPECT(clear_break(AT(4)));
	call_target();
	for (i = 0; !leave_first && i < 3; i++)
		unregister_kprobe(&kps[i]);
	call_target();
	EXPECT_EQ(nr_hit, 20);
	EXPECT(is_as_before());
}

static void probes_come_and_leave_first(void)
{
	probes_come(true);
}

static void probes_come_and_leave_last(void)
{
	probes_come(false);
}

/* Probes are there first. */
static void debugger_comes(bool leave_first)
{
	/* the jump covers the second instruction */
	bool is_inside = jumps && IS_ENABLED(CONFIG_X86);
	int in_it = !is_inside;

	reset();
	EXPECT_EQ(place(0, AT(0), 0, false), 0);
	EXPECT(becomes_jump(AT(0)));
	EXPECT(!set_break(AT(0)));
	EXPECT_EQ(set_break(AT(1)), !is_inside);
	EXPECT(set_break(AT(2)));
	call_target();
	EXPECT_EQ(nr_hit, 1 + in_it);
	EXPECT_EQ(atomic_read(&hits[0]), 1);
	call_target();
	EXPECT_EQ(nr_hit, 2 + 2 * in_it);
	EXPECT_EQ(atomic_read(&hits[0]), 2);
	EXPECT_EQ(nr_others, 0);
	if (leave_first)
		unregister_kprobe(&kps[0]);
	if (in_it)
		EXPECT(clear_break(AT(1)));
	EXPECT(clear_break(AT(2)));
	call_target();
	if (!leave_first)
		unregister_kprobe(&kps[0]);
	call_target();
	EXPECT_EQ(nr_hit, 2 + 2 * in_it);
	EXPECT(is_as_before());
}

static void debugger_comes_and_leaves_last(void)
{
	debugger_comes(true);
}

static void debugger_comes_and_leaves_first(void)
{
	debugger_comes(false);
}

static void at_a_disabled_probe(void)
{
	reset();
	EXPECT_EQ(place(0, AT(0), KPROBE_FLAG_DISABLED, false), 0);
	EXPECT(!set_break(AT(0)));
	EXPECT(set_break(AT(1)));
	EXPECT_EQ(enable_kprobe(&kps[0]), 0);
	call_target();
	EXPECT_EQ(nr_hit, 1);
	EXPECT_EQ(atomic_read(&hits[0]), 1);
	EXPECT(clear_break(AT(1)));
	unregister_kprobe(&kps[0]);
	EXPECT(set_break(AT(0)));
	EXPECT(clear_break(AT(0)));
	EXPECT(is_as_before());
}

/* Into what a hit runs, and out of it. */
static void steps_through(bool with_post)
{
	reset();
	EXPECT_EQ(place(0, AT(3), 0, with_post), 0);
	EXPECT(becomes_jump(AT(3)));
	EXPECT(set_break(AT(2)));
	for (steps = 1; steps < 8; steps++)
		call_target();
	steps = 1;
	EXPECT_EQ(nr_hit, 7);
	EXPECT_EQ(nr_steps, 28);
	/* flags that were saved during a step stop it once more */
	EXPECT(nr_others < 7);
	EXPECT_EQ(atomic_read(&hits[0]), 7);
	EXPECT_EQ(atomic_read(&posts), with_post ? 7 : 0);
	unregister_kprobe(&kps[0]);
	EXPECT(clear_break(AT(2)));
	EXPECT(is_as_before());
}

static void steps_through_a_hit(void)
{
	steps_through(false);
}

static void steps_through_a_post_handler(void)
{
	steps_through(true);
}

/* In kprobes.ko: as its hits come by there, kgdb would be entered from within itself. */
static void in_our_text(void)
{
	unsigned long addr = (unsigned long)register_kprobe;

	reset();
	EXPECT(!set_break(addr));
	if (break_index(addr) >= 0)
		clear_break(addr);
	EXPECT_EQ(nr_others, 0);
}

/* In what a jump leads to: it would come back there when that is something else's. */
static void in_a_detour(void)
{
	unsigned long detour;
	s32 distance;

	if (!jumps)
		return;
	reset();
	EXPECT_EQ(place(0, AT(0), 0, false), 0);
	EXPECT(becomes_jump(AT(0)));
	memcpy(&distance, (void *)(AT(0) + 1), sizeof(distance));
	detour = AT(0) + 5 + distance;
	EXPECT(!set_break(detour));
	if (break_index(detour) >= 0)
		clear_break(detour);
	call_target();
	EXPECT_EQ(atomic_read(&hits[0]), 1);
	EXPECT_EQ(nr_hit, 0);
	EXPECT_EQ(nr_others, 0);
	unregister_kprobe(&kps[0]);
	EXPECT(is_as_before());
}

static void enter_in_handler(void)
{
	EXPECT(!set_break(AT(0)));
	EXPECT(call(kgdb_other));
}

/* The debugger is entered there, and so is what has a breakpoint. */
static void in_a_handler(void)
{
	unsigned long other = (unsigned long)kgdb_other + 8;

	reset();
	EXPECT_EQ(place(0, AT(0), 0, false), 0);
	EXPECT(becomes_jump(AT(0)));
	EXPECT(set_break(other));
	in_handler = enter_in_handler;
	call_target();
	in_handler = NULL;
	EXPECT_EQ(nr_hit, 1);
	EXPECT_EQ(atomic_read(&hits[0]), 1);
	EXPECT(clear_break(other));
	unregister_kprobe(&kps[0]);
	EXPECT(is_as_before());
}

static void call_other(void)
{
	EXPECT(call(kgdb_other));
}

/* A hit within a handler: it is missed, and no affair of the debugger's. */
static void hit_in_a_handler(void)
{
	reset();
	EXPECT_EQ(place(0, AT(0), 0, false), 0);
	EXPECT_EQ(place(1, (unsigned long)kgdb_other + 8, 0, false), 0);
	in_handler = call_other;
	call_target();
	in_handler = NULL;
	EXPECT_EQ(atomic_read(&hits[0]), 1);
	EXPECT_EQ(atomic_read(&hits[1]), 0);
	EXPECT_EQ(kps[1].nmissed, 1);
	EXPECT_EQ(nr_others, 0);
	unregister_kprobe(&kps[0]);
	unregister_kprobe(&kps[1]);
	EXPECT(is_as_before());
}

static void on_text(enum kp_text_event event, unsigned long addr)
{
	if (event == KP_TEXT_POKE_ARM)
		call_target();
}

/* As soon as the breakpoint is there: no affair of the debugger's either. */
static void hit_while_armed(void)
{
	reset();
	kp_text_set_recorder(on_text);
	EXPECT_EQ(place(0, AT(0), 0, false), 0);
	kp_text_set_recorder(NULL);
	EXPECT_EQ(atomic_read(&hits[0]), 1);
	EXPECT_EQ(nr_others, 0);
	unregister_kprobe(&kps[0]);
	EXPECT(is_as_before());
}

#define ROUNDS	50

static atomic_t nr_wrong, nr_done;

static int caller(void *unused)
{
	int i;

	for (i = 0; i < ROUNDS; i++) {
		if (!call(kgdb_target))
			atomic_inc(&nr_wrong);
		cond_resched();
	}
	atomic_inc(&nr_done);
	while (!kthread_should_stop())
		msleep(20);
	return 0;
}

/* While one CPU steps over a breakpoint others may miss it. */
static void on_all_cpus(void)
{
	struct task_struct *tasks[8];
	int cpu, num = 0, i;

	reset();
	atomic_set(&nr_done, 0);
	EXPECT_EQ(place(0, AT(0), 0, false), 0);
	EXPECT_EQ(place(1, AT(3), 0, true), 0);
	/* while text is written kgdb refuses breakpoints */
	EXPECT(becomes_jump(AT(0)));
	EXPECT(becomes_jump(AT(3)));
	EXPECT(set_break(AT(6)));
	for_each_online_cpu(cpu) {
		tasks[num] = kthread_create(caller, NULL, "kgdb_test");
		if (IS_ERR(tasks[num]))
			break;
		kthread_bind(tasks[num], cpu);
		wake_up_process(tasks[num++]);
	}
	EXPECT(num > 1);
	while (atomic_read(&nr_done) < num)
		msleep(20);
	for (i = 0; i < num; i++)
		kthread_stop(tasks[i]);
	EXPECT_EQ(atomic_read(&nr_wrong), 0);
	EXPECT_EQ(atomic_read(&hits[0]), num * ROUNDS);
	EXPECT_EQ(atomic_read(&hits[1]), num * ROUNDS);
	EXPECT_EQ(atomic_read(&posts), num * ROUNDS);
	EXPECT(nr_hit > 10);
	unregister_kprobe(&kps[0]);
	unregister_kprobe(&kps[1]);
	EXPECT(clear_break(AT(6)));
	EXPECT(is_as_before());
}

static const struct api_test tests[] = {
	API_TEST(breakpoints_alone),
	API_TEST(probes_come_and_leave_first),
	API_TEST(probes_come_and_leave_last),
	API_TEST(debugger_comes_and_leaves_last),
	API_TEST(debugger_comes_and_leaves_first),
	API_TEST(at_a_disabled_probe),
	API_TEST(steps_through_a_hit),
	API_TEST(steps_through_a_post_handler),
	API_TEST(in_our_text),
	API_TEST(in_a_detour),
	API_TEST(in_a_handler),
	API_TEST(hit_in_a_handler),
	API_TEST(hit_while_armed),
	API_TEST(on_all_cpus),
};

static int __init kgdb_test_init(void)
{
	int ret = kgdb_register_io_module(&kgdb_test_ops);

	if (ret)
		return ret;
	memcpy(before, (void *)kgdb_target, sizeof(before));
	api_run(tests, ARRAY_SIZE(tests));
	return 0;
}

static void __exit kgdb_test_exit(void)
{
	/* it may not go while somebody is connected */
	strscpy(wanted, "D", sizeof(wanted));
	kgdb_breakpoint();
	kgdb_unregister_io_module(&kgdb_test_ops);
}

module_init(kgdb_test_init);
module_exit(kgdb_test_exit);
MODULE_DESCRIPTION("Test: kgdb beside probes");
MODULE_LICENSE("GPL");
