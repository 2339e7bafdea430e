/* SPDX-License-Identifier: GPL-2.0 */
/* Tests as functions, for run_kmod of selftests/guest/lib.sh. */
#ifndef KP_API_KTAP_H
#define KP_API_KTAP_H

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>

static bool failed;

#define EXPECT(condition)						\
	do {								\
		if (!(condition)) {					\
			failed = true;					\
			pr_info("KTAP: # line %d: %s\n", __LINE__, #condition); \
		}							\
	} while (0)

#define EXPECT_EQ(a, b)							\
	do {								\
		long a_ = (long)(a), b_ = (long)(b);			\
									\
		if (a_ != b_) {						\
			failed = true;					\
			pr_info("KTAP: # line %d: %s is %ld, not %ld\n",	\
				__LINE__, #a, a_, b_);			\
		}							\
	} while (0)

#define EXPECT_STREQ(a, b)						\
	do {								\
		const char *a_ = (a), *b_ = (b);			\
									\
		if (strcmp(a_, b_)) {					\
			failed = true;					\
			pr_info("KTAP: # line %d: %s is '%s', not '%s'\n", \
				__LINE__, #a, a_, b_);			\
		}							\
	} while (0)

/**
 * struct api_test - one result
 * @name: what it says
 * @run: sets failed
 */
struct api_test {
	const char *name;
	void (*run)(void);
};

#define API_TEST(run) { #run, run }

static void api_run(const struct api_test *tests, int num)
{
	int i;

	pr_info("KTAP: begin " KBUILD_MODNAME "\n");
	for (i = 0; i < num; i++) {
		failed = false;
		tests[i].run();
		/* what lies below it may be anybody's */
		EXPECT(!task_stack_end_corrupted(current));
		pr_info("KTAP: %s %s\n", failed ? "not ok" : "ok",
			tests[i].name);
	}
	pr_info("KTAP: end " KBUILD_MODNAME "\n");
}

/* A module that makes tests[] when it is loaded, and does nothing else. */
#define API_MODULE(tests)						\
static int __init api_module_init(void)					\
{									\
	api_run(tests, ARRAY_SIZE(tests));				\
	return 0;							\
}									\
									\
static void __exit api_module_exit(void)				\
{									\
}									\
									\
module_init(api_module_init);						\
module_exit(api_module_exit);

#endif /* KP_API_KTAP_H */
