/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what tests ask of an architecture. */
#ifndef TEST_ARCH_H
#define TEST_ARCH_H

#include <linux/compiler.h>
#include <linux/ptrace.h>
#include <linux/types.h>

#include "../../../../compat/ibt.h"

#define JUMP_OPCODE	0xe9
#define JUMP_BREAKPOINT	0xcc

/* Whether text holds a jump of ours, or a breakpoint. */
static inline bool jump_is_at(const void *addr)
{
	return READ_ONCE(*(const u8 *)addr) == JUMP_OPCODE;
}

static inline bool jump_is_breakpoint_at(const void *addr)
{
	return READ_ONCE(*(const u8 *)addr) == JUMP_BREAKPOINT;
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

/* Where a probe at the function is: behind what marks targets of indirect branches. */
static inline unsigned long test_entry(const void *code)
{
	return (unsigned long)code + (kp_is_endbr(*(const u32 *)code) ? 4 : 0);
}

/* So many calls within calls a stack has room for. */
#define TEST_DEPTH	200

/* A function that adds @n to its first argument and goes on in @to. */
#define TEST_TAIL_CALL(n, to)	"	addq $" #n ", %rdi\n	jmp " to "\n"

/* Call a function so that it returns to a multiple of 16, as the addresses of stubs are. */
#define test_call_aligned(fn)						\
	asm volatile(".p2align 4\n\t.skip 11, 0x90\n\tcall " #fn	\
		     : ASM_CALL_CONSTRAINT				\
		     :							\
		     : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",	\
		       "r10", "r11", "cc", "memory")

/*
 * Where the return address of a call is, in the function or what that calls; @sp
 * is the stack pointer at its entry.
 */
static inline unsigned long *test_return_slot(unsigned long *sp)
{
	return sp;
}

#endif /* TEST_ARCH_H */
