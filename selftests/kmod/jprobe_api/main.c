// SPDX-License-Identifier: GPL-2.0
/* What the API promises of jprobes, by breakpoint and through ftrace. */
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "../api_test.h"
#include "jprobe_arch.h"
#include <test_arch.h>

#define NUM_RECORDED	32

typedef long (*target_fn)(long a, long b);

long ja_traced(long a, long b);
noinline long ja_traced(long a, long b)
{
	barrier();
	return a + b + 1;
}

long ja_untraced(long a, long b);
noinline notrace long ja_untraced(long a, long b)
{
	barrier();
	return a + b + 1;
}

static const struct {
	const char *name;
	target_fn fn;
} targets[] = {
	ARCH_TARGETS
	{ "ja_untraced", ja_untraced }, { "ja_traced", ja_traced },
};

static char recorded[NUM_RECORDED];
static unsigned int num_recorded;
static long seen_a, seen_b;
static int preempt_at_entry;

static void record(char what)
{
	if (num_recorded < NUM_RECORDED - 1)
		recorded[num_recorded++] = what;
}

static const char *called(target_fn fn)
{
	memset(recorded, 0, sizeof(recorded));
	num_recorded = 0;
	seen_a = 0;
	seen_b = 0;
	EXPECT_EQ(fn(5, 7), 13);
	EXPECT_EQ(preempt_count(), preempt_at_entry);
	EXPECT(!kprobe_running());
	return recorded;
}

#define EXPECT_CALLED(fn, who)	EXPECT_STREQ(called(fn), who)

static struct jprobe jp;

static noinline void leave_from_within(int depth)
{
	char frame[64];

	memset(frame, depth, sizeof(frame));
	OPTIMIZER_HIDE_VAR(depth);
	if (depth)
		leave_from_within(depth - 1);
	else
		jprobe_return();
	barrier_data(frame);
}

static long on_call(long a, long b)
{
	record('j');
	seen_a = a;
	seen_b = b;
	EXPECT(kprobe_running() == &jp.kp);
	EXPECT(!IS_ENABLED(CONFIG_PREEMPT_COUNT) || preempt_count());
	a = -1;
	b = -1;
	barrier_data(&a);
	barrier_data(&b);
	SPOIL_REGISTERS();
	jprobe_return();
	failed = true;
	return 0;
}

static long on_call_deep(long a, long b)
{
	record('j');
	leave_from_within(5);
	failed = true;
	return 0;
}

static long on_call_forgetful(long a, long b)
{
	record('j');
	return -1;
}

static void set_up(const char *symbol, void *entry)
{
	memset(&jp, 0, sizeof(jp));
	jp.kp.symbol_name = symbol;
	jp.entry = entry;
	preempt_at_entry = preempt_count();
}

static void arguments(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		set_up(targets[i].name, on_call);
		EXPECT_EQ(register_jprobe(&jp), 0);
		EXPECT_CALLED(targets[i].fn, "j");
		EXPECT_EQ(seen_a, 5);
		EXPECT_EQ(seen_b, 7);
		unregister_jprobe(&jp);
		EXPECT_CALLED(targets[i].fn, "");
		EXPECT_EQ(jp.kp.nmissed, 0);
	}
}

static void left_from_within(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		set_up(targets[i].name, on_call_deep);
		EXPECT_EQ(register_jprobe(&jp), 0);
		EXPECT_CALLED(targets[i].fn, "j");
		EXPECT_CALLED(targets[i].fn, "j");
		unregister_jprobe(&jp);
	}
}

/* The log says once, for each of them, that they returned. */
static void forgetful(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		set_up(targets[i].name, on_call_forgetful);
		EXPECT_EQ(register_jprobe(&jp), 0);
		EXPECT_CALLED(targets[i].fn, "j");
		EXPECT_CALLED(targets[i].fn, "j");
		unregister_jprobe(&jp);
		ktap_note("forgot in %s", targets[i].name);
	}
}

/* --- beside others */

struct named_probe {
	struct kprobe kp;
	char name;
};

static int record_pre(struct kprobe *kp, struct pt_regs *regs)
{
	record(container_of(kp, struct named_probe, kp)->name);
	return 0;
}

static void record_post(struct kprobe *kp, struct pt_regs *regs,
			unsigned long flags)
{
	record(container_of(kp, struct named_probe, kp)->name - 'a' + 'A');
}

static int record_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	record('r');
	EXPECT_EQ(regs_return_value(regs), 13);
	return 0;
}

static void check_beside(const char *symbol, target_fn fn)
{
	struct named_probe before = { .name = 'a' }, after = { .name = 'b' };
	struct kretprobe rp = { .handler = record_return };

	before.kp.symbol_name = symbol;
	before.kp.pre_handler = record_pre;
	before.kp.post_handler = record_post;
	after.kp = before.kp;
	rp.kp.symbol_name = symbol;

	set_up(symbol, on_call);
	EXPECT_EQ(register_kprobe(&before.kp), 0);
	EXPECT_EQ(register_jprobe(&jp), 0);
	EXPECT_CALLED(fn, "ajA");
	EXPECT_EQ(register_kprobe(&after.kp), 0);
	EXPECT_CALLED(fn, "abjAB");
	EXPECT_EQ(register_kretprobe(&rp), 0);
	EXPECT_CALLED(fn, "abjABr");
	EXPECT_EQ(disable_jprobe(&jp), 0);
	EXPECT_CALLED(fn, "abABr");
	EXPECT_EQ(enable_jprobe(&jp), 0);
	EXPECT_CALLED(fn, "abjABr");
	unregister_kprobe(&before.kp);
	EXPECT_CALLED(fn, "bjBr");
	unregister_jprobe(&jp);
	EXPECT_CALLED(fn, "bBr");
	unregister_kprobe(&after.kp);
	EXPECT_CALLED(fn, "r");
	unregister_kretprobe(&rp);
	EXPECT_CALLED(fn, "");
}

static void beside(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++)
		check_beside(targets[i].name, targets[i].fn);
}

/* --- many arguments, on the stack too */

#define NUM_ARGS	12

static long seen_args[NUM_ARGS];

long ja_many(long a, long b, long c, long d, long e, long f, long g, long h,
	     long i, long j, long k, long l);
noinline long ja_many(long a, long b, long c, long d, long e, long f, long g,
		      long h, long i, long j, long k, long l)
{
	barrier();
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h +
	       9 * i + 10 * j + 11 * k + 12 * l;
}

static long on_many(long a, long b, long c, long d, long e, long f, long g,
		    long h, long i, long j, long k, long l)
{
	long args[NUM_ARGS] = { a, b, c, d, e, f, g, h, i, j, k, l };

	memcpy(seen_args, args, sizeof(args));
	/* also where the caller has put them */
	g = -1;
	h = -1;
	i = -1;
	j = -1;
	k = -1;
	l = -1;
	barrier_data(&g);
	barrier_data(&h);
	barrier_data(&i);
	barrier_data(&j);
	barrier_data(&k);
	barrier_data(&l);
	jprobe_return();
	return 0;
}

static void stack_arguments(void)
{
	int i;

	memset(seen_args, 0, sizeof(seen_args));
	set_up("ja_many", on_many);
	EXPECT_EQ(register_jprobe(&jp), 0);
	EXPECT_EQ(ja_many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 650);
	for (i = 0; i < NUM_ARGS; i++)
		EXPECT_EQ(seen_args[i], i + 1);
	unregister_jprobe(&jp);
}

/* --- as sources of the 2.6 era have it */

static struct jprobe old_jprobe = {
	.entry			= JPROBE_ENTRY(on_call),
	.kp = {
		.symbol_name	= "ja_untraced",
	},
};

static void old_source(void)
{
	preempt_at_entry = preempt_count();
	memset(&jp, 0, sizeof(jp));
	EXPECT_EQ(register_jprobe(&old_jprobe), 0);
	EXPECT(old_jprobe.kp.addr == (void *)test_entry(ja_untraced));
	unregister_jprobe(&old_jprobe);
}

/* --- the struct is used again */

static void on_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	record('p');
}

static void as_user_probe(void)
{
	struct uprobe up = { };

	set_up("ja_untraced", on_call);
	EXPECT_EQ(register_jprobe(&jp), 0);
	unregister_jprobe(&jp);
	jp.kp.symbol_name = NULL;
	jp.kp.addr = NULL;
	jp.kp.flags = 0;
	jp.kp.user = &up;
	EXPECT_EQ(register_uprobe_path("/bin/busybox", NULL, 64, &jp.kp),
		  IS_ENABLED(CONFIG_UPROBES) ? -EINVAL : -EOPNOTSUPP);
	jp.kp.pre_handler = NULL;
	jp.kp.post_handler = on_post;
	if (!register_uprobe_path("/bin/busybox", NULL, 64, &jp.kp))
		unregister_kprobe_user(&jp.kp);
	else
		EXPECT(!IS_ENABLED(CONFIG_UPROBES));
}

static void as_kprobe(void)
{
	set_up("ja_untraced", on_call);
	EXPECT_EQ(register_jprobe(&jp), 0);
	EXPECT_CALLED(ja_untraced, "j");
	unregister_jprobe(&jp);
	jp.kp.post_handler = on_post;
	EXPECT_EQ(register_kprobe(&jp.kp), 0);
	EXPECT(!jp.kp.pre_handler);
	EXPECT_CALLED(ja_untraced, "p");
	unregister_kprobe(&jp.kp);
}

/* --- what is refused */

static void refused(void)
{
	struct jprobe second = { .entry = on_call,
				 .kp.symbol_name = "ja_untraced" };
	struct jprobe *both[] = { &jp, &second };

	set_up("ja_untraced", NULL);
	EXPECT_EQ(register_jprobe(&jp), -EINVAL);
	set_up("ja_untraced", recorded);
	EXPECT_EQ(register_jprobe(&jp), -EINVAL);
	set_up("ja_untraced", on_call);
	jp.kp.offset = 1;
	EXPECT_EQ(register_jprobe(&jp), -EINVAL);
	set_up("ja_no_such_function", on_call);
	EXPECT_EQ(register_jprobe(&jp), -ENOENT);

	set_up("ja_untraced", on_call);
	EXPECT_EQ(register_jprobe(&jp), 0);
	EXPECT_EQ(register_jprobe(&second), -EEXIST);
	EXPECT_EQ(register_jprobe(&jp), -EINVAL);
	EXPECT_CALLED(ja_untraced, "j");
	unregister_jprobe(&jp);

	/* all or none */
	EXPECT_EQ(register_jprobes(both, 2), -EEXIST);
	EXPECT_CALLED(ja_untraced, "");
	EXPECT_EQ(register_jprobes(both, 0), -EINVAL);
	second.kp.symbol_name = "ja_traced";
	second.kp.addr = NULL;
	jp.kp.addr = NULL;
	EXPECT_EQ(register_jprobes(both, 2), 0);
	EXPECT_CALLED(ja_untraced, "j");
	unregister_jprobes(both, 2);
	unregister_jprobe(&jp);
	EXPECT_CALLED(ja_untraced, "");
	/* no crash, a line in the log */
	jprobe_return();
}

static const struct api_test tests[] = {
	API_TEST(arguments), API_TEST(left_from_within), API_TEST(forgetful),
	API_TEST(beside), API_TEST(stack_arguments), API_TEST(old_source),
	API_TEST(as_kprobe), API_TEST(as_user_probe),
	API_TEST(refused),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test of jprobes");
MODULE_LICENSE("GPL");
