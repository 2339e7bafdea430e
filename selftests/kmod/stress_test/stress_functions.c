// SPDX-License-Identifier: GPL-2.0
/*
 * Functions to be probed at every instruction: emulated ones, some relative to
 * their address, calls of all kinds, conditions, loops, strings, flags, an
 * atomic one, and one that faults.
 */
#include <linux/module.h>

#include <test_arch.h>

#include "stress_arch.h"
#include "stress_functions.h"

/* In the hole at the very end: nothing is ever mapped there. */
#define BAD_ADDRESS	0xfffffffffffff000UL
#define EFAULT_MARK	14

static unsigned long stress_counter __used;

static unsigned long stress_datum __used = 1000;

#define BEGIN(name)	TEST_FUNCTION(#name)
#define END(name)	TEST_FUNCTION_END(#name) #name "_end:\n"

asm(".pushsection .text\n"
	STRESS_FUNCTIONS
	".popsection\n");

#define ASM_FUNCTION(name)						       \
	unsigned long name(unsigned long x, const unsigned long *p);	       \
	extern const char name##_end[]

ASM_FUNCTION(stress_basic);
ASM_FUNCTION(stress_rip);
ASM_FUNCTION(stress_fault);
ASM_FUNCTION(stress_call);
ASM_FUNCTION(stress_tail);
ASM_FUNCTION(stress_jcc);
ASM_FUNCTION(stress_loop);
ASM_FUNCTION(stress_string);
ASM_FUNCTION(stress_flags);
ASM_FUNCTION(stress_count);

static const void *stress_pointer __used = stress_basic;

/* A C function: where there is a function tracer, it is at its entry. */
noinline unsigned long stress_c(unsigned long x);
noinline unsigned long stress_c(unsigned long x)
{
	return READ_ONCE(stress_datum) * x + 1;
}

static unsigned long model_basic(unsigned long x)
{
	return ((x * 3 + 3) ^ 0x55) + 12;
}

static unsigned long model_rip(unsigned long x)
{
	return x + 1000;
}

static unsigned long call_fault(unsigned long x)
{
	return stress_fault(x, x & 1 ? &stress_datum : (void *)BAD_ADDRESS);
}

static unsigned long model_fault(unsigned long x)
{
	return x & 1 ? x + 1000 : x + EFAULT_MARK;
}

static unsigned long model_call(unsigned long x)
{
	return 3 * model_basic(x);
}

static unsigned long model_tail(unsigned long x)
{
	return model_rip(x + 1);
}

static unsigned long model_jcc(unsigned long x)
{
	return (x <= 1000) | !(x & 1) << 1 |
	       (hweight8(x & 6) % 2 == 0) << 2 | ((s8)x < 0) << 3;
}

static unsigned long model_loop(unsigned long x)
{
	return (x & 7) * ((x & 7) + 1) / 2;
}

static unsigned long model_string(unsigned long x)
{
	return (x & 0xff) * 0x0101010101010101UL;
}

static unsigned long model_flags(unsigned long x)
{
	return 6 + (x < 500);
}

static unsigned long model_count(unsigned long x)
{
	return x;
}

static unsigned long model_c(unsigned long x)
{
	return 1000 * x + 1;
}

#define CALL(name)							       \
	static unsigned long call_##name(unsigned long x)		       \
	{								       \
		return stress_##name(x, NULL);				       \
	}

CALL(basic)
CALL(rip)
CALL(call)
CALL(tail)
CALL(jcc)
CALL(loop)
CALL(string)
CALL(flags)
CALL(count)

#define ROW(name)							       \
	{ stress_##name, stress_##name##_end, call_##name, model_##name, #name }

enum {
	BASIC, RIP, FAULT, CALL, TAIL, JCC, LOOP, STRING, FLAGS, COUNT, C,
};

const struct stress_function stress_functions[STRESS_NUM_FUNCTIONS] = {
	[BASIC] = ROW(basic),
	[RIP] = ROW(rip),
	[FAULT] = ROW(fault),
	[CALL] = ROW(call),
	[TAIL] = ROW(tail),
	[JCC] = ROW(jcc),
	[LOOP] = ROW(loop),
	[STRING] = ROW(string),
	[FLAGS] = ROW(flags),
	[COUNT] = ROW(count),
	/* the entry alone */
	[C] = { stress_c, NULL, stress_c, model_c, "c" },
};

unsigned long stress_entries(const unsigned long *calls, unsigned int i)
{
	unsigned long entries = calls[i];

	if (i == BASIC)
		entries += 3 * calls[CALL];
	if (i == RIP)
		entries += calls[TAIL];
	return entries;
}

bool stress_count_is_right(const unsigned long *calls)
{
	return READ_ONCE(stress_counter) == calls[COUNT];
}
