/* SPDX-License-Identifier: GPL-2.0 */
/* Tests as functions, for run_kmod of selftests/guest/lib.sh. */
#ifndef KP_API_TEST_H
#define KP_API_TEST_H

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>

#include "ktap.h"

static bool failed;

#define EXPECT(condition)						\
	do {								\
		if (!(condition)) {					\
			failed = true;					\
			ktap_note("line %d: %s", __LINE__, #condition);	\
		}							\
	} while (0)

#define EXPECT_EQ(a, b)							\
	do {								\
		long a_ = (long)(a), b_ = (long)(b);			\
									\
		if (a_ != b_) {						\
			failed = true;					\
			ktap_note("line %d: %s is %ld, not %ld",	\
				  __LINE__, #a, a_, b_);		\
		}							\
	} while (0)

#define EXPECT_STREQ(a, b)						\
	do {								\
		const char *a_ = (a), *b_ = (b);			\
									\
		if (strcmp(a_, b_)) {					\
			failed = true;					\
			ktap_note("line %d: %s is '%s', not '%s'",	\
				  __LINE__, #a, a_, b_);		\
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

	ktap_begin();
	for (i = 0; i < num; i++) {
		failed = false;
		tests[i].run();
		/* what lies below it may be anybody's */
		EXPECT(!task_stack_end_corrupted(current));
		ktap_result(!failed, "%s", tests[i].name);
	}
	ktap_end();
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

#endif /* KP_API_TEST_H */
