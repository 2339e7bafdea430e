/* SPDX-License-Identifier: GPL-2.0 */
/* x86: registers and flags that a case starts from. Included once. */
#ifndef INSN_STATE_H
#define INSN_STATE_H

#define INSN_FLAG_STATES	64

#define INSN_FLAG_DF		0x400ul
#define INSN_FLAG_IF		0x200ul

static const char *const insn_reg_names[INSN_NUM_REGS] = {
	"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
};

static void insn_set_regs(const struct insn_case *c)
{
	insn_in.regs[INSN_SI] = (unsigned long)insn_mem + INSN_MEM_RSI;
	insn_in.regs[INSN_DI] = (unsigned long)insn_mem + INSN_MEM_RDI;
}

/* The six status flags by the bits of @combination. */
static unsigned long insn_status_flags(unsigned int combination)
{
	static const unsigned short bits[6] = {
		0x1, 0x4, 0x10, 0x40, 0x80, 0x800,
	};
	unsigned long flags = 2;
	int i;

	for (i = 0; i < 6; i++)
		if (combination & 1u << i)
			flags |= bits[i];
	return flags;
}

static unsigned long insn_flags(const struct insn_case *c, unsigned int state,
				int may_disable)
{
	unsigned long flags;

	if (c->flags & INSN_ALL_FLAGS)
		return insn_status_flags(state) | INSN_FLAG_IF;
	flags = insn_status_flags(state * 0x25 + (state & 1) * 0x3e);
	if (state & 2)
		flags |= INSN_FLAG_DF;
	if (!may_disable || !(state & 4))
		flags |= INSN_FLAG_IF;
	return flags;
}

#endif /* INSN_STATE_H */
