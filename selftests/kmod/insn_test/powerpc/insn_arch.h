/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: what a case's head and struct insn_state hold. */
#ifndef INSN_ARCH_H
#define INSN_ARCH_H

/* What a processor must have: bits of insn_case.cpu. */
#define CPU_ISA_3_0	0x0001

/* Of the stack that a case may use: words above its first r1, and below. */
#define INSN_STACK_WORDS	32
/* Room for insn_mem, in which r4 and r5 point at the two offsets. */
#define INSN_MEM_SIZE		1024
#define INSN_MEM_R4		256
#define INSN_MEM_R5		640

/* r0 to r31, LR, CTR, XER */
#define INSN_NUM_REGS		35
#define INSN_LR			32
#define INSN_CTR		33
#define INSN_XER		34

#define INSN_SP			1
/* Offset of the member flags. */
#define INSN_FLAGS		(8 * INSN_NUM_REGS)

#ifndef __ASSEMBLER__

/* CR, and above it whether interrupts are off. */
struct insn_state {
	unsigned long regs[INSN_NUM_REGS];
	unsigned long flags;
};

#endif /* __ASSEMBLER__ */
#endif /* INSN_ARCH_H */
