// SPDX-License-Identifier: GPL-2.0
/* Registers by name, arguments by number, stacks: arm64. */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/pointer_auth.h>

#include "arch.h"

/* since 6.5 by this name */
#ifndef ptrauth_strip_kernel_insn_pac
#define ptrauth_strip_kernel_insn_pac	ptrauth_strip_insn_pac
#endif

#define REG(name, member) \
	{ name, offsetof(struct pt_regs, member), sizeof(long) }
#define X(n)	REG("x" #n, regs[n])

const struct kpe_register kpe_registers[] = {
	X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11),
	X(12), X(13), X(14), X(15), X(16), X(17), X(18), X(19), X(20), X(21),
	X(22), X(23), X(24), X(25), X(26), X(27), X(28), X(29), X(30),
	REG("lr", regs[30]), REG("sp", sp), REG("pc", pc), REG("pstate", pstate),
	{}
};

/* AAPCS64, 6.8.2: eight in registers. How those on the stack lie depends on types. */
const unsigned int kpe_arch_max_args = 8;

int kpe_arch_arg_offset(unsigned int n)
{
	return offsetof(struct pt_regs, regs) + n * sizeof(long);
}

unsigned long kpe_arch_arg(const struct pt_regs *regs, unsigned int n)
{
	return regs->regs[n];
}

/* Frame records are { caller's x29, return address }: AAPCS64, 6.4.6. */
unsigned int kpe_arch_stack(const struct pt_regs *regs, bool is_entry,
			    unsigned long *entries, unsigned int max)
{
	unsigned long record[2], frame = regs->regs[29];
	unsigned int num = 0;

	if (num < max)
		entries[num++] = regs->pc;
	if (is_entry && num < max)
		entries[num++] = regs->regs[30];
	while (num < max && frame && IS_ALIGNED(frame, 16)) {
		if (copy_from_kernel_nofault(record, (void *)frame,
					     sizeof(record)) || !record[1])
			break;
		/* functions save it with a signature */
		entries[num++] = ptrauth_strip_kernel_insn_pac(record[1]);
		if (record[0] <= frame)
			break;
		frame = record[0];
	}
	return num;
}

bool kpe_arch_may_call(unsigned long addr)
{
	return true;
}
