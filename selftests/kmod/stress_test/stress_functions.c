// SPDX-License-Identifier: GPL-2.0
/*
 * Functions to be probed at every instruction: emulated ones, RIP-relative
 * ones, calls of all kinds, conditions, loops, strings, flags, a locked one,
 * and one that faults.
 */
#include <linux/linkage.h>
#include <linux/module.h>
#include <asm/asm.h>
#include <asm/nospec-branch.h>

#include "stress_functions.h"

/* In the hole at the very end: nothing is ever mapped there. */
#define BAD_ADDRESS	0xfffffffffffff000UL
#define EFAULT_MARK	14

static unsigned long stress_counter __used;

static unsigned long stress_datum __used = 1000;

#define BEGIN(name)							       \
	".type " #name ", @function\n"					       \
	#name ":\n"
#define END(name)							       \
	".size " #name ", . - " #name "\n"				       \
	#name "_end:\n"

asm(".pushsection .text\n"
	BEGIN(stress_basic)
	"	pushq %rbp\n"
	"	movq %rsp, %rbp\n"
	"	pushq %rbx\n"
	"	movq %rdi, %rax\n"
	"	leaq 3(%rax,%rax,2), %rax\n"
	"	movq %rax, %rbx\n"
	"	xorq $0x55, %rbx\n"
	"	nop\n"
	"	movl %ebx, %edx\n"
	"	movq %rbx, %rax\n"
	"	pushq $12\n"
	"	popq %rcx\n"
	"	addq %rcx, %rax\n"
	"	popq %rbx\n"
	"	leave\n"
	"	" ASM_RET
	END(stress_basic)

	BEGIN(stress_rip)
	"	movq stress_datum(%rip), %rax\n"
	"	addq %rdi, %rax\n"
	"	cmpq $1000, stress_datum(%rip)\n"
	"	je 1f\n"
	"	xorl %eax, %eax\n"
	"1:	" ASM_RET
	END(stress_rip)

	BEGIN(stress_fault)
	"1:	movq (%rsi), %rax\n"
	"	addq %rdi, %rax\n"
	"	" ASM_RET
	"2:	leaq 14(%rdi), %rax\n"
	"	" ASM_RET
	_ASM_EXTABLE(1b, 2b)
	END(stress_fault)

	BEGIN(stress_call)
	"	call stress_basic\n"
	"	pushq %rax\n"
	"	leaq stress_basic(%rip), %rax\n"
	ANNOTATE_RETPOLINE_SAFE
	"	call *%rax\n"
	"	addq %rax, (%rsp)\n"
	ANNOTATE_RETPOLINE_SAFE
	"	call *stress_pointer(%rip)\n"
	"	popq %rcx\n"
	"	addq %rcx, %rax\n"
	"	" ASM_RET
	END(stress_call)

	BEGIN(stress_tail)
	"	incq %rdi\n"
	"	jmp stress_rip\n"
	END(stress_tail)

	BEGIN(stress_jcc)
	"	xorl %eax, %eax\n"
	"	cmpq $1000, %rdi\n"
	"	ja 1f\n"
	"	orl $1, %eax\n"
	"1:	testb $1, %dil\n"
	"	jnz 2f\n"
	"	orl $2, %eax\n"
	"2:	testb $6, %dil\n"
	"	jnp 3f\n"
	"	orl $4, %eax\n"
	"3:	cmpb $0, %dil\n"
	"	jge 4f\n"
	"	orl $8, %eax\n"
	"4:	" ASM_RET
	END(stress_jcc)

	BEGIN(stress_loop)
	"	movq %rdi, %rcx\n"
	"	andl $7, %ecx\n"
	"	xorl %eax, %eax\n"
	"	jrcxz 2f\n"
	"1:	addq %rcx, %rax\n"
	"	loop 1b\n"
	"2:	" ASM_RET
	END(stress_loop)

	BEGIN(stress_string)
	"	subq $32, %rsp\n"
	"	movq %rdi, %rax\n"
	"	movq %rsp, %rdi\n"
	"	movl $32, %ecx\n"
	"	cld\n"
	"	rep stosb\n"
	"	movq 24(%rsp), %rax\n"
	"	addq $32, %rsp\n"
	"	" ASM_RET
	END(stress_string)

	BEGIN(stress_flags)
	"	xorl %eax, %eax\n"
	"	cmpq $500, %rdi\n"
	"	pushfq\n"
	"	addq $1, %rax\n"
	"	popfq\n"
	"	adcq $1, %rax\n"
	"	stc\n"
	"	adcq $1, %rax\n"
	"	cmc\n"
	"	adcq $1, %rax\n"
	"	" ASM_RET
	END(stress_flags)

	BEGIN(stress_count)
	"	lock incq stress_counter(%rip)\n"
	"	movq %rdi, %rax\n"
	"	" ASM_RET
	END(stress_count)
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
	[C] = { stress_c, (char *)stress_c + 1, stress_c, model_c, "c" },
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
