// SPDX-License-Identifier: GPL-2.0
/* Registers by name, arguments by number, stacks: 64-bit powerpc. */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>

#include "arch.h"

#define REG(name)	{ #name, offsetof(struct pt_regs, name), sizeof(long) }
#define GPR(n)	{ "gpr" #n, offsetof(struct pt_regs, gpr[n]), sizeof(long) }

const struct kpe_register kpe_registers[] = {
	GPR(0), GPR(1), GPR(2), GPR(3), GPR(4), GPR(5), GPR(6), GPR(7), GPR(8),
	GPR(9), GPR(10), GPR(11), GPR(12), GPR(13), GPR(14), GPR(15), GPR(16),
	GPR(17), GPR(18), GPR(19), GPR(20), GPR(21), GPR(22), GPR(23), GPR(24),
	GPR(25), GPR(26), GPR(27), GPR(28), GPR(29), GPR(30), GPR(31),
	REG(nip), REG(msr), REG(ctr), REG(link), REG(xer), REG(ccr), REG(softe),
	REG(trap), REG(dar), REG(dsisr), {}
};

/* 64-Bit ELF V2 ABI, 2.2.3.2: eight in r3 to r10. */
const unsigned int kpe_arch_max_args = 8;

int kpe_arch_arg_offset(unsigned int n)
{
	return offsetof(struct pt_regs, gpr) + (3 + n) * sizeof(long);
}

unsigned long kpe_arch_arg(const struct pt_regs *regs, unsigned int n)
{
	return regs->gpr[3 + n];
}

/* A frame is { caller's frame, CR, its return address, ... }: the same, 2.2.2.1. */
unsigned int kpe_arch_stack(const struct pt_regs *regs, bool is_entry,
			    unsigned long *entries, unsigned int max)
{
	unsigned long words[3], frame = regs->gpr[1], next;
	unsigned int num = 0;

	if (num < max)
		entries[num++] = regs->nip;
	if (is_entry && num < max)
		entries[num++] = regs->link;
	if (copy_from_kernel_nofault(&next, (void *)frame, sizeof(next)))
		return num;
	/* at the entry, its own return address is not in the caller's frame yet */
	frame = next;
	while (num < max && frame && IS_ALIGNED(frame, 16)) {
		if (copy_from_kernel_nofault(words, (void *)frame,
					     sizeof(words)))
			break;
		entries[num++] = words[2];
		if (words[0] <= frame)
			break;
		frame = words[0];
	}
	return num;
}

/* With the older ABI what is called is a descriptor of it. */
bool kpe_arch_may_call(unsigned long addr)
{
	return !IS_ENABLED(CONFIG_CPU_BIG_ENDIAN);
}
