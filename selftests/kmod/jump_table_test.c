// SPDX-License-Identifier: GPL-2.0
/*
 * How the kernel's table of jump labels is found without a symbol: the sources of
 * kprobes.ko, built into a module of their own. What they find and say is compared with what the
 * kernel's function says, about all text. Parameters are addresses:
 *
 * stext, etext: the kernel's text
 * reserved: jump_label_text_reserved()
 * core_text: core_kernel_text()
 * size_offset: kallsyms_lookup_size_offset()
 * start, stop: the table, if symbols say where it is, else 0
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/random.h>
#include <linux/sched.h>

#include "../../place/jump_table.c"
#include "../../place/sites.c"
#include "jump_table_arch.h"
#include "api_test.h"

/* One in so many sites is looked at where each takes long. */
#define STRIDE		16
#define NUM_RANDOM	2000
#define MIN_ENTRIES	20

static ulong stext, etext, reserved, core_text, size_offset, start, stop;
module_param(stext, ulong, 0400);
module_param(etext, ulong, 0400);
module_param(reserved, ulong, 0400);
module_param(core_text, ulong, 0400);
module_param(size_offset, ulong, 0400);
module_param(start, ulong, 0400);
module_param(stop, ulong, 0400);

struct kp_ksyms kp_ksyms;

unsigned long kp_ksyms_lookup(const char *name)
{
	return strcmp(name, "_stext") ? etext : stext;
}

/* No module is asked about. */
bool kp_coming_has_static_call(const struct module *mod, unsigned long addr)
{
	return false;
}

/* What C calls a function by: one that has descriptors gets one. */
static void *to_call(ulong code)
{
#ifdef CONFIG_PPC64_ELF_ABI_V1
	static ulong descriptors[3][3];
	static int num;
	ulong *descriptor = descriptors[num++];

	memcpy(descriptor, sprint_symbol, sizeof(descriptors[0]));
	descriptor[0] = code;
	return descriptor;
#else
	return (void *)code;
#endif
}

static int (*kernel_says)(void *first, void *last);
static const struct jump_entry *first_entry, *behind;
static unsigned long *all;
static unsigned int num_all;

static bool is_one(unsigned long addr)
{
	return kernel_says((void *)addr, (void *)addr);
}

static void find(void)
{
	kp_ksyms.kallsyms_lookup_size_offset = to_call(size_offset);
	kp_ksyms.core_kernel_text = to_call(core_text);
	kernel_says = to_call(reserved);
	kp_ksyms.jump_label_text_reserved = kernel_says;
	if (!kp_jump_table_find())
		return;
	first_entry = kp_ksyms.start_jump_table;
	behind = kp_ksyms.stop_jump_table;
	all = get_sites(first_entry, behind, &num_all);
}

static void test_found(void)
{
	EXPECT(all);
	EXPECT(num_all >= MIN_ENTRIES);
	if (start) {
		EXPECT_EQ(first_entry, start);
		EXPECT_EQ(behind, stop);
	}
	ktap_note("%zd entries, %u of text that is there%s",
		  behind - first_entry, num_all,
		  start ? ", as the symbols say" : "");
}

/* Each site is one, and no text that is not of a site. */
static void test_all_text(void)
{
	unsigned int i, wrong = 0;

	EXPECT(all[0] == text || !kernel_says((void *)text,
					      (void *)all[0] - 1));
	for (i = 0; i < num_all; i++) {
		wrong += !kernel_agrees_on(all + i);
		cond_resched();
	}
	EXPECT_EQ(wrong, 0);
}

static unsigned int asked;

static int ask(void *first, void *last)
{
	asked++;
	return kernel_says(first, last);
}

/* Where instructions differ in length, a site is more than its first byte. */
static bool is_within_ours(unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < KP_ARCH_JUMP_SIZE; i++)
		if (kp_reserved_why(addr - i, NULL))
			return true;
	return false;
}

static bool same_answer(unsigned long addr)
{
	cond_resched();
	return is_one(addr) ? is_within_ours(addr) :
			      !kp_reserved_why(addr, NULL);
}

static void test_answers(void)
{
	unsigned int i, wrong = 0, refused = 0;
	unsigned long addr;

	num_sites = 0;
	EXPECT_EQ(kp_sites_init(), 0);
	asked = 0;
	kp_ksyms.jump_label_text_reserved = ask;
	for (i = 0; i < num_all; i++)
		refused += kp_reserved_why(all[i], NULL) == why_jump_label;
	kp_ksyms.jump_label_text_reserved = kernel_says;
	EXPECT_EQ(refused, num_all);
	/* what is known is not asked for */
	EXPECT_EQ(asked, 0);
	for (i = 0; i < num_all; i += STRIDE) {
		wrong += !same_answer(all[i] - KP_ARCH_BREAKPOINT_SIZE);
		wrong += !same_answer(all[i]);
		wrong += !same_answer(all[i] + KP_ARCH_JUMP_SIZE);
	}
	for (i = 0; i < NUM_RANDOM; i++) {
		addr = stext + get_random_u32() % (etext - stext);
		addr = ALIGN_DOWN(addr, KP_ARCH_BREAKPOINT_SIZE);
		wrong += !same_answer(addr);
	}
	EXPECT_EQ(wrong, 0);
	kp_sites_exit();
}

/* Not what is next to it either. */
static void test_wrong_bounds(void)
{
	ulong from = (ulong)first_entry, to = (ulong)behind;
	ulong size = sizeof(*first_entry);

	EXPECT(is_the_table(from, to));
	EXPECT(!is_the_table(from + size, to));
	EXPECT(!is_the_table(from - size, to));
	EXPECT(!is_the_table(from, to - size));
	EXPECT(!is_the_table(from, to + size));
	EXPECT(!is_the_table(from + size, to + size));
	EXPECT(!is_the_table(from - size, to - size));
	EXPECT(!is_the_table(from + size / 2, to + size / 2));
	EXPECT(!is_the_table(from, to - 1));
	EXPECT(!is_the_table(from, from));
	EXPECT(!is_the_table(from, from + size));
	EXPECT(!is_the_table(to, from));
	EXPECT(!is_the_table(stext, etext));
	EXPECT(!is_the_table(0, size));
}

static int says_none(void *first, void *last)
{
	return 0;
}

static int says_all(void *first, void *last)
{
	return 1;
}

static unsigned long denied;

static int denies_one(void *first, void *last)
{
	return first == (void *)denied ? 0 : kernel_says(first, last);
}

static int says_more(void *first, void *last)
{
	return (ulong)first <= denied && (ulong)last >= denied ?
	       1 : kernel_says(first, last);
}

/* Nobody is believed whom the kernel's function does not confirm. */
static void test_kernel_disagrees(void)
{
	ulong from = (ulong)first_entry, to = (ulong)behind;
	unsigned int second = num_all / NUM_ASKED + 1;

	kp_ksyms.jump_label_text_reserved = says_none;
	EXPECT(!is_the_table(from, to));
	kp_ksyms.jump_label_text_reserved = says_all;
	EXPECT(!is_the_table(from, to));
	denied = all[0];
	kp_ksyms.jump_label_text_reserved = denies_one;
	EXPECT(!is_the_table(from, to));
	/* the second that is asked, and text behind it */
	denied = all[second];
	EXPECT(!is_the_table(from, to));
	denied += KP_ARCH_JUMP_SIZE;
	kp_ksyms.jump_label_text_reserved = says_more;
	EXPECT(denied >= all[second + 1] || !is_the_table(from, to));
	/* before all sites, and behind */
	denied = stext;
	EXPECT(denied == all[0] || !is_the_table(from, to));
	denied = etext - 1;
	EXPECT(!is_the_table(from, to));
	kp_ksyms.jump_label_text_reserved = kernel_says;
	EXPECT(is_the_table(from, to));
}

/* Where the function has other instructions, it is asked each time. */
static void test_fall_back(void)
{
	unsigned int i, wrong = 0, times = 0;

	kp_ksyms.start_jump_table = NULL;
	kp_ksyms.stop_jump_table = NULL;
	kp_ksyms.jump_label_text_reserved = ask;
	num_sites = 0;
	EXPECT_EQ(kp_sites_init(), 0);
	EXPECT_EQ(num_sites, 0);
	EXPECT(!kp_ksyms.start_jump_table && !kp_ksyms.stop_jump_table);
	asked = 0;
	for (i = 0; i < num_all; i += STRIDE, times++) {
		wrong += kp_reserved_why(all[i], NULL) != why_jump_label;
		cond_resched();
	}
	EXPECT_EQ(wrong, 0);
	EXPECT_EQ(asked, times);
	kp_sites_exit();
	/* nobody knows */
	kp_ksyms.jump_label_text_reserved = NULL;
	EXPECT_EQ(kp_sites_init(), -ENOENT);
	kp_ksyms.jump_label_text_reserved = kernel_says;
}

/* By kprobes.ko itself. */
static void test_register(void)
{
	unsigned int i, accepted = 0;

	for (i = 0; i < num_all; i += STRIDE) {
		struct kprobe kp = { .addr = (void *)all[i] };

		if (!register_kprobe(&kp)) {
			unregister_kprobe(&kp);
			accepted++;
		}
		cond_resched();
	}
	EXPECT_EQ(accepted, 0);
	/* what is behind one is no site */
	for (i = 0; i < num_all && !accepted; i++) {
		struct kprobe kp = {
			.addr = (void *)all[i] + KP_ARCH_JUMP_SIZE
		};

		if (!register_kprobe(&kp)) {
			unregister_kprobe(&kp);
			accepted++;
		}
	}
	EXPECT_EQ(accepted, 1);
}

/* All that follow the first ask for what that has found. */
static const struct api_test tests[] = {
	API_TEST(test_found),
	API_TEST(test_all_text),
	API_TEST(test_answers),
	API_TEST(test_wrong_bounds),
	API_TEST(test_kernel_disagrees),
	API_TEST(test_fall_back),
	API_TEST(test_register),
};

static int __init jump_table_test_init(void)
{
	if (!stext || !etext || !reserved || !core_text || !size_offset)
		return -EINVAL;
	find();
	api_run(tests, all ? ARRAY_SIZE(tests) : 1);
	kvfree(all);
	return 0;
}

static void __exit jump_table_test_exit(void)
{
}

module_init(jump_table_test_init);
module_exit(jump_table_test_exit);
MODULE_DESCRIPTION("How the table of jump labels is found");
MODULE_LICENSE("GPL");
