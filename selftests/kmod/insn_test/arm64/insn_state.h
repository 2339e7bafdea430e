/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: registers and flags that a case starts from. Included once. */
#ifndef INSN_STATE_H
#define INSN_STATE_H

#define INSN_FLAG_STATES	16

#define INSN_FLAG_I		0x80ul

static const char *const insn_reg_names[INSN_NUM_REGS] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10",
	"x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20",
	"x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30",
	"sp",
};

/* A case is entered by way of x30. */
static void insn_set_regs(const struct insn_case *c)
{
	insn_in.regs[1] = (unsigned long)insn_mem + INSN_MEM_X1;
	insn_in.regs[2] = (unsigned long)insn_mem + INSN_MEM_X2;
	insn_in.regs[30] = (unsigned long)c->entry;
}

static unsigned long insn_flags(const struct insn_case *c, unsigned int state,
				int may_disable)
{
	unsigned long flags;

	if (c->flags & INSN_ALL_FLAGS)
		return (unsigned long)state << 28;
	flags = (unsigned long)(state * 5 & 15) << 28;
	if (may_disable && state & 4)
		flags |= INSN_FLAG_I;
	return flags;
}

#endif /* INSN_STATE_H */
