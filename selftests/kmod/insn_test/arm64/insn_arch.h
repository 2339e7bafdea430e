/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what a case's head and struct insn_state hold. */
#ifndef INSN_ARCH_H
#define INSN_ARCH_H

/* What a processor must have: bits of insn_case.cpu. */
#define CPU_LSE		0x0001
#define CPU_CRC32	0x0002
#define CPU_LRCPC	0x0004
#define CPU_AES		0x0008
#define CPU_SHA		0x0010
#define CPU_PAUTH	0x0020
#define CPU_FLAGM	0x0040
#define CPU_PAN		0x0080
#define CPU_DOTPROD	0x0100
#define CPU_DIT		0x0200
#define CPU_SB		0x0400

/* Of the stack that a case may use: words above its first sp, and below. */
#define INSN_STACK_WORDS	32
/* Room for insn_mem, in which x1 and x2 point at the two offsets. */
#define INSN_MEM_SIZE		1024
#define INSN_MEM_X1		256
#define INSN_MEM_X2		640

/* x0 to x30, and sp */
#define INSN_NUM_REGS		32

#define INSN_SP			31
/* Offset of the member flags. */
#define INSN_FLAGS		(8 * INSN_NUM_REGS)

#ifndef __ASSEMBLER__

/* NZCV and DAIF as PSTATE has them. */
struct insn_state {
	unsigned long regs[INSN_NUM_REGS];
	unsigned long flags;
};

#endif /* __ASSEMBLER__ */
#endif /* INSN_ARCH_H */
