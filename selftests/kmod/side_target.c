// SPDX-License-Identifier: GPL-2.0
/*
 * Functions to probe. side_plain and side_long have no call site of the
 * function tracer, and instructions at known places; side_fn0 to side_fn9 have
 * one where the kernel has a function tracer. Parameters:
 *
 * call: call all of them so often
 * wrong: how many of the calls returned what they should not
 * skipped: how many of the calls to side_fn0 returned 99
 */
#include <linux/module.h>

#include "kmod_arch.h"
#include "test_arch.h"

asm(".text\n"
    "	.globl side_plain\n"
    TEST_FUNCTION("side_plain")
    SIDE_PLAIN
    "	" KMOD_RET
    TEST_FUNCTION_END("side_plain")
    "	.globl side_long\n"
    TEST_FUNCTION("side_long")
    SIDE_START
    "	.rept 200\n"
    SIDE_TIMES_3				/* +4, +8, ... */
    "	.endr\n"
    "	" KMOD_RET
    TEST_FUNCTION_END("side_long")
#ifdef SIDE_RUN
    /* not called */
    "	.globl side_run\n"
    TEST_FUNCTION("side_run")
    "	.rept 30\n"
    SIDE_RUN
    "	.endr\n"
    "	" KMOD_RET
    TEST_FUNCTION_END("side_run")
#endif
);

unsigned long side_plain(unsigned long value);
unsigned long side_long(unsigned long value);

#define FN(n)								\
noinline unsigned long side_fn##n(unsigned long value);			\
noinline unsigned long side_fn##n(unsigned long value)			\
{									\
	barrier();							\
	return value + (n);						\
}
FN(0) FN(1) FN(2) FN(3) FN(4) FN(5) FN(6) FN(7) FN(8) FN(9)

static unsigned long (*const functions[])(unsigned long value) = {
	side_fn0, side_fn1, side_fn2, side_fn3, side_fn4,
	side_fn5, side_fn6, side_fn7, side_fn8, side_fn9,
};

static unsigned int wrong, skipped;
module_param(wrong, uint, 0400);
module_param(skipped, uint, 0400);

static unsigned long power(unsigned long value, int n)
{
	while (n--)
		value *= 3;
	return value;
}

static void call_all(unsigned long i)
{
	unsigned long (*function)(unsigned long value);
	unsigned long ret;
	int n;

	if (side_plain(i) != (((i + 3) * 3) ^ 0x55))
		wrong++;
	if (side_long(i) != power(i, 200))
		wrong++;
	for (n = 0; n < ARRAY_SIZE(functions); n++) {
		function = READ_ONCE(functions[n]);
		ret = function(i + 1000);
		if (n == 0 && ret == 99)
			skipped++;
		else if (ret != i + 1000 + n)
			wrong++;
	}
}

static int call_set(const char *value, const struct kernel_param *param)
{
	unsigned int num, i;
	int ret = kstrtouint(value, 0, &num);

	wrong = 0;
	skipped = 0;
	for (i = 0; i < num && !ret; i++) {
		call_all(i);
		cond_resched();
	}
	return ret;
}

static const struct kernel_param_ops call_ops = { .set = call_set };
module_param_cb(call, &call_ops, NULL, 0200);

static int __init side_target_init(void)
{
	return 0;
}

static void __exit side_target_exit(void)
{
}

module_init(side_target_init);
module_exit(side_target_exit);
MODULE_DESCRIPTION("Functions to probe");
MODULE_LICENSE("GPL");
