// SPDX-License-Identifier: GPL-2.0
/*
 * Probes that are jumps do what probes that trap do: handlers see the same and
 * what they change counts the same. And what must not be a jump is none. What
 * is about registers and instructions is in <jump_arch.h>.
 */
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>

#include "../../../compat/irq_work.h"
#include "../../../compat/preempt.h"
#include "../jump_files.h"

#define NUM_RECORDED	32
#define TEXT_SIZE	16

/* targets.S */
extern u8 jt_elsewhere[];
long jt_sum(long a, long b);
long jt_inner(long a, long b);
long jt_count(long n);

/* --- one probe */

static struct kprobe kp;
static unsigned int num_hits;

static int pre_count(struct kprobe *p, struct pt_regs *regs)
{
	num_hits++;
	return 0;
}

static bool place(const void *fn, kprobe_pre_handler_t pre)
{
	int ret;

	memset(&kp, 0, sizeof(kp));
	kp.addr = (kprobe_opcode_t *)fn;
	kp.pre_handler = pre;
	num_hits = 0;
	ret = register_kprobe(&kp);
	EXPECT_EQ(ret, 0);
	wait_for_kprobe_optimizer();
	return !ret;
}
/* --- switched off and on: the text is as before */

/* The module parameter, which the sysctl is too. */
static void switched_off_and_on(void)
{
	u8 before[TEXT_SIZE];

	memcpy(before, jump_at(jt_sum, 0), TEXT_SIZE);
	jump_allow(false);
	place(jt_sum, pre_count);
	EXPECT(jump_is_breakpoint_at(jt_sum));
	EXPECT(!memcmp(jump_at(jt_sum, JUMP_BREAKPOINT_SIZE),
		       before + JUMP_BREAKPOINT_SIZE,
		       TEXT_SIZE - JUMP_BREAKPOINT_SIZE));
	EXPECT(!jump_is_listed(jt_sum));
	EXPECT_STREQ(jump_why(jt_sum), "switched off");
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 1);
	jump_allow(true);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum) && jump_is_listed(jt_sum));
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 2);
	jump_allow(false);
	/* at once */
	EXPECT(jump_is_breakpoint_at(jt_sum) && !jump_is_listed(jt_sum));
	EXPECT(!memcmp(jump_at(jt_sum, JUMP_BREAKPOINT_SIZE),
		       before + JUMP_BREAKPOINT_SIZE,
		       TEXT_SIZE - JUMP_BREAKPOINT_SIZE));
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 3);
	jump_allow(true);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum));
	unregister_kprobe(&kp);
	EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
}

static void enabled_off_and_on(void)
{
	u8 before[TEXT_SIZE];
	int i;

	memcpy(before, jump_at(jt_sum, 0), TEXT_SIZE);
	place(jt_sum, pre_count);
	for (i = 1; i <= 2; i++) {
		EXPECT(jump_is_at(jt_sum));
		jump_enable(false);
		EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
		EXPECT(!jump_is_listed(jt_sum));
		EXPECT_EQ(jt_sum(5, 7), 12);
		EXPECT_EQ(num_hits, 2 * i - 2);
		jump_enable(true);
		EXPECT_EQ(jt_sum(5, 7), 12);
		EXPECT_EQ(num_hits, 2 * i - 1);
		wait_for_kprobe_optimizer();
		EXPECT_EQ(jt_sum(5, 7), 12);
		EXPECT_EQ(num_hits, 2 * i);
	}
	EXPECT_EQ(disable_kprobe(&kp), 0);
	EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
	wait_for_kprobe_optimizer();
	EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
	EXPECT_EQ(enable_kprobe(&kp), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum) && jump_is_listed(jt_sum));
	unregister_kprobe(&kp);
	EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
}

static void check_nulled(bool as_jump)
{
	struct kprobe second = {
		.addr = (kprobe_opcode_t *)jt_sum,
		.pre_handler = pre_count,
	};

	jump_allow(as_jump);
	place(jt_sum, pre_count);
	EXPECT_EQ(jump_is_at(jt_sum), as_jump);
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 1);
	kp.pre_handler = NULL;
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 1);
	kp.pre_handler = pre_count;
	EXPECT_EQ(register_kprobe(&second), 0);
	wait_for_kprobe_optimizer();
	EXPECT_EQ(jump_is_at(jt_sum), as_jump);
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 3);
	kp.pre_handler = NULL;
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 4);
	second.pre_handler = NULL;
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 4);
	EXPECT_EQ(kp.nmissed + second.nmissed, 0);
	unregister_kprobe(&second);
	unregister_kprobe(&kp);
}

static void nulled_as_breakpoint(void)
{
	check_nulled(false);
	jump_allow(true);
}

static void nulled_as_jump(void)
{
	check_nulled(true);
}

/* Disabled before it can be a jump, and not looked at until it is enabled. */
/* Not what was decoded: neither a breakpoint nor a jump is written over it. */
static void text_changed_by_another(void)
{
	void *fn = (void *)jump_at(jt_sum, 0);
	struct page *page = vmalloc_to_page(fn);
	struct kprobe first = { .addr = fn, .flags = KPROBE_FLAG_DISABLED };
	struct kprobe second = { .addr = fn, .pre_handler = pre_count };
	u8 changed[TEXT_SIZE];
	u8 *alias;

	alias = vmap(&page, 1, VM_MAP, PAGE_KERNEL);
	EXPECT(alias);
	if (!alias)
		return;
	EXPECT_EQ(register_kprobe(&first), 0);
	alias[offset_in_page(fn) + 1] ^= 1;
	memcpy(changed, fn, TEXT_SIZE);
	EXPECT_EQ(register_kprobe(&second), -EBUSY);
	EXPECT(!memcmp(fn, changed, TEXT_SIZE));
	alias[offset_in_page(fn) + 1] ^= 1;
	unregister_kprobe(&first);
	vunmap(alias);

	num_hits = 0;
	EXPECT_EQ(register_kprobe(&second), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum));
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 1);
	unregister_kprobe(&second);
}

/* The first is armed and disarmed before anybody has looked for a detour. */
static void second_while_wanted(void)
{
	struct kprobe second = {
		.addr = (kprobe_opcode_t *)jt_sum,
		.pre_handler = pre_count,
	};

	memset(&kp, 0, sizeof(kp));
	kp.addr = (kprobe_opcode_t *)jt_sum;
	kp.pre_handler = pre_count;
	kp.flags = KPROBE_FLAG_DISABLED;
	num_hits = 0;
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(enable_kprobe(&kp), 0);
	EXPECT_EQ(disable_kprobe(&kp), 0);
	EXPECT_EQ(register_kprobe(&second), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum));
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_hits, 1);
	unregister_kprobe(&second);
	unregister_kprobe(&kp);
}

static void disabled_while_waiting(void)
{
	u8 before[TEXT_SIZE];
	int i;

	memcpy(before, jump_at(jt_sum, 0), TEXT_SIZE);
	for (i = 0; i < 4; i++) {
		memset(&kp, 0, sizeof(kp));
		kp.addr = (kprobe_opcode_t *)jt_sum;
		kp.pre_handler = pre_count;
		num_hits = 0;
		EXPECT_EQ(register_kprobe(&kp), 0);
		EXPECT_EQ(disable_kprobe(&kp), 0);
		EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
		if (i & 1)
			wait_for_kprobe_optimizer();
		EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
		EXPECT_EQ(jt_sum(5, 7), 12);
		EXPECT_EQ(num_hits, 0);
		if (i & 2) {
			EXPECT_EQ(enable_kprobe(&kp), 0);
			wait_for_kprobe_optimizer();
			EXPECT(jump_is_at(jt_sum));
			EXPECT_EQ(jt_sum(5, 7), 12);
			EXPECT_EQ(num_hits, 1);
		}
		unregister_kprobe(&kp);
		EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
	}
}

/* --- several at one address */

static char recorded[NUM_RECORDED];
static unsigned int num_recorded;

static void record(char what)
{
	if (num_recorded < NUM_RECORDED - 1)
		recorded[num_recorded++] = what;
}

static struct named_probe {
	struct kprobe kp;
	char name;
} probes[3];

#define A	(&probes[0].kp)
#define B	(&probes[1].kp)
#define C	(&probes[2].kp)

static int pre_record(struct kprobe *p, struct pt_regs *regs)
{
	record(container_of(p, struct named_probe, kp)->name);
	EXPECT(kprobe_running() == p);
	return 0;
}

static void post_record(struct kprobe *p, struct pt_regs *regs,
			unsigned long flags)
{
	record(container_of(p, struct named_probe, kp)->name - 'a' + 'A');
}

static void name_probes(const void *fn)
{
	int i;

	memset(probes, 0, sizeof(probes));
	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		probes[i].name = 'a' + i;
		probes[i].kp.addr = (kprobe_opcode_t *)fn;
		probes[i].kp.pre_handler = pre_record;
	}
}

/* Who is called by one call of jt_sum(), which is a jump or not. */
static const char *called(bool is_jump)
{
	wait_for_kprobe_optimizer();
	EXPECT_EQ(jump_is_at(jt_sum), is_jump);
	EXPECT_EQ(jump_is_listed(jt_sum), is_jump);
	memset(recorded, 0, sizeof(recorded));
	num_recorded = 0;
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT(!kprobe_running());
	return recorded;
}

#define EXPECT_CALLED(is_jump, who)	EXPECT_STREQ(called(is_jump), who)

static void siblings(void)
{
	u8 before[TEXT_SIZE];

	memcpy(before, jump_at(jt_sum, 0), TEXT_SIZE);
	name_probes(jt_sum);
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(true, "a");
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_CALLED(true, "ab");
	EXPECT_EQ(register_kprobe(C), 0);
	EXPECT_CALLED(true, "abc");
	EXPECT_EQ(disable_kprobe(B), 0);
	EXPECT_CALLED(true, "ac");
	EXPECT_EQ(disable_kprobe(A), 0);
	EXPECT_CALLED(true, "c");
	EXPECT_EQ(disable_kprobe(C), 0);
	EXPECT_CALLED(false, "");
	EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
	EXPECT_EQ(enable_kprobe(B), 0);
	EXPECT_CALLED(true, "b");
	EXPECT_EQ(enable_kprobe(A), 0);
	EXPECT_CALLED(true, "ab");
	unregister_kprobe(B);
	EXPECT_CALLED(true, "a");
	unregister_kprobe(A);
	EXPECT_CALLED(false, "");
	EXPECT_EQ(enable_kprobe(C), 0);
	EXPECT_CALLED(true, "c");
	unregister_kprobe(C);
	EXPECT(!memcmp(jump_at(jt_sum, 0), before, TEXT_SIZE));
}

/* One that moves the instruction pointer ends the hit. */
static int pre_move(struct kprobe *unused, struct pt_regs *regs)
{
	instruction_pointer_set(regs, (unsigned long)jt_elsewhere);
	return 1;
}

/* One that moves the instruction pointer ends the hit. */
static void siblings_obeyed(void)
{
	name_probes(jt_sum);
	B->pre_handler = pre_move;
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_EQ(register_kprobe(C), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum));
	num_recorded = 0;
	memset(recorded, 0, sizeof(recorded));
	EXPECT_EQ(jt_sum(5, 7), 0x5e);
	EXPECT_STREQ(recorded, "a");
	EXPECT(!kprobe_running());
	unregister_kprobe(B);
	EXPECT_CALLED(true, "ac");
	unregister_kprobe(A);
	unregister_kprobe(C);
}

/* Whether a call of post_handlers can follow an instruction. */
#define JUMP_HAS_POST	(KP_ARCH_POST_OWNER != 0)

static void post_blocks(void)
{
	name_probes(jt_sum);
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(true, "a");
	B->post_handler = post_record;
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT(jump_is_breakpoint_at(jt_sum));
	EXPECT_CALLED(false, "abB");
	EXPECT_STREQ(jump_why(jt_sum), JUMP_HAS_POST ?
		     "a post_handler that came later" : "a post_handler");
	unregister_kprobe(B);
	EXPECT_CALLED(true, "a");
	unregister_kprobe(A);

	/* with one from the start */
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_CALLED(JUMP_HAS_POST, "bB");
	EXPECT_EQ(register_kprobe(C), 0);
	EXPECT_CALLED(JUMP_HAS_POST, "bcB");
	unregister_kprobe(B);
	EXPECT_CALLED(true, "c");
	unregister_kprobe(C);
}

static struct task_struct *waiter;
static unsigned int num_waits;

static int count_wait(struct kprobe *p, struct pt_regs *regs)
{
	num_waits += current == waiter;
	return 0;
}

/* How often CPUs are waited for while a probe is removed. */
static unsigned int removal_waits(struct kprobe *p)
{
	struct kprobe wait = {
		.symbol_name = "stop_one_cpu",
		.pre_handler = count_wait,
	};

	EXPECT_EQ(register_kprobe(&wait), 0);
	num_waits = 0;
	waiter = current;
	unregister_kprobe(p);
	waiter = NULL;
	unregister_kprobe(&wait);
	return num_waits;
}

/* Who calls the post_handlers may be at any probe, also when they have gone. */
static void post_gone(void)
{
	if (!JUMP_HAS_POST)
		return;
	jump_allow(false);
	name_probes(jt_sum);
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_EQ(register_kprobe(C), 0);
	EXPECT_EQ(removal_waits(B), 0);
	A->post_handler = post_record;
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT(removal_waits(A) > 0);
	EXPECT(removal_waits(B) > 0);
	unregister_kprobe(C);
	jump_allow(true);
}

/* --- return probes and jprobes */

static unsigned int num_entries, num_returns;
static bool refuses;

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	num_entries++;
	*(long *)ri->data = num_entries;
	return refuses;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	num_returns++;
	EXPECT_EQ(get_kretprobe(ri)->kp.nmissed, 0);
	EXPECT(*(long *)ri->data > 0);
	return 0;
}

static struct kretprobe rp[2], rp_count;
static struct jprobe jp;
static long seen_a, seen_b;
static unsigned int num_jprobes;

static long jp_sum(long a, long b)
{
	num_jprobes++;
	seen_a = a;
	seen_b = b;
	jprobe_return();
	return 0;
}

static void prepare_rp(struct kretprobe *r, void *fn, int maxactive)
{
	memset(r, 0, sizeof(*r));
	r->kp.addr = fn;
	r->handler = on_return;
	r->entry_handler = on_entry;
	r->data_size = sizeof(long);
	r->maxactive = maxactive;
	num_entries = 0;
	num_returns = 0;
}

static void expect_calls(unsigned int entries, unsigned int returns,
			 unsigned int jprobes)
{
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum) && jump_is_listed(jt_sum));
	num_entries = 0;
	num_returns = 0;
	num_jprobes = 0;
	EXPECT_EQ(jt_sum(5, 7), 12);
	EXPECT_EQ(num_entries, entries);
	EXPECT_EQ(num_returns, returns);
	EXPECT_EQ(num_jprobes, jprobes);
}

static void return_probes(void)
{
	prepare_rp(&rp[0], jt_sum, 0);
	prepare_rp(&rp[1], jt_sum, 0);
	EXPECT_EQ(register_kretprobe(&rp[0]), 0);
	expect_calls(1, 1, 0);
	EXPECT_EQ(register_kretprobe(&rp[1]), 0);
	expect_calls(2, 2, 0);
	name_probes(jt_sum);
	EXPECT_EQ(register_kprobe(A), 0);
	expect_calls(2, 2, 0);
	EXPECT_CALLED(true, "a");
	EXPECT_EQ(disable_kretprobe(&rp[0]), 0);
	expect_calls(1, 1, 0);
	refuses = true;
	expect_calls(1, 0, 0);
	refuses = false;
	EXPECT_EQ(enable_kretprobe(&rp[0]), 0);
	unregister_kretprobe(&rp[1]);
	expect_calls(1, 1, 0);
	unregister_kprobe(A);
	expect_calls(1, 1, 0);
	unregister_kretprobe(&rp[0]);
	EXPECT_EQ(rp[0].nmissed, 0);
	EXPECT_EQ(rp[1].nmissed, 0);
}

static void return_probes_recursive(void)
{
	long n = 30;

	prepare_rp(&rp_count, jt_count, 100);
	EXPECT_EQ(register_kretprobe(&rp_count), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_count));
	EXPECT_EQ(jt_count(n), n);
	EXPECT_EQ(num_entries, n + 1);
	EXPECT_EQ(num_returns, n + 1);
	EXPECT_EQ(rp_count.nmissed, 0);
	unregister_kretprobe(&rp_count);

	prepare_rp(&rp_count, jt_count, 10);
	EXPECT_EQ(register_kretprobe(&rp_count), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_count));
	EXPECT_EQ(jt_count(n), n);
	EXPECT_EQ(num_returns, 10);
	EXPECT_EQ(rp_count.nmissed, n + 1 - 10);
	unregister_kretprobe(&rp_count);
}

static void jprobes(void)
{
	memset(&jp, 0, sizeof(jp));
	jp.kp.addr = (kprobe_opcode_t *)jt_sum;
	jp.entry = jp_sum;
	EXPECT_EQ(register_jprobe(&jp), 0);
	expect_calls(0, 0, 1);
	EXPECT(seen_a == 5 && seen_b == 7);
	prepare_rp(&rp[0], jt_sum, 0);
	EXPECT_EQ(register_kretprobe(&rp[0]), 0);
	expect_calls(1, 1, 1);
	name_probes(jt_sum);
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(true, "a");
	expect_calls(1, 1, 1);
	EXPECT_EQ(disable_jprobe(&jp), 0);
	expect_calls(1, 1, 0);
	EXPECT_EQ(enable_jprobe(&jp), 0);
	unregister_kretprobe(&rp[0]);
	expect_calls(0, 0, 1);
	unregister_jprobe(&jp);
	expect_calls(0, 0, 0);
	unregister_kprobe(A);
}

/* --- handlers that call what is probed */

#define NUM_CALLS	7

static struct kprobe inner;

static int pre_call_inner(struct kprobe *p, struct pt_regs *regs)
{
	int i;

	for (i = 0; i < NUM_CALLS; i++)
		EXPECT_EQ(jt_inner(i, 1), i + 1);
	EXPECT(kprobe_running() == p);
	return 0;
}

static void missed(void)
{
	static struct kprobe sibling;
	int i;

	memset(&inner, 0, sizeof(inner));
	inner.addr = (kprobe_opcode_t *)jt_inner;
	inner.pre_handler = pre_count;
	memset(&sibling, 0, sizeof(sibling));
	sibling.addr = inner.addr;
	sibling.pre_handler = pre_count;
	EXPECT_EQ(register_kprobe(&inner), 0);
	place(jt_sum, pre_call_inner);
	for (i = 1; i <= 4; i++) {
		/* the outer one by a jump, by a trap; the inner one so */
		EXPECT(jump_is_at(jt_inner) && jump_is_at(jt_sum));
		EXPECT_EQ(jt_sum(1, 2), 3);
		EXPECT_EQ(inner.nmissed, i * NUM_CALLS);
		EXPECT_EQ(kp.nmissed, 0);
		EXPECT_EQ(num_hits, 0);
	}
	jump_allow(false);
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(inner.nmissed, 5 * NUM_CALLS);
	jump_allow(true);
	EXPECT_EQ(register_kprobe(&sibling), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_inner) && jump_is_at(jt_sum));
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(inner.nmissed, 6 * NUM_CALLS);
	EXPECT_EQ(sibling.nmissed, NUM_CALLS);
	EXPECT_EQ(disable_kprobe(&inner), 0);
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(inner.nmissed, 6 * NUM_CALLS);
	EXPECT_EQ(sibling.nmissed, 2 * NUM_CALLS);
	EXPECT_EQ(num_hits, 0);
	EXPECT_EQ(jt_inner(1, 2), 3);
	EXPECT_EQ(num_hits, 1);
	unregister_kprobe(&kp);
	unregister_kprobe(&sibling);
	unregister_kprobe(&inner);
}

/* A handler calls the function that it is the handler of. */
static int pre_call_sum(struct kprobe *p, struct pt_regs *regs)
{
	num_hits++;
	EXPECT_EQ(jt_sum(20, 22), 42);
	return 0;
}

static void missed_itself(void)
{
	place(jt_sum, pre_call_sum);
	EXPECT(jump_is_at(jt_sum));
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_hits, 1);
	EXPECT_EQ(kp.nmissed, 1);
	unregister_kprobe(&kp);
}

/* --- interrupts */

static unsigned int num_hardirq_hits;

static int pre_in_irq(struct kprobe *p, struct pt_regs *regs)
{
	num_hits++;
	num_hardirq_hits += !!in_hardirq();
	return 0;
}

static void call_in_irq(struct irq_work *work)
{
	EXPECT_EQ(jt_inner(30, 3), 33);
}

static DEFINE_IRQ_WORK(irq, call_in_irq);

static void in_interrupt_context(void)
{
	int i;

	num_hardirq_hits = 0;
	place(jt_inner, pre_in_irq);
	EXPECT(jump_is_at(jt_inner));
	for (i = 1; i <= 10; i++) {
		irq_work_queue(&irq);
		irq_work_sync(&irq);
		EXPECT_EQ(num_hits, i);
		EXPECT_EQ(num_hardirq_hits, i);
	}
	EXPECT_EQ(kp.nmissed, 0);
	unregister_kprobe(&kp);
}

/* Handlers of a jump can be interrupted, if the probed code could. */
static int pre_be_interrupted(struct kprobe *p, struct pt_regs *regs)
{
	EXPECT(!irqs_disabled());
	irq_work_queue(&irq);
	while (kp_irq_work_is_busy(&irq))
		cpu_relax();
	EXPECT(kprobe_running() == p);
	return 0;
}

static void while_a_handler_runs(void)
{
	int i;

	place(jt_sum, pre_be_interrupted);
	memset(&inner, 0, sizeof(inner));
	inner.addr = (kprobe_opcode_t *)jt_inner;
	inner.pre_handler = pre_in_irq;
	num_hits = 0;
	EXPECT_EQ(register_kprobe(&inner), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum) && jump_is_at(jt_inner));
	for (i = 1; i <= 10; i++) {
		EXPECT_EQ(jt_sum(1, 2), 3);
		EXPECT_EQ(inner.nmissed, i);
		EXPECT_EQ(num_hits, 0);
	}
	unregister_kprobe(&inner);
	unregister_kprobe(&kp);
}

static void make_due(void)
{
	set_tsk_need_resched(current);
	set_preempt_need_resched();
}

/* A handler makes another task due: it runs when the detour is left. */
static int pre_make_due(struct kprobe *p, struct pt_regs *regs)
{
	num_hits++;
	make_due();
	return 0;
}

static void reschedules(void)
{
	int before = preempt_count();

	place(jt_sum, pre_make_due);
	EXPECT(jump_is_at(jt_sum));
	EXPECT_EQ(jt_sum(1, 2), 3);
	if (IS_ENABLED(CONFIG_PREEMPTION) && !IS_ENABLED(CONFIG_PREEMPT_DYNAMIC))
		EXPECT(!need_resched());
	cond_resched();
	EXPECT_EQ(num_hits, 1);
	EXPECT_EQ(preempt_count(), before);
	unregister_kprobe(&kp);
}

/* --- faults */

static unsigned long user_page;
static unsigned long nofault_left, inatomic_left;

static int pre_access_user(struct kprobe *p, struct pt_regs *regs)
{
	const void __user *from = (const void __user *)user_page;
	char byte;

	num_hits++;
	EXPECT(preempt_count() & PREEMPT_MASK);
	nofault_left = copy_from_user_nofault(&byte, from, 1);
	inatomic_left = __copy_from_user_inatomic(&byte, from, 1);
	return 0;
}

/* What is not there is not read in: that would sleep. */
static void handler_does_not_sleep(void)
{
	char byte = 1;

	user_page = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_ANONYMOUS | MAP_PRIVATE, 0);
	EXPECT(!IS_ERR_VALUE(user_page));
	if (IS_ERR_VALUE(user_page))
		return;
	place(jt_sum, pre_access_user);
	EXPECT(jump_is_at(jt_sum));
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_hits, 1);
	EXPECT_EQ(nofault_left, -EFAULT);
	EXPECT_EQ(inatomic_left, 1);
	EXPECT_EQ(get_user(byte, (char __user *)user_page), 0);
	EXPECT_EQ(byte, 0);
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(nofault_left, 0);
	EXPECT_EQ(inatomic_left, 0);
	unregister_kprobe(&kp);
	vm_munmap(user_page, PAGE_SIZE);
}

#include <jump_arch.h>

static void becomes_jump(void)
{
	u8 before[TEXT_SIZE], now[TEXT_SIZE];
	int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		const u8 *fn = targets[i].fn;

		memcpy(before, fn, TEXT_SIZE);
		if (!place(fn, pre_see))
			continue;
		memcpy(now, fn, TEXT_SIZE);
		if (!jump_is_at(fn) || !jump_is_listed(fn)) {
			failed = true;
			ktap_note("%s is no jump: %s", targets[i].name,
				  jump_why(fn));
		}
		EXPECT_STREQ(jump_why(fn), "");
		EXPECT(!memcmp(now + JUMP_SIZE, before + JUMP_SIZE,
			       TEXT_SIZE - JUMP_SIZE));
		unregister_kprobe(&kp);
		EXPECT(!memcmp(fn, before, TEXT_SIZE));
	}
}

/* --- all of them */

static const struct api_test tests[] = {
	API_TEST(becomes_jump),
	API_TEST(switched_off_and_on), API_TEST(enabled_off_and_on),
	API_TEST(nulled_as_breakpoint), API_TEST(nulled_as_jump),
	API_TEST(disabled_while_waiting), API_TEST(second_while_wanted),
	API_TEST(text_changed_by_another),
	API_TEST(siblings), API_TEST(siblings_obeyed), API_TEST(post_blocks),
	API_TEST(post_gone),
	API_TEST(return_probes), API_TEST(return_probes_recursive),
	API_TEST(jprobes),
	API_TEST(missed), API_TEST(missed_itself),
	API_TEST(in_interrupt_context), API_TEST(while_a_handler_runs),
	API_TEST(reschedules),
	API_TEST(handler_does_not_sleep),
	JUMP_ARCH_TESTS
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test: probes that are jumps");
MODULE_LICENSE("GPL");
