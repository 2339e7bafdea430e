// SPDX-License-Identifier: GPL-2.0
/*
 * Several return probes on one function, without entry handlers, which share an
 * instance: by breakpoint, by jump and through ftrace.
 *
 * With stay=1, no tests: three of them are hit by set_leaf(), and a thread is in
 * set_inside() until the module goes.
 */
#include <linux/completion.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "api_test.h"
#include <test_arch.h>

#define NUM_RECORDED	256
#define MANY		20
#define NUM_CALLS	50
#define BIG		4096

static bool stay;
module_param(stay, bool, 0400);

typedef int (*target_fn)(int n, void (*inside)(void));

/* Calls @inside in the last of @n + 1 calls of @self; returns n + (n - 1) + ... */
static __always_inline int descend(target_fn self, int n, void (*inside)(void))
{
	int sum = 0;

	if (n)
		sum = self(n - 1, inside);
	else if (inside)
		inside();
	/* no loop instead of the call */
	barrier();
	return n + sum;
}

int set_traced(int n, void (*inside)(void));
noinline int set_traced(int n, void (*inside)(void))
{
	return descend(set_traced, n, inside);
}

int set_untraced(int n, void (*inside)(void));
noinline notrace int set_untraced(int n, void (*inside)(void))
{
	return descend(set_untraced, n, inside);
}

int set_leaf(int n);
noinline notrace int set_leaf(int n)
{
	barrier();
	return n;
}

/**
 * struct named - a return probe
 * @rp: the probe
 * @name: what its handler writes down
 * @add: added to what the function returns
 */
struct named {
	struct kretprobe rp;
	char name;
	int add;
};

static struct named all[MANY];
static struct kretprobe *list[MANY];

#define A (list[0])
#define B (list[1])
#define C (list[2])

static char recorded[NUM_RECORDED];
static unsigned int num_recorded;

static void record(char what)
{
	if (num_recorded < NUM_RECORDED - 1)
		recorded[num_recorded++] = what;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct named *named = container_of(rp, struct named, rp);

	record(named->name);
	EXPECT(named >= all && named < all + MANY);
	EXPECT(kprobe_running() == &rp->kp);
	EXPECT(ri->task == current);
	EXPECT_EQ(instruction_pointer(regs), ri->ret_addr);
	EXPECT(!is_kretprobe_trampoline((unsigned long)ri->ret_addr));
	/* its own */
	memset(ri->data, named->name, rp->data_size);
	regs_set_return_value(regs, regs_return_value(regs) + named->add);
	return 0;
}

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	record('e');
	return 0;
}

static void prepare(const char *function)
{
	int i;

	memset(all, 0, sizeof(all));
	for (i = 0; i < MANY; i++) {
		list[i] = &all[i].rp;
		all[i].name = 'A' + i;
		all[i].rp.kp.symbol_name = function;
		all[i].rp.handler = on_return;
		all[i].rp.data_size = sizeof(long);
	}
}

static const char *called(target_fn fn, int n, void (*inside)(void))
{
	memset(recorded, 0, sizeof(recorded));
	num_recorded = 0;
	fn(n, inside);
	return recorded;
}

#define EXPECT_CALLED(n, inside, who) \
	EXPECT_STREQ(called(way->fn, n, inside), who)

/**
 * struct way - how hits come
 * @name: of the function
 * @fn: the function
 * @jump: when it has become a jump
 */
struct way {
	const char *name;
	target_fn fn;
	bool jump;
};

static const struct way ways[] = {
	{ "set_untraced", set_untraced, false },
	{ "set_untraced", set_untraced, true },
	{ "set_traced", set_traced, false },
};

static void each_way(void (*test)(const struct way *way))
{
	int i;

	for (i = 0; i < ARRAY_SIZE(ways); i++) {
		prepare(ways[i].name);
		test(&ways[i]);
	}
}

static void settle(const struct way *way)
{
	if (way->jump)
		wait_for_kprobe_optimizer();
}

static void check_order(const struct way *way)
{
	EXPECT_EQ(register_kretprobes(list, 3), 0);
	settle(way);
	EXPECT_CALLED(0, NULL, "CBA");
	EXPECT_CALLED(2, NULL, "CBACBACBA");
	/* each sees what the one before has made of the result */
	all[2].add = 1;
	all[1].add = 10;
	all[0].add = 100;
	EXPECT_EQ(way->fn(0, NULL), 111);
	EXPECT_EQ(way->fn(1, NULL), 1 + 222);
	unregister_kretprobes(list, 3);
	EXPECT_CALLED(0, NULL, "");
}

static void order(void)
{
	each_way(check_order);
}

/* One after the other, as they come and as they go. */
static void check_one_by_one(const struct way *way)
{
	EXPECT_EQ(register_kretprobe(A), 0);
	settle(way);
	EXPECT_CALLED(0, NULL, "A");
	EXPECT_EQ(register_kretprobe(B), 0);
	EXPECT_CALLED(0, NULL, "BA");
	EXPECT_EQ(register_kretprobe(C), 0);
	EXPECT_CALLED(0, NULL, "CBA");
	EXPECT_EQ(disable_kretprobe(B), 0);
	EXPECT_CALLED(0, NULL, "CA");
	EXPECT_EQ(disable_kretprobe(C), 0);
	EXPECT_CALLED(0, NULL, "A");
	EXPECT_EQ(enable_kretprobe(B), 0);
	EXPECT_CALLED(0, NULL, "BA");
	unregister_kretprobe(A);
	EXPECT_CALLED(0, NULL, "B");
	EXPECT_EQ(enable_kretprobe(C), 0);
	EXPECT_CALLED(0, NULL, "CB");
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(0, NULL, "ACB");
	unregister_kretprobe(C);
	unregister_kretprobe(B);
	EXPECT_CALLED(0, NULL, "A");
	unregister_kretprobe(A);
	EXPECT_CALLED(0, NULL, "");
}

static void one_by_one(void)
{
	each_way(check_one_by_one);
}

/* --- changes while a call is under way, in the last of two calls */

static void disable_b(void)
{
	EXPECT_EQ(disable_kretprobe(B), 0);
}

static void enable_b(void)
{
	EXPECT_EQ(enable_kretprobe(B), 0);
}

static void unregister_a(void)
{
	unregister_kretprobe(A);
}

static void unregister_b(void)
{
	unregister_kretprobe(B);
}

static void unregister_c(void)
{
	unregister_kretprobe(C);
}

static void unregister_all(void)
{
	unregister_kretprobes(list, 3);
}

static void register_b_again(void)
{
	unregister_kretprobe(B);
	EXPECT_EQ(register_kretprobe(B), 0);
}

static void turn_all(void)
{
	int i;

	for (i = 0; i < 3; i++) {
		disable_kretprobe(list[i]);
		enable_kretprobe(list[2 - i]);
		disable_kretprobe(list[1]);
	}
	for (i = 0; i < 3; i++)
		enable_kretprobe(list[i]);
}

static void register_more(void)
{
	EXPECT_EQ(register_kretprobe(list[3]), 0);
}

/* Calls under way have the handlers called of those that saw them begin. */
static void check_under_way(const struct way *way)
{
	EXPECT_EQ(register_kretprobes(list, 3), 0);
	settle(way);
	EXPECT_CALLED(1, disable_b, "CBACBA");
	EXPECT_CALLED(0, NULL, "CA");
	EXPECT_CALLED(1, enable_b, "CACA");
	EXPECT_CALLED(0, NULL, "CBA");
	EXPECT_CALLED(1, turn_all, "CBACBA");
	EXPECT_CALLED(0, NULL, "CBA");
	EXPECT_CALLED(0, register_more, "CBA");
	EXPECT_CALLED(0, NULL, "DCBA");
	unregister_kretprobe(list[3]);
	/* and is registered still */
	EXPECT_CALLED(1, register_b_again, "CACA");
	EXPECT_CALLED(0, NULL, "BCA");
	EXPECT_CALLED(1, unregister_c, "BABA");
	EXPECT_CALLED(1, unregister_a, "BB");
	unregister_kretprobe(B);

	EXPECT_EQ(register_kretprobes(list, 3), 0);
	settle(way);
	EXPECT_CALLED(0, unregister_b, "CA");
	EXPECT_EQ(register_kretprobe(B), 0);
	EXPECT_CALLED(3, unregister_all, "");
	EXPECT_CALLED(0, NULL, "");
}

static void under_way(void)
{
	each_way(check_under_way);
}

/* --- others beside */

static int record_pre(struct kprobe *kp, struct pt_regs *regs)
{
	record('k');
	return 0;
}

static void check_beside(const struct way *way)
{
	struct kprobe kp = { .symbol_name = way->name,
			     .pre_handler = record_pre };

	EXPECT_EQ(register_kretprobes(list, 2), 0);
	settle(way);
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_CALLED(1, NULL, "kkBABA");
	EXPECT_EQ(disable_kprobe(&kp), 0);
	EXPECT_CALLED(1, NULL, "BABA");
	C->entry_handler = on_entry;
	EXPECT_EQ(register_kretprobe(C), 0);
	EXPECT_CALLED(1, NULL, "eeCBACBA");
	unregister_kretprobe(C);
	EXPECT_CALLED(1, NULL, "BABA");

	/* with a limit, which it has alone */
	list[3]->maxactive = 1;
	EXPECT_EQ(register_kretprobe(list[3]), 0);
	EXPECT_CALLED(2, NULL, "BABADBA");
	EXPECT_EQ(list[3]->nmissed, 2);
	EXPECT_EQ(A->nmissed + B->nmissed, 0);
	unregister_kretprobe(list[3]);
	EXPECT_CALLED(1, NULL, "BABA");
	unregister_kprobe(&kp);
	unregister_kretprobes(list, 2);
}

static void beside(void)
{
	each_way(check_beside);
}

/* --- data: what shares an instance has room for all that each asks for */

static void check_data(const struct way *way)
{
	int i;

	for (i = 0; i < 3; i++) {
		list[i]->data_size = BIG;
		EXPECT_EQ(register_kretprobes(list, 3), 0);
		settle(way);
		EXPECT_CALLED(2, NULL, "CBACBACBA");
		EXPECT_CALLED(2, NULL, "CBACBACBA");
		unregister_kretprobes(list, 3);
		list[i]->data_size = sizeof(long);
	}
}

static void data_of_each(void)
{
	each_way(check_data);
}

/* --- more than share */

static void check_many(const struct way *way)
{
	char newest_first[MANY + 1] = {};
	int i;

	for (i = 0; i < MANY; i++)
		newest_first[i] = 'A' + MANY - 1 - i;
	EXPECT_EQ(register_kretprobes(list, MANY), 0);
	settle(way);
	EXPECT_CALLED(0, NULL, newest_first);
	for (i = MANY - 1; i > 2; i--) {
		unregister_kretprobe(list[i]);
		EXPECT_CALLED(0, NULL, newest_first + MANY - i);
	}
	unregister_kretprobes(list, 3);
}

static void many(void)
{
	each_way(check_many);
}

/* Faster than what is replaced can be freed. */
static void check_often(const struct way *way)
{
	int i;

	EXPECT_EQ(register_kretprobes(list, 3), 0);
	settle(way);
	for (i = 0; i < 400; i++) {
		EXPECT_EQ(disable_kretprobe(B), 0);
		EXPECT_EQ(enable_kretprobe(B), 0);
	}
	EXPECT_CALLED(1, disable_b, "CBACBA");
	EXPECT_CALLED(1, enable_b, "CACA");
	EXPECT_CALLED(0, NULL, "CBA");
	unregister_kretprobes(list, 3);
}

static void often(void)
{
	each_way(check_often);
}

/* --- a handler that calls what is probed */

static int nest(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	record('n');
	set_untraced(0, NULL);
	return 0;
}

static void check_nested(const struct way *way)
{
	bool same = way->fn == set_untraced;

	B->handler = nest;
	EXPECT_EQ(register_kretprobes(list, 3), 0);
	settle(way);
	EXPECT_CALLED(0, NULL, "CnA");
	EXPECT_EQ(A->kp.nmissed, same);
	EXPECT_EQ(B->kp.nmissed, same);
	EXPECT_EQ(C->kp.nmissed, same);
	EXPECT_EQ(A->nmissed + B->nmissed + C->nmissed, 0);
	B->handler = NULL;
	EXPECT_CALLED(0, NULL, "CA");
	unregister_kretprobes(list, 3);
}

static void nested(void)
{
	each_way(check_nested);
}

static const struct api_test tests[] = {
	API_TEST(order), API_TEST(one_by_one), API_TEST(under_way),
	API_TEST(beside), API_TEST(data_of_each), API_TEST(many), API_TEST(often),
	API_TEST(nested),
};

/* --- what `stats` says of them */

static DECLARE_COMPLETION(is_inside);
static DECLARE_COMPLETION(let_go);
static struct task_struct *thread;

static int count_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}

int set_inside(void);
noinline notrace int set_inside(void)
{
	complete(&is_inside);
	wait_for_completion(&let_go);
	barrier();
	return 0;
}

static int go_inside(void *unused)
{
	set_inside();
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

static int start(void)
{
	int i, ret;

	prepare("set_leaf");
	for (i = 0; i < 6; i++)
		all[i].rp.handler = count_return;
	for (i = 3; i < 6; i++)
		all[i].rp.kp.symbol_name = "set_inside";
	ret = register_kretprobes(list, 6);
	if (ret)
		return ret;
	for (i = 0; i < NUM_CALLS; i++) {
		set_leaf(i);
		test_call_aligned(set_leaf);
	}
	wait_for_kprobe_optimizer();
	for (i = 0; i < NUM_CALLS; i++) {
		set_leaf(i);
		test_call_aligned(set_leaf);
	}
	thread = kthread_run(go_inside, NULL, "set_inside");
	if (IS_ERR(thread)) {
		unregister_kretprobes(list, 6);
		return PTR_ERR(thread);
	}
	wait_for_completion(&is_inside);
	return 0;
}

static int __init return_set_init(void)
{
	if (stay)
		return start();
	api_run(tests, ARRAY_SIZE(tests));
	return 0;
}

static void __exit return_set_exit(void)
{
	if (!stay)
		return;
	unregister_kretprobes(list, 6);
	complete(&let_go);
	kthread_stop(thread);
}

module_init(return_set_init);
module_exit(return_set_exit);
MODULE_DESCRIPTION("Test of return probes that share instances");
MODULE_LICENSE("GPL");
