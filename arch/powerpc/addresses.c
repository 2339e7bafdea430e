// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: the addresses that a function forms: from the TOC pointer (r2) by addis and
 * addi, or loaded from the TOC by ld.
 *
 * The TOC pointer is in the function's descriptor with ELF version 1; with version 2 the
 * function's first instructions compute it from its address, which is in r12.
 *
 * Encodings: Power ISA 3.1, book I, 3.3.2 and 3.3.9.
 */
#include <linux/kernel.h>
#include <linux/uaccess.h>
#include <asm/sections.h>

#include <arch/contract.h>

#define INSN_SIZE	4
#define NUM_REGS	32
#define OP(word)	((word) >> 26)
#define OP_ADDI		14
#define OP_ADDIS	15
#define OP_LD		58	/* if the lowest two bits are 0 */
#define RT(word)	((word) >> 21 & 0x1f)
#define RA(word)	((word) >> 16 & 0x1f)
#define SI(word)	((s16)(word))

static unsigned long load(unsigned long addr)
{
	unsigned long value;

	return get_kernel_nofault(value, (const unsigned long *)addr) ? 0 :
								      value;
}

/* What the register of an instruction is set to, or 0; r0 stands for 0 there. */
static unsigned long formed(u32 word, const unsigned long *regs)
{
	unsigned long base = RA(word) ? regs[RA(word)] : 0;

	/* addresses without a base are none, but for the TOC pointer itself */
	if (!base && !(OP(word) == OP_ADDIS && !RA(word)))
		return 0;
	switch (OP(word)) {
	case OP_ADDI:
		return base + SI(word);
	case OP_ADDIS:
		return base + SI(word) * 65536L;
	case OP_LD:
		return word & 3 ? 0 : load(base + SI(word));
	default:
		return 0;
	}
}

/* In the order of the text, as if nothing else wrote to registers. */
unsigned int kp_arch_addresses(const void *function, unsigned long size,
			       unsigned long *addrs, unsigned int max)
{
	const u32 *insn = dereference_function_descriptor((void *)function);
	unsigned long regs[NUM_REGS] = { 0 }, value;
	unsigned int num = 0;

	if (IS_ENABLED(CONFIG_PPC64_ELF_ABI_V1))
		regs[2] = ((const unsigned long *)function)[1];
	regs[12] = (unsigned long)insn;
	for (; size >= INSN_SIZE && num < max; size -= INSN_SIZE, insn++) {
		value = formed(*insn, regs);
		if (!value)
			continue;
		regs[RT(*insn)] = value;
		addrs[num++] = value;
	}
	return num;
}
