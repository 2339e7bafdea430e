// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: the addresses that a function forms: by adrp and add, or by adr.
 *
 * Encodings: Arm Architecture Reference Manual, C4.1.92 "Data Processing --
 * Immediate".
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <asm/byteorder.h>

#include <arch/contract.h>

#define INSN_SIZE	4
#define IS_ADR(word)	(((word) & 0x9f000000) == 0x10000000)
#define IS_ADRP(word)	(((word) & 0x9f000000) == 0x90000000)
/* Of 64 bits, the immediate as it is or shifted by 12. */
#define IS_ADD(word)	(((word) & 0xff800000) == 0x91000000)
#define ADD_SHIFT(word)	((word) & BIT(22) ? 12 : 0)
#define RD(word)	((word) & 0x1f)
#define RN(word)	((word) >> 5 & 0x1f)

static long adr_immediate(u32 word)
{
	return sign_extend64((word >> 3 & 0x1ffffc) | (word >> 29 & 3), 20);
}

/* What the register of an instruction is set to, or 0. */
static unsigned long formed(u32 word, unsigned long addr,
			    const unsigned long *regs)
{
	if (IS_ADR(word))
		return addr + adr_immediate(word);
	if (IS_ADRP(word))
		return ALIGN_DOWN(addr, 4096) + adr_immediate(word) * 4096;
	if (IS_ADD(word) && regs[RN(word)])
		return regs[RN(word)] +
		       ((word >> 10 & 0xfff) << ADD_SHIFT(word));
	return 0;
}

/* In the order of the text, as if nothing else wrote to registers. */
unsigned int kp_arch_addresses(const void *function, unsigned long size,
			       unsigned long *addrs, unsigned int max)
{
	unsigned long regs[32] = { 0 }, value;
	const __le32 *insn = function;
	unsigned int num = 0;
	u32 word;

	for (; size >= INSN_SIZE && num < max; size -= INSN_SIZE, insn++) {
		word = le32_to_cpu(*insn);
		value = formed(word, (unsigned long)insn, regs);
		if (!value)
			continue;
		regs[RD(word)] = value;
		addrs[num++] = value;
	}
	return num;
}
