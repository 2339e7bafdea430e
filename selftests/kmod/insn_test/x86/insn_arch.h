/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what a case's head and struct insn_state hold. */
#ifndef INSN_ARCH_H
#define INSN_ARCH_H

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

#define INSN_NUM_REGS		16

#ifndef __ASSEMBLER__

/* Order of the processor's register numbers. */
struct insn_state {
	unsigned long regs[16];
	unsigned long flags;
};

#define INSN_SP		4
#define INSN_SI		6
#define INSN_DI		7

#endif /* __ASSEMBLER__ */
#endif /* INSN_ARCH_H */
