/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instructions to be run bare and probed, in the kernel and in user space
 * (selftests/host/decode_native.c).
 *
 * A case is a piece of code: what has to be set up, the probed instruction,
 * what makes its effect visible. insn_run() enters it with all registers, the
 * flags and a stack of its own; it leaves by a jump to insn_exit.
 */
#ifndef INSN_CASES_H
#define INSN_CASES_H

/* Run with every combination of the six status flags, not just some. */
#define INSN_ALL_FLAGS	1
/* Has SIMD registers as operands. */
#define INSN_SIMD	2

/* What a processor must have: bits of insn_case.cpu. */
#define CPU_MOVBE	0x00001
#define CPU_POPCNT	0x00002
#define CPU_LZCNT	0x00004
#define CPU_BMI1	0x00008
#define CPU_BMI2	0x00010
#define CPU_ADX		0x00020
#define CPU_SSSE3	0x00040
#define CPU_SSE41	0x00080
#define CPU_SSE42	0x00100
#define CPU_AVX		0x00200
#define CPU_AVX2	0x00400
#define CPU_FMA		0x00800
#define CPU_AVX512VL	0x01000
#define CPU_CX16	0x02000
#define CPU_FSGSBASE	0x04000
#define CPU_AES		0x08000
#define CPU_SHA		0x10000
#define CPU_SMAP	0x20000
#define CPU_CLWB	0x40000
#define CPU_XSAVE	0x80000

/* Of the stack that a case may use: words above its first rsp, and below. */
#define INSN_STACK_WORDS	32
/* Room for insn_mem, in which rsi and rdi point at the two offsets. */
#define INSN_MEM_SIZE		512
#define INSN_MEM_RSI		128
#define INSN_MEM_RDI		320

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

/* Order of the processor's register numbers. */
struct insn_state {
	unsigned long regs[16];
	unsigned long flags;
};

#define INSN_SP		4
#define INSN_SI		6
#define INSN_DI		7

extern const struct insn_case insn_cases[], insn_cases_end[];
extern const struct insn_reject insn_rejects[], insn_rejects_end[];
extern const unsigned char insn_text[], insn_text_end[];

/* insn_run(): from insn_in to insn_out, by way of insn_entry. */
extern struct insn_state insn_in, insn_out;
extern void *insn_entry;
/* 0: no SIMD registers; 1: xmm0 to xmm7; 2: ymm0 to ymm7. */
extern unsigned int insn_simd;
extern unsigned char insn_mem[INSN_MEM_SIZE];
extern unsigned char insn_simd_in[256], insn_simd_out[256];
extern unsigned long insn_stack_in[INSN_STACK_WORDS];
extern unsigned long insn_stack_out[2 * INSN_STACK_WORDS];
/* rsp at the start of the case: insn_stack_out has its middle there. */
extern unsigned long insn_sp;

void insn_run(void);
/* Where a case goes when it is done; not to be called. */
void insn_exit(void);

#endif /* __ASSEMBLER__ */
#endif /* INSN_CASES_H */
