// SPDX-License-Identifier: GPL-2.0
/*
 * A module with a static call: its trampoline, which the kernel writes, cannot
 * be probed; what calls it can, and the call changes meanwhile.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <asm/text-patching.h>

#include "../../compat/static_call.h"
#include "api_test.h"

static unsigned int hits;

static noinline int add_one(int x)
{
	return x + 1;
}

static noinline int add_two(int x)
{
	return x + 2;
}

DEFINE_STATIC_CALL(sct_call, add_one);

static noinline __noclone int sct_caller(int x)
{
	return static_call(sct_call)(x) * 2;
}

static int count_hit(struct kprobe *kp, struct pt_regs *regs)
{
	hits++;
	return 0;
}

static void count_post(struct kprobe *kp, struct pt_regs *regs,
		       unsigned long flags)
{
}

static int try_at(unsigned long offset, bool has_post)
{
	unsigned long start = (unsigned long)STATIC_CALL_TRAMP_ADDR(sct_call);
	struct kprobe kp = {
		.addr = (kprobe_opcode_t *)(start + offset),
		.pre_handler = count_hit,
		.post_handler = has_post ? count_post : NULL,
	};
	int ret = register_kprobe(&kp);

	if (!ret)
		unregister_kprobe(&kp);
	return ret;
}

static void trampoline_is_refused(void)
{
	EXPECT_EQ(try_at(0, false), -EINVAL);
}

static void with_a_post_handler_too(void)
{
	EXPECT_EQ(try_at(0, true), -EINVAL);
}

static void by_name_too(void)
{
	struct kprobe kp = {
		.symbol_name = STATIC_CALL_TRAMP_STR(sct_call),
		.post_handler = count_post,
	};
	int ret = register_kprobe(&kp);

	EXPECT_EQ(ret, -EINVAL);
	if (!ret)
		unregister_kprobe(&kp);
}

/* With its signature, where there is one. */
static unsigned long trampoline_size(void)
{
	char symbol[KSYM_SYMBOL_LEN];
	unsigned long size = 0;
	int num;

	sprint_symbol(symbol, (unsigned long)STATIC_CALL_TRAMP_ADDR(sct_call));
	num = sscanf(symbol, STATIC_CALL_TRAMP_STR(sct_call) "+0x0/%lx", &size);
	EXPECT_EQ(num, 1);
	EXPECT(size >= CALL_INSN_SIZE);
	return size;
}

/* A return has other instructions behind it. */
static void as_a_return_too(void)
{
	typeof(&add_one) nothing = KP_STATIC_CALL_NOTHING;
	unsigned long size = trampoline_size(), offset;
	int result;

	static_call_update(sct_call, nothing);
	for (offset = 0; offset < size; offset++)
		EXPECT_EQ(try_at(offset, false), -EINVAL);
	result = sct_caller(5);
	if (KP_NOTHING_IS_0)
		EXPECT_EQ(result, 0);
	static_call_update(sct_call, add_one);
}

static void caller_is_hit_while_it_changes(void)
{
	struct kprobe kp = { .symbol_name = "sct_caller",
			     .pre_handler = count_hit };

	hits = 0;
	EXPECT_EQ(register_kprobe(&kp), 0);
	if (!kp.addr)
		return;
	EXPECT_EQ(sct_caller(5), 12);
	static_call_update(sct_call, add_two);
	EXPECT_EQ(sct_caller(5), 14);
	EXPECT_EQ(static_call(sct_call)(5), 7);
	static_call_update(sct_call, add_one);
	EXPECT_EQ(sct_caller(5), 12);
	EXPECT_EQ(hits, 3);
	unregister_kprobe(&kp);
}

static const struct api_test tests[] = {
	API_TEST(trampoline_is_refused),
	API_TEST(with_a_post_handler_too),
	API_TEST(by_name_too),
	API_TEST(as_a_return_too),
	API_TEST(caller_is_hit_while_it_changes),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test: a module with a static call");
MODULE_LICENSE("GPL");
