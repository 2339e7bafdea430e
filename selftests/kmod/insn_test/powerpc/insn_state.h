/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: registers and flags that a case starts from. Included once. */
#ifndef INSN_STATE_H
#define INSN_STATE_H

#define INSN_FLAG_STATES	16

#define INSN_FLAG_I		0x100000000ul

/* SO, OV and CA; other bits are counted or reserved. */
#define INSN_XER_BITS		0xe0000000ul

static const char *const insn_reg_names[INSN_NUM_REGS] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10",
	"r11", "r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20",
	"r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30",
	"r31", "LR", "CTR", "XER",
};

/* A case is entered by way of CTR. r13 stays the kernel's. */
static void insn_set_regs(const struct insn_case *c)
{
	insn_in.regs[4] = (unsigned long)insn_mem + INSN_MEM_R4;
	insn_in.regs[5] = (unsigned long)insn_mem + INSN_MEM_R5;
	insn_in.regs[INSN_CTR] = (unsigned long)c->entry;
	insn_in.regs[INSN_XER] &= INSN_XER_BITS;
}

static unsigned long insn_flags(const struct insn_case *c, unsigned int state,
				int may_disable)
{
	unsigned long flags = insn_in.regs[3] & 0x0fffffff;

	if (c->flags & INSN_ALL_FLAGS)
		return flags | (unsigned long)state << 28;
	flags |= (unsigned long)(state * 5 & 15) << 28;
	if (may_disable && state & 4)
		flags |= INSN_FLAG_I;
	return flags;
}

#endif /* INSN_STATE_H */
