/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: what tests ask of an architecture. */
#ifndef TEST_ARCH_H
#define TEST_ARCH_H

#include <linux/compiler.h>
#include <linux/ptrace.h>
#include <linux/types.h>

#include <kp_arch_types.h>

/*
 * Where the code of a function is; also of what is code. A descriptor begins with
 * an address of the kernel's, code of tests never with lfs.
 */
static inline unsigned long test_code(const void *fn)
{
	unsigned long addr = READ_ONCE(*(const unsigned long *)fn);

	return IS_ENABLED(CONFIG_PPC64_ELF_ABI_V1) && addr >> 52 == 0xc00 ?
	       addr : (unsigned long)fn;
}

/* Whether text holds a jump of ours, or a breakpoint. */
static inline bool jump_is_at(const void *addr)
{
	return READ_ONCE(*(const u32 *)test_code(addr)) >> 26 == 0x48000000 >> 26;
}

static inline bool jump_is_breakpoint_at(const void *addr)
{
	return READ_ONCE(*(const u32 *)test_code(addr)) == KP_PPC_TRAP;
}

/* An argument of a function, at its first instruction. */
static inline unsigned long test_argument(struct pt_regs *regs, unsigned int n)
{
	return regs->gpr[3 + n];
}

/* Call the function whose code is there. */
static inline long test_call(const void *code, long n)
{
	unsigned long descriptor[] = { (unsigned long)code, 0, 0 };
	const void *fn = IS_ENABLED(CONFIG_PPC64_ELF_ABI_V1) ? descriptor : code;

	barrier_data(descriptor);
	return ((long (*)(long))fn)(n);
}

/* Before and after a function in inline assembly. */
#ifdef CONFIG_PPC64_ELF_ABI_V1
#define TEST_FUNCTION(name)						\
	".pushsection .opd, \"aw\"\n"					\
	"	.balign 8\n"						\
	name ":	.quad ." name ", .TOC.@tocbase, 0\n"			\
	".popsection\n"							\
	".type ." name ", @function\n"					\
	"." name ":\n"
#define TEST_FUNCTION_END(name)	".size ." name ", . - ." name "\n"
#define TEST_CODE(name)		"." name
#else
#define TEST_FUNCTION(name)	".type " name ", @function\n" name ":\n"
#define TEST_FUNCTION_END(name)	".size " name ", . - " name "\n"
#define TEST_CODE(name)		name
#endif


/* So many calls within calls a stack has room for. */
#define TEST_DEPTH	60

/* Only where stubs are told by the address that is returned to. */
#define test_call_aligned(fn)	fn(0)

/* A function that adds @n to its first argument and goes on in @to. */
#define TEST_TAIL_CALL(n, to)	"	addi 3, 3, " #n "\n	b " TEST_CODE(to) "\n"

/*
 * Where the return address of a call is, in the function or what that calls; @sp
 * is the stack pointer at its entry.
 */
static inline unsigned long *test_return_slot(unsigned long *sp)
{
	/* in the frame of its caller */
	return sp + 2;
}

/* Where a probe at the function is. */
#define test_entry(fn)		test_code(fn)

#endif /* TEST_ARCH_H */
