/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a case starts from, and what came of it: the same in the kernel and in
 * user space. Included once.
 */
#ifndef INSN_HARNESS_H
#define INSN_HARNESS_H

#include "insn_cases.h"
#include <insn_state.h>

/* Starting points of a case; more with INSN_ALL_FLAGS. */
#define INSN_STATES		8

/**
 * struct insn_result - what a case left behind
 * @out: registers and flags
 * @sp: its first stack pointer
 * @memory: hash of insn_mem
 * @stack: hash of the stack from its last stack pointer on
 * @simd: hash of the SIMD registers
 */
struct insn_result {
	struct insn_state out;
	unsigned long sp;
	unsigned long memory;
	unsigned long stack;
	unsigned long simd;
};

static unsigned long insn_seed;

static unsigned long insn_random(void)
{
	insn_seed = insn_seed * 6364136223846793005ul + 1442695040888963407ul;
	return insn_seed ^ insn_seed >> 29;
}

static void insn_fill(void *to, unsigned int words)
{
	unsigned long *word = to;

	while (words--)
		*word++ = insn_random();
}

static unsigned long insn_hash(const unsigned char *bytes, unsigned int n)
{
	unsigned long hash = 14695981039346656037ul;

	while (n--)
		hash = (hash ^ *bytes++) * 1099511628211ul;
	return hash;
}

static inline unsigned int insn_num_states(const struct insn_case *c)
{
	return c->flags & INSN_ALL_FLAGS ? INSN_FLAG_STATES : INSN_STATES;
}

/* Everything a run can read is a function of @c and @state. */
static void insn_prepare(const struct insn_case *c, unsigned int state,
			 int may_disable)
{
	insn_seed = ((unsigned long)c - (unsigned long)insn_cases) * 3 +
		    state + 1;
	insn_random();
	insn_fill(insn_in.regs, INSN_NUM_REGS);
	insn_set_regs(c);
	insn_in.flags = insn_flags(c, state, may_disable);
	insn_fill(insn_mem, INSN_MEM_SIZE / 8);
	insn_fill(insn_stack_in, INSN_STACK_WORDS);
	insn_fill(insn_simd_in, sizeof(insn_simd_in) / 8);
	insn_entry = c->entry;
}

static void insn_collect(const struct insn_case *c, struct insn_result *result)
{
	const unsigned long bytes = sizeof(insn_stack_out);
	unsigned long at;

	result->out = insn_out;
	result->sp = insn_sp;
	result->memory = insn_hash(insn_mem, INSN_MEM_SIZE);
	/* what is below it belongs to interrupts */
	at = insn_out.regs[INSN_SP] - (insn_sp - bytes / 2);
	result->stack = at > bytes ? 0 :
		insn_hash((unsigned char *)insn_stack_out + at, bytes - at);
	result->simd = c->flags & INSN_SIMD ?
		insn_hash(insn_simd_out, sizeof(insn_simd_out)) : 0;
}

/* What two runs differ in, or NULL. */
static const char *insn_difference(const struct insn_result *a,
				   const struct insn_result *b)
{
	int i;

	if (a->sp != b->sp)
		return "where the stack was";
	for (i = 0; i < INSN_NUM_REGS; i++)
		if (a->out.regs[i] != b->out.regs[i])
			return insn_reg_names[i];
	if (a->out.flags != b->out.flags)
		return "flags";
	if (a->memory != b->memory)
		return "memory";
	if (a->stack != b->stack)
		return "stack";
	return a->simd != b->simd ? "SIMD registers" : NULL;
}

#endif /* INSN_HARNESS_H */
