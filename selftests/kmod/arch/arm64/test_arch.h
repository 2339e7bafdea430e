/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what tests ask of an architecture. */
#ifndef TEST_ARCH_H
#define TEST_ARCH_H

#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/types.h>

#include <kp_arch_types.h>

#define TEST_MAX_FRAME	64	/* words */

/* Whether text holds a jump of ours, or a breakpoint. */
static inline bool jump_is_at(const void *addr)
{
	return READ_ONCE(*(const u32 *)addr) >> 26 == 0x14000000 >> 26;
}

static inline bool jump_is_breakpoint_at(const void *addr)
{
	return READ_ONCE(*(const u32 *)addr) == KP_ARM64_BRK;
}

/* An argument of a function, at its first instruction. */
static inline unsigned long test_argument(struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_argument(regs, n);
}

/* Call the function whose code is there. */
static inline long test_call(const void *code, long n)
{
	return ((long (*)(long))code)(n);
}

/* Before and after a function in inline assembly. */
#define TEST_FUNCTION(name)	".type " name ", @function\n" name ":\n"
#define TEST_FUNCTION_END(name)	".size " name ", . - " name "\n"

/* Where the code of a function is. */
#define test_code(fn)		((unsigned long)(fn))

/* So many calls within calls a stack has room for. */
#define TEST_DEPTH	200

/* Only where stubs are told by the address that is returned to. */
#define test_call_aligned(fn)	fn(0)

/* A function that adds @n to its first argument and goes on in @to. */
#define TEST_TAIL_CALL(n, to)	"	add x0, x0, #" #n "\n	b " to "\n"

/*
 * Where the return address of a call is, in the function or what that calls; @sp
 * is the stack pointer at its entry.
 */
static inline unsigned long *test_return_slot(unsigned long *sp)
{
	int i;

	/* the function itself may have put it there */
	for (i = 0; i < TEST_MAX_FRAME; i++)
		if (is_kretprobe_trampoline(READ_ONCE_NOCHECK(*--sp)))
			break;
	return sp;
}

/* Where a probe at the function is. */
#define test_entry(fn)		test_code(fn)

#endif /* TEST_ARCH_H */
