// SPDX-License-Identifier: GPL-2.0
/* What the API promises, for probes by breakpoint and through ftrace. */
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../api_test.h"
#include <test_arch.h>
#include "api_arch.h"

#define NUM_MANY	1000
#define NUM_RECORDED	32

int api_sum(int a, int b);
void api_just_return(void);
int api_many(void);
void api_loop(void);

/* --- functions to probe; traced ones go through ftrace where there is one */

typedef int (*target_fn)(int a, int b);

int api_traced(int a, int b);
noinline int api_traced(int a, int b)
{
	barrier();
	return a + b;
}

int api_traced_inner(int a, int b);
noinline int api_traced_inner(int a, int b)
{
	barrier();
	return a + b;
}

int api_untraced_inner(int a, int b);
noinline notrace int api_untraced_inner(int a, int b)
{
	barrier();
	return a + b;
}

/* --- handlers that write down who was called */

static char recorded[NUM_RECORDED];
static unsigned int num_recorded;

static void record(char what)
{
	if (num_recorded < NUM_RECORDED - 1)
		recorded[num_recorded++] = what;
}

struct named_probe {
	struct kprobe kp;
	char name;
	int ret;
};

static int record_pre(struct kprobe *kp, struct pt_regs *regs)
{
	struct named_probe *probe = container_of(kp, struct named_probe, kp);

	record(probe->name);
	EXPECT(kprobe_running() == kp);
	if (probe->ret)
		instruction_pointer_set(regs, test_code(api_just_return));
	return probe->ret;
}

static void record_post(struct kprobe *kp, struct pt_regs *regs,
			unsigned long flags)
{
	record(container_of(kp, struct named_probe, kp)->name - 'a' + 'A');
	EXPECT(kprobe_running() == kp);
}

/* Who is called by one call of @fn. */
static const char *called(target_fn fn)
{
	memset(recorded, 0, sizeof(recorded));
	num_recorded = 0;
	fn(1, 2);
	return recorded;
}

#define EXPECT_CALLED(fn, who)	EXPECT_STREQ(called(fn), who)

static void name_probes(struct named_probe *probes, int num, target_fn fn)
{
	int i;

	memset(probes, 0, num * sizeof(*probes));
	for (i = 0; i < num; i++) {
		probes[i].name = 'a' + i;
		probes[i].kp.addr = (kprobe_opcode_t *)fn;
		probes[i].kp.pre_handler = record_pre;
	}
}

/* --- several at one address */

static struct named_probe probes[3];
#define A	(&probes[0].kp)
#define B	(&probes[1].kp)
#define C	(&probes[2].kp)

static void check_siblings(target_fn fn)
{
	name_probes(probes, 3, fn);
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_EQ(register_kprobe(C), 0);
	EXPECT_CALLED(fn, "abc");

	EXPECT_EQ(disable_kprobe(B), 0);
	EXPECT_CALLED(fn, "ac");
	EXPECT(kprobe_disabled(B) && !kprobe_disabled(A));
	EXPECT_EQ(disable_kprobe(A), 0);
	EXPECT_EQ(disable_kprobe(C), 0);
	EXPECT_CALLED(fn, "");
	EXPECT_EQ(enable_kprobe(B), 0);
	EXPECT_CALLED(fn, "b");
	EXPECT_EQ(enable_kprobe(C), 0);
	EXPECT_EQ(enable_kprobe(A), 0);
	EXPECT_CALLED(fn, "abc");

	unregister_kprobe(A);
	EXPECT_CALLED(fn, "bc");
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(fn, "bca");
	unregister_kprobe(C);
	EXPECT_CALLED(fn, "ba");
	EXPECT_EQ(disable_kprobe(A), 0);
	unregister_kprobe(B);
	EXPECT_CALLED(fn, "");
	EXPECT_EQ(enable_kprobe(A), 0);
	EXPECT_CALLED(fn, "a");
	unregister_kprobe(A);
	EXPECT_CALLED(fn, "");
}

static void siblings(void)
{
	check_siblings(api_sum);
}

static void siblings_traced(void)
{
	check_siblings(api_traced);
}

/* All pre-handlers, then the instruction, then all post-handlers. */
static void check_post(target_fn fn)
{
	name_probes(probes, 3, fn);
	A->post_handler = record_post;
	C->post_handler = record_post;
	B->pre_handler = NULL;
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(fn, "aA");
	EXPECT_EQ(register_kprobe(C), 0);
	EXPECT_CALLED(fn, "acAC");
	EXPECT_EQ(disable_kprobe(A), 0);
	EXPECT_CALLED(fn, "cC");
	unregister_kprobe(C);
	EXPECT_CALLED(fn, "");
	EXPECT_EQ(enable_kprobe(A), 0);
	EXPECT_CALLED(fn, "aA");
	unregister_kprobe(A);
	unregister_kprobe(B);
}

static void post_handlers(void)
{
	check_post(api_sum);
}

static void post_handlers_traced(void)
{
	check_post(api_traced);
}

/* One that changes where to go on ends the hit: nobody else is called. */
static void check_obeyed(target_fn fn)
{
	name_probes(probes, 3, fn);
	A->post_handler = record_post;
	C->post_handler = record_post;
	probes[1].ret = 1;
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_EQ(register_kprobe(C), 0);
	EXPECT_CALLED(fn, "ab");
	EXPECT(!kprobe_running());
	probes[1].ret = 0;
	EXPECT_CALLED(fn, "abcAC");
	unregister_kprobe(B);
	unregister_kprobe(C);
	unregister_kprobe(A);
}

static void obeyed(void)
{
	check_obeyed(api_sum);
}

static void obeyed_traced(void)
{
	check_obeyed(api_traced);
}

/* --- disabled from the start */

static void check_disabled(target_fn fn)
{
	name_probes(probes, 1, fn);
	A->flags = KPROBE_FLAG_DISABLED;
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT(kprobe_disabled(A));
	EXPECT_CALLED(fn, "");
	EXPECT_EQ(enable_kprobe(A), 0);
	EXPECT(!kprobe_disabled(A));
	EXPECT_CALLED(fn, "a");
	EXPECT_EQ(disable_kprobe(A), 0);
	EXPECT_CALLED(fn, "");
	unregister_kprobe(A);

	/* the flag is the caller's: still set, it counts again */
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(fn, "");
	unregister_kprobe(A);
	A->flags = 0;
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(fn, "a");
	unregister_kprobe(A);
}

static void disabled(void)
{
	check_disabled(api_sum);
}

static void disabled_traced(void)
{
	check_disabled(api_traced);
}

/* --- what registering writes into the struct */

static void members(void)
{
	struct kprobe kp = { .symbol_name = "api_semantics:api_sum",
			     .offset = SUM_SECOND, .nmissed = 5 };

	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(kp.addr, (void *)test_code(api_sum) + SUM_SECOND);
	EXPECT_EQ(kp.opcode, SUM_OPCODE);
	EXPECT_EQ(kp.nmissed, 0);
	EXPECT_EQ(kp.flags, 0);
	unregister_kprobe(&kp);
	EXPECT_EQ(kp.addr, (void *)test_code(api_sum) + SUM_SECOND);

	memset(&kp, 0, sizeof(kp));
	kp.addr = (kprobe_opcode_t *)api_sum;
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(kp.flags, KPROBE_FLAG_ON_FUNC_ENTRY);
	unregister_kprobe(&kp);

	memset(&kp, 0, sizeof(kp));
	kp.symbol_name = "api_traced";
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(kprobe_ftrace(&kp), ENTRY_IS_SITE);
	EXPECT(kp.flags & KPROBE_FLAG_ON_FUNC_ENTRY);
	unregister_kprobe(&kp);
}

/* --- names */

static void check_symbol(const char *symbol, unsigned int offset, bool by_addr)
{
	name_probes(probes, 1, api_sum);
	A->offset = offset;
	if (!by_addr) {
		A->addr = NULL;
		A->symbol_name = symbol;
	}
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(api_sum, "a");
	unregister_kprobe(A);
	/* the same struct once more */
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(api_sum, "a");
	unregister_kprobe(A);
}

static void names(void)
{
	check_symbol("api_sum", 0, false);
	check_symbol("api_sum", SUM_THIRD, false);
	check_symbol("api_semantics:api_sum", 0, false);
	check_symbol("api_semantics:api_sum", SUM_SECOND, false);
	check_symbol(NULL, 0, true);
	check_symbol(NULL, SUM_SECOND, true);
}

/* --- handlers that change registers */

static int set_argument(struct kprobe *kp, struct pt_regs *regs)
{
	set_first_argument(regs, 40);
	return 0;
}

static int set_result(struct kprobe *kp, struct pt_regs *regs)
{
	regs_set_return_value(regs, 55);
	return 0;
}

static void add_to_result(struct kprobe *kp, struct pt_regs *regs,
			  unsigned long flags)
{
	regs_set_return_value(regs, regs_return_value(regs) + 100);
}

static int skip_function(struct kprobe *kp, struct pt_regs *regs)
{
	regs_set_return_value(regs, 77);
	instruction_pointer_set(regs, test_code(api_just_return));
	return 1;
}

static int skip_by_hand(struct kprobe *kp, struct pt_regs *regs)
{
	regs_set_return_value(regs, 78);
	return_by_hand(regs);
	return 1;
}

static void never(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	failed = true;
}

static int sum_with(target_fn fn, int offset, kprobe_pre_handler_t pre,
		    kprobe_post_handler_t post)
{
	struct kprobe kp = { .addr = (kprobe_opcode_t *)fn, .offset = offset,
			     .pre_handler = pre, .post_handler = post };
	int ret = register_kprobe(&kp);

	EXPECT_EQ(ret, 0);
	if (ret)
		return ret;
	ret = fn(1, 2);
	unregister_kprobe(&kp);
	EXPECT_EQ(fn(1, 2), 3);
	return ret;
}

static void registers(void)
{
	EXPECT_EQ(sum_with(api_sum, 0, set_argument, NULL), 42);
	EXPECT_EQ(sum_with(api_traced, 0, set_argument, NULL), 42);
	EXPECT_EQ(sum_with(api_sum, SUM_THIRD, set_result, NULL), 55);
	EXPECT_EQ(sum_with(api_sum, 0, NULL, add_to_result), 103);
	EXPECT_EQ(sum_with(api_sum, SUM_SECOND, set_result, add_to_result), 157);
	EXPECT_EQ(sum_with(api_sum, SUM_THIRD, NULL, add_to_result), 103);
}

static void skipped(void)
{
	EXPECT_EQ(sum_with(api_sum, 0, skip_function, NULL), 77);
	EXPECT_EQ(sum_with(api_sum, 0, skip_function, never), 77);
	EXPECT_EQ(sum_with(api_sum, SUM_SECOND, skip_function, never), 77);
	EXPECT_EQ(sum_with(api_sum, 0, skip_by_hand, never), 78);
	EXPECT_EQ(sum_with(api_traced, 0, skip_function, NULL), 77);
	EXPECT_EQ(sum_with(api_traced, 0, skip_function, never), 77);
}

/* --- re-entry */

#define NUM_CALLS	7

static target_fn inner_fn;
static int inner_hits;

static int count_inner(struct kprobe *kp, struct pt_regs *regs)
{
	inner_hits++;
	return 0;
}

static void count_inner_post(struct kprobe *kp, struct pt_regs *regs,
			     unsigned long flags)
{
	inner_hits++;
}

static void call_inner(struct kprobe *kp)
{
	int i;

	EXPECT(kprobe_running() == kp);
	for (i = 0; i < NUM_CALLS; i++)
		EXPECT_EQ(inner_fn(i, 1), i + 1);
	EXPECT(kprobe_running() == kp);
}

static int call_inner_pre(struct kprobe *kp, struct pt_regs *regs)
{
	call_inner(kp);
	return 0;
}

static void call_inner_post(struct kprobe *kp, struct pt_regs *regs,
			    unsigned long flags)
{
	call_inner(kp);
}

static void check_missed(target_fn outer_fn, target_fn inner, bool in_pre,
			 bool in_post)
{
	struct kprobe outer = {
		.addr = (kprobe_opcode_t *)outer_fn,
		.pre_handler = in_pre ? call_inner_pre : NULL,
		.post_handler = in_post ? call_inner_post : NULL,
	};
	struct kprobe good = {
		.addr = (kprobe_opcode_t *)inner,
		.pre_handler = count_inner,
		.post_handler = count_inner_post,
	};
	struct kprobe off = {
		.addr = (kprobe_opcode_t *)inner,
		.pre_handler = count_inner,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int n = NUM_CALLS * (in_pre + in_post);

	inner_fn = inner;
	inner_hits = 0;
	EXPECT_EQ(register_kprobe(&good), 0);
	EXPECT_EQ(register_kprobe(&off), 0);
	EXPECT_EQ(register_kprobe(&outer), 0);

	EXPECT_EQ(outer_fn(1, 2), 3);
	EXPECT_EQ(good.nmissed, n);
	EXPECT_EQ(off.nmissed, 0);
	EXPECT_EQ(outer.nmissed, 0);
	EXPECT_EQ(inner_hits, 0);
	EXPECT_EQ(outer_fn(1, 2), 3);
	EXPECT_EQ(good.nmissed, 2 * n);

	/* from outside it counts hits, not misses */
	EXPECT_EQ(inner(1, 2), 3);
	EXPECT_EQ(inner_hits, 2);
	EXPECT_EQ(good.nmissed, 2 * n);

	unregister_kprobe(&outer);
	unregister_kprobe(&off);
	unregister_kprobe(&good);
	EXPECT_EQ(good.nmissed, 2 * n);
	EXPECT_EQ(register_kprobe(&good), 0);
	EXPECT_EQ(good.nmissed, 0);
	unregister_kprobe(&good);
}

static void missed(void)
{
	check_missed(api_sum, api_untraced_inner, true, false);
	check_missed(api_sum, api_untraced_inner, false, true);
	check_missed(api_sum, api_untraced_inner, true, true);
}

static void missed_traced(void)
{
	check_missed(api_traced, api_untraced_inner, true, true);
	check_missed(api_sum, api_traced_inner, true, false);
	check_missed(api_sum, api_traced_inner, false, true);
	check_missed(api_traced, api_traced_inner, true, true);
}

/* A handler calls the function that it is the handler of. */
static void missed_itself(void)
{
	struct kprobe kp = { .addr = (kprobe_opcode_t *)api_sum,
			     .pre_handler = call_inner_pre,
			     .post_handler = call_inner_post };

	inner_fn = api_sum;
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(api_sum(1, 2), 3);
	EXPECT_EQ(kp.nmissed, 2 * NUM_CALLS);
	unregister_kprobe(&kp);
}

/* --- who is there, who is running */

static struct kprobe *probe_at(void *addr)
{
	struct kprobe *kp;

	preempt_disable();
	kp = get_kprobe(addr);
	preempt_enable();
	return kp;
}

static struct kprobe *running(void)
{
	struct kprobe *kp;

	preempt_disable();
	kp = kprobe_running();
	preempt_enable();
	return kp;
}

static void questions(void)
{
	EXPECT(!probe_at((void *)test_code(api_sum)));
	EXPECT(!running());
	name_probes(probes, 2, api_sum);
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT(probe_at((void *)test_code(api_sum)) == A);
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT(probe_at((void *)test_code(api_sum)) == A);
	EXPECT(!probe_at((void *)test_code(api_sum) + SUM_SECOND));
	EXPECT(!probe_at(NULL));
	EXPECT_CALLED(api_sum, "ab");
	EXPECT(!running());
	EXPECT_EQ(disable_kprobe(A), 0);
	EXPECT(probe_at((void *)test_code(api_sum)) == A);
	unregister_kprobe(A);
	EXPECT(probe_at((void *)test_code(api_sum)) == B);
	unregister_kprobe(B);
	EXPECT(!probe_at((void *)test_code(api_sum)));
}

/* --- callers that change or free their struct */

static int call_target(void *data)
{
	target_fn fn = data;

	while (!kthread_should_stop()) {
		if (fn(1, 2) != 3)
			failed = true;
		/* or whoever waits for RCU tasks, as ftrace does, waits for us */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

static int nothing(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static void nothing_post(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
}

static void check_freed(target_fn fn)
{
	struct task_struct *caller = kthread_run(call_target, fn, "api_caller");
	struct kprobe *kp;
	int i;

	EXPECT(!IS_ERR(caller));
	if (IS_ERR(caller))
		return;
	for (i = 0; i < 50 && !failed; i++) {
		kp = kzalloc(sizeof(*kp), GFP_KERNEL);
		EXPECT(kp);
		if (!kp)
			break;
		kp->addr = (kprobe_opcode_t *)fn;
		kp->pre_handler = nothing;
		kp->post_handler = i & 1 ? nothing_post : NULL;
		EXPECT_EQ(register_kprobe(kp), 0);
		if (i & 2)
			kp->pre_handler = NULL;
		if (i & 4)
			kp->post_handler = NULL;
		unregister_kprobe(kp);
		memset(kp, 0x5a, sizeof(*kp));
		kfree(kp);
	}
	kthread_stop(caller);
}

static void freed(void)
{
	check_freed(api_sum);
}

static void freed_traced(void)
{
	check_freed(api_traced);
}

static void handlers_nulled(void)
{
	name_probes(probes, 1, api_sum);
	A->post_handler = record_post;
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(api_sum, "aA");
	A->pre_handler = NULL;
	EXPECT_CALLED(api_sum, "A");
	A->post_handler = NULL;
	EXPECT_CALLED(api_sum, "");
	unregister_kprobe(A);
}

static void check_nulled(target_fn fn)
{
	name_probes(probes, 2, fn);
	EXPECT_EQ(register_kprobe(A), 0);
	EXPECT_CALLED(fn, "a");
	A->pre_handler = NULL;
	EXPECT_CALLED(fn, "");
	A->pre_handler = record_pre;
	EXPECT_EQ(register_kprobe(B), 0);
	EXPECT_CALLED(fn, "ab");
	A->pre_handler = NULL;
	EXPECT_CALLED(fn, "b");
	B->pre_handler = NULL;
	EXPECT_CALLED(fn, "");
	EXPECT_EQ(A->nmissed + B->nmissed, 0);
	unregister_kprobe(A);
	unregister_kprobe(B);
}

static void pre_handlers_nulled(void)
{
	check_nulled(api_sum);
}

static void pre_handlers_nulled_traced(void)
{
	check_nulled(api_traced);
}

/* The same struct, at one place after the other. */
static void reused(void)
{
	static const int offsets[] = { 0, SUM_SECOND, SUM_THIRD };
	int i;

	name_probes(probes, 1, api_sum);
	for (i = 0; i < 30; i++) {
		A->addr = (void *)test_code(api_sum) + offsets[i % 3];
		EXPECT_EQ(register_kprobe(A), 0);
		EXPECT_CALLED(api_sum, "a");
		EXPECT(probe_at(A->addr) == A);
		unregister_kprobe(A);
		EXPECT_CALLED(api_sum, "");
	}
}

/* --- many */

static int num_hits;

static int count_hit(struct kprobe *kp, struct pt_regs *regs)
{
	num_hits++;
	return 0;
}

static void count_post(struct kprobe *kp, struct pt_regs *regs,
		       unsigned long flags)
{
	num_hits++;
}

static int num_rounds;

static int go_round(struct kprobe *kp, struct pt_regs *regs)
{
	if (num_rounds--)
		return 0;
	instruction_pointer_set(regs, (unsigned long)kp->addr + LOOP_SIZE);
	return 1;
}

/* It goes on at the probe itself, which needs a slot as little as it leads past anything. */
static void branch_to_itself(void)
{
	struct kprobe kp = {
		.addr = (void *)test_code(api_loop),
		.pre_handler = go_round,
		.post_handler = count_post,
	};
	int ret = register_kprobe(&kp);

	EXPECT_EQ(ret, 0);
	if (ret)
		return;
	num_hits = 0;
	num_rounds = 3;
	api_loop();
	EXPECT_EQ(num_hits, 3);
	unregister_kprobe(&kp);
}

static void check_many(bool with_post)
{
	struct kprobe *many = kvcalloc(NUM_MANY, sizeof(*many), GFP_KERNEL);
	struct kprobe **ptrs = kvcalloc(NUM_MANY, sizeof(*ptrs), GFP_KERNEL);
	void *before = kvmalloc(NUM_MANY * MANY_SIZE, GFP_KERNEL);
	int i;

	EXPECT(many && ptrs && before);
	if (!many || !ptrs || !before)
		goto free;
	memcpy(before, (void *)test_code(api_many), NUM_MANY * MANY_SIZE);
	for (i = 0; i < NUM_MANY; i++) {
		many[i].addr = (void *)test_code(api_many) + MANY_SIZE * (i + 1);
		many[i].pre_handler = count_hit;
		many[i].post_handler = with_post ? count_post : NULL;
		ptrs[i] = &many[i];
	}
	EXPECT_EQ(register_kprobes(ptrs, NUM_MANY), 0);
	num_hits = 0;
	EXPECT_EQ(api_many(), NUM_MANY);
	EXPECT_EQ(num_hits, NUM_MANY * (with_post ? 2 : 1));
	for (i = 0; i < NUM_MANY; i++)
		if (many[i].nmissed)
			break;
	EXPECT_EQ(i, NUM_MANY);

	/* half of them, backwards */
	for (i = 0; i < NUM_MANY / 2; i++)
		swap(ptrs[i], ptrs[NUM_MANY - 1 - i]);
	unregister_kprobes(ptrs, NUM_MANY / 2);
	num_hits = 0;
	EXPECT_EQ(api_many(), NUM_MANY);
	EXPECT_EQ(num_hits, NUM_MANY / 2 * (with_post ? 2 : 1));
	unregister_kprobes(ptrs + NUM_MANY / 2, NUM_MANY / 2);
	num_hits = 0;
	EXPECT_EQ(api_many(), NUM_MANY);
	EXPECT_EQ(num_hits, 0);
	EXPECT(!memcmp(before, (void *)test_code(api_many), NUM_MANY * MANY_SIZE));
free:
	kvfree(before);
	kvfree(ptrs);
	kvfree(many);
}

static void many_in_a_batch(void)
{
	check_many(false);
}

static void many_with_post(void)
{
	check_many(true);
}

static void siblings_in_a_batch(void)
{
	struct kprobe *ptrs[3] = { C, A, B };

	name_probes(probes, 3, api_sum);
	EXPECT_EQ(register_kprobes(ptrs, 3), 0);
	EXPECT_CALLED(api_sum, "cab");
	unregister_kprobes(ptrs, 2);
	EXPECT_CALLED(api_sum, "b");
	unregister_kprobe(B);
}

/* --- all of them */

/* --- what came of the last request of a struct */

#define NUM_REFUSED	100
#define NUM_KEPT	64

static void expect_refusal(const struct kprobe *kp, int error)
{
	char why[64];

	EXPECT_EQ(kprobe_refusal(kp, why, sizeof(why)), error);
	EXPECT_EQ(!!why[0], !!error);
}

static void refusals(void)
{
	static struct kprobe kps[NUM_REFUSED];
	int i;

	memset(kps, 0, sizeof(kps));
	for (i = 0; i < NUM_REFUSED; i++) {
		/* for a wrong name, all are gone through for one that is like it */
		if (i % NUM_KEPT)
			kps[i].addr = (void *)1;
		else
			kps[i].symbol_name = "api_no_such_function";
		EXPECT_EQ(register_kprobe(&kps[i]), -ENOENT);
		expect_refusal(&kps[i], -ENOENT);
	}
	for (i = 0; i < NUM_REFUSED; i++)
		expect_refusal(&kps[i], i < NUM_REFUSED - NUM_KEPT ? 0 :
							      -ENOENT);
	/* each is asked for again */
	for (i = 0; i < NUM_REFUSED; i++) {
		kps[i].addr = NULL;
		kps[i].symbol_name = "api_traced";
		EXPECT_EQ(register_kprobe(&kps[i]), 0);
		expect_refusal(&kps[i], 0);
		if (i < NUM_REFUSED - 1)
			expect_refusal(&kps[NUM_REFUSED - 1], -ENOENT);
		unregister_kprobe(&kps[i]);
	}
	/* disabling what is not registered is a refusal too */
	EXPECT_EQ(disable_kprobe(&kps[0]), -EINVAL);
	expect_refusal(&kps[0], -EINVAL);
	expect_refusal(&kps[1], 0);
	EXPECT_EQ(register_kprobe(&kps[0]), 0);
	expect_refusal(&kps[0], 0);
	EXPECT_EQ(disable_kprobe(&kps[0]), 0);
	expect_refusal(&kps[0], 0);
	unregister_kprobe(&kps[0]);
}

static const struct api_test tests[] = {
	API_TEST(siblings), API_TEST(siblings_traced),
	API_TEST(siblings_in_a_batch),
	API_TEST(post_handlers), API_TEST(post_handlers_traced),
	API_TEST(obeyed), API_TEST(obeyed_traced),
	API_TEST(disabled), API_TEST(disabled_traced),
	API_TEST(members), API_TEST(names),
	API_TEST(registers), API_TEST(skipped),
	API_TEST(missed), API_TEST(missed_traced), API_TEST(missed_itself),
	API_TEST(questions),
	API_TEST(freed), API_TEST(freed_traced), API_TEST(handlers_nulled),
	API_TEST(pre_handlers_nulled), API_TEST(pre_handlers_nulled_traced),
	API_TEST(reused), API_TEST(refusals),
	API_TEST(branch_to_itself), API_TEST(many_in_a_batch), API_TEST(many_with_post),
};

API_MODULE(tests)
MODULE_DESCRIPTION("What the API promises");
MODULE_LICENSE("GPL");
