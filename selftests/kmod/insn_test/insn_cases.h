/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instructions to be run bare and probed, in the kernel and in user space
 * (selftests/host/decode_native.c).
 *
 * A case is a piece of code: what has to be set up, the probed instruction,
 * what makes its effect visible. insn_run() enters it with all registers, the
 * flags and a stack of its own; it leaves by a jump to insn_exit. The
 * architecture's folder has the cases, and insn_arch.h.
 */
#ifndef INSN_CASES_H
#define INSN_CASES_H

/* Run with every combination of the status flags, not just some. */
#define INSN_ALL_FLAGS	1
/* Has SIMD registers as operands. */
#define INSN_SIMD	2
/* Cannot have a post_handler. */
#define INSN_NO_POST	4

#include <insn_arch.h>

#ifndef __ASSEMBLER__

/**
 * struct insn_case - one instruction form
 * @entry: the code
 * @probe: the probed instruction in it
 * @name: of the form
 * @group: several forms that make one result
 * @flags: INSN_*
 * @cpu: CPU_*
 * @shift: nops before the instruction, from @probe on
 * @unused: makes the size a multiple of 8
 */
struct insn_case {
	void *entry;
	unsigned char *probe;
	const char *name;
	const char *group;
	unsigned int flags;
	unsigned int cpu;
	unsigned int shift;
	unsigned int unused;
};

/**
 * struct insn_reject - an instruction that must be refused; never run
 * @entry: where to start decoding
 * @probe: the instruction
 * @name: of the form
 * @rule: the decoder's reason, without REFUSE\_
 * @end: what may be read ends here
 */
struct insn_reject {
	unsigned char *entry;
	unsigned char *probe;
	const char *name;
	const char *rule;
	unsigned char *end;
};

extern const struct insn_case insn_cases[], insn_cases_end[];
extern const struct insn_reject insn_rejects[], insn_rejects_end[];
extern const unsigned char insn_text[], insn_text_end[];

/* insn_run(): from insn_in to insn_out, by way of insn_entry. */
extern struct insn_state insn_in, insn_out;
extern void *insn_entry;
/* 0: no SIMD registers; else the architecture's. */
extern unsigned int insn_simd;
extern unsigned char insn_mem[INSN_MEM_SIZE];
extern unsigned char insn_simd_in[256], insn_simd_out[256];
extern unsigned long insn_stack_in[INSN_STACK_WORDS];
extern unsigned long insn_stack_out[2 * INSN_STACK_WORDS];
/* The stack pointer at the start: insn_stack_out has its middle there. */
extern unsigned long insn_sp;

void insn_run(void);
/* Where a case goes when it is done; not to be called. */
void insn_exit(void);

#endif /* __ASSEMBLER__ */
#endif /* INSN_CASES_H */
