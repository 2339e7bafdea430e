// SPDX-License-Identifier: GPL-2.0
/*
 * The probed functions. Those in assembly go on in another one by a jump: they
 * return where that returns.
 */
#include <linux/module.h>

#include "return_stress.h"
#include <test_arch.h>

unsigned long return_stress_leaf(unsigned long x, struct worker *worker);
unsigned long return_stress_nested(unsigned long x, struct worker *worker);
unsigned long return_stress_recursive(unsigned long x, struct worker *worker);
unsigned long return_stress_tail(unsigned long x, struct worker *worker);
unsigned long return_stress_tail_tail(unsigned long x, struct worker *worker);
unsigned long return_stress_end(unsigned long x, struct worker *worker);

noinline unsigned long return_stress_leaf(unsigned long x,
					  struct worker *worker)
{
	return_stress_pause(worker);
	return 3 * x + 1;
}

static unsigned long model_leaf(unsigned long x)
{
	return 3 * x + 1;
}

noinline unsigned long return_stress_nested(unsigned long x,
					    struct worker *worker)
{
	unsigned long result = return_stress_call(LEAF, x + 1, worker);

	return_stress_pause(worker);
	return result + 2 * return_stress_call(LEAF, x + 2, worker);
}

static unsigned long model_nested(unsigned long x)
{
	return model_leaf(x + 1) + 2 * model_leaf(x + 2);
}

noinline unsigned long return_stress_recursive(unsigned long x,
					       struct worker *worker)
{
	if (x % 4)
		return return_stress_call(RECURSIVE, x - 1, worker) + 7;
	return return_stress_call(TAIL, x, worker) + 1;
}

static unsigned long model_recursive(unsigned long x)
{
	return model_leaf(x / 4 * 4 + 5) + 7 * (x % 4) + 1;
}

#define TAIL_CALL(name, n, to)						\
	"	.globl " name "\n"					\
	TEST_FUNCTION(name)						\
	TEST_TAIL_CALL(n, to)						\
	TEST_FUNCTION_END(name)						\
	"	.skip 16\n"

asm(".pushsection .text\n"
    TAIL_CALL("return_stress_tail", 5, "return_stress_leaf")
    TAIL_CALL("return_stress_tail_tail", 2, "return_stress_tail")
    ".popsection\n");

static unsigned long model_tail(unsigned long x)
{
	return model_leaf(x + 5);
}

static unsigned long model_tail_tail(unsigned long x)
{
	return model_leaf(x + 7);
}

noinline unsigned long return_stress_args(unsigned long x,
					  struct worker *worker,
					  unsigned long a, unsigned long b,
					  unsigned long c, unsigned long d,
					  unsigned long e, unsigned long f)
{
	unsigned long sum = x + 2 * a + 3 * b + 4 * c + 5 * d;

	return_stress_pause(worker);
	return sum + 6 * e + 7 * f;
}

static unsigned long call_args(unsigned long x, struct worker *worker)
{
	return return_stress_args(x, worker, x + 1, x + 2, x + 3, x + 4, x + 5,
				  x + 6);
}

static unsigned long model_args(unsigned long x)
{
	return 28 * x + 2 + 6 + 12 + 20 + 30 + 42;
}

noinline unsigned long return_stress_end(unsigned long x,
					 struct worker *worker)
{
	return_stress_die(worker);
	return 0;
}

static unsigned long model_end(unsigned long x)
{
	return 1;	/* it does not return */
}

const struct function return_stress_functions[NUM_FUNCTIONS] = {
	[LEAF] = { return_stress_leaf, return_stress_leaf, model_leaf },
	[NESTED] = { return_stress_nested, return_stress_nested, model_nested },
	[RECURSIVE] = {
		return_stress_recursive, return_stress_recursive,
		model_recursive,
	},
	[TAIL] = { return_stress_tail, return_stress_tail, model_tail },
	[TAIL_TAIL] = {
		return_stress_tail_tail, return_stress_tail_tail,
		model_tail_tail,
	},
	[ARGS] = { return_stress_args, call_args, model_args },
	[DIE] = { return_stress_end, return_stress_end, model_end },
};

unsigned long return_stress_entries(const unsigned long *calls, unsigned int i)
{
	unsigned long entries = calls[i];

	if (i == LEAF)
		entries += calls[TAIL] + calls[TAIL_TAIL];
	if (i == TAIL)
		entries += calls[TAIL_TAIL];
	return entries;
}
