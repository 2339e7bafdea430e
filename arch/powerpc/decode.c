// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: which instructions can be probed, and how. Pure: bytes in, verdict
 * out. The encodings are those of the Power ISA, Version 3.1B, Appendix "Power
 * ISA Instruction Set Sorted by Opcode".
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <arch/contract.h>

/* What is made of an instruction. */
enum verdict {
	COPY,
	MEMORY,
	NOP,
	BRANCH,
	BRANCH_COND,
	BRANCH_LR,
	BRANCH_CTR,
	ADDPCIS,
	SPR,
	FIRST_REFUSAL,
	REFUSE_UNDEFINED = FIRST_REFUSAL,
	REFUSE_TRAP,
	REFUSE_PREFIXED,
	REFUSE_SUFFIX,
	REFUSE_SYSTEM_CALL,
	REFUSE_RETURN,
	REFUSE_POWER_SAVING,
	REFUSE_MSR,
	REFUSE_TRAP_REG,
	REFUSE_BRANCH_TAR,
	REFUSE_TRANSACTION,
	REFUSE_RESERVATION,
	REFUSE_IN_RESERVATION,
	NR_VERDICTS,
};

static const char * const reasons[NR_VERDICTS] = {
	[REFUSE_UNDEFINED] = "not an instruction that is known",
	[REFUSE_TRAP] = "a trap, BUG or WARN",
	[REFUSE_PREFIXED] = "a prefixed instruction",
	[REFUSE_SUFFIX] = "the second word of a prefixed instruction",
	[REFUSE_SYSTEM_CALL] = "a system call",
	[REFUSE_RETURN] = "returns from an interrupt",
	[REFUSE_POWER_SAVING] = "enters a power-saving mode",
	[REFUSE_MSR] = "writes the machine state register",
	[REFUSE_TRAP_REG] = "accesses a register that the trap changes",
	[REFUSE_BRANCH_TAR] = "branches by the target address register",
	[REFUSE_TRANSACTION] = "part of a transaction",
	[REFUSE_RESERVATION] = "loads and reserves, or stores conditionally",
	[REFUSE_IN_RESERVATION] =
		"between a load that reserves and its store, which would fail for ever",
};

#define OPCODE(word)	((word) >> 26)
#define XO10(word)	(((word) >> 1) & 0x3ff)
#define NOP_WORD	0x60000000
#define PREFIX		1

static enum verdict judge_19(u32 word)
{
	/* addpcis has a shorter extended opcode */
	if (((word >> 1) & 31) == 2)
		return ADDPCIS;
	switch (XO10(word)) {
	case 0:		/* mcrf */
	case 33:	/* crnor */
	case 129:	/* crandc */
	case 150:	/* isync */
	case 193:	/* crxor */
	case 225:	/* crnand */
	case 257:	/* crand */
	case 289:	/* creqv */
	case 417:	/* crorc */
	case 449:	/* cror */
		return COPY;
	case 16:
		return BRANCH_LR;
	case 528:
		return BRANCH_CTR;
	case 560:
		return REFUSE_BRANCH_TAR;
	case 18:	/* rfid */
	case 50:	/* rfi */
	case 82:	/* rfscv */
	case 146:	/* rfebb */
	case 274:	/* hrfid */
	case 306:	/* urfid */
		return REFUSE_RETURN;
	case 370:	/* stop */
	case 402:	/* doze */
	case 434:	/* nap */
	case 466:	/* sleep */
	case 498:	/* rvwinkle */
		return REFUSE_POWER_SAVING;
	}
	return REFUSE_UNDEFINED;
}

/*
 * Loads, stores and cache maintenance of opcode 31 are those whose extended
 * opcodes end so. A few others do too, which does no harm.
 */
static bool is_memory_31(u32 word)
{
	switch (XO10(word) & 31) {
	case 6: case 7: case 12: case 13: case 14: case 20: case 21: case 22:
	case 23:
		return true;
	}
	return false;
}

static enum verdict judge_31(u32 word)
{
	switch (XO10(word)) {
	case 4:		/* tw */
	case 68:	/* td */
		return REFUSE_TRAP;
	case 20:	/* lwarx */
	case 52:	/* lbarx */
	case 84:	/* ldarx */
	case 116:	/* lharx */
	case 276:	/* lqarx */
	case 150:	/* stwcx. */
	case 182:	/* stqcx. */
	case 214:	/* stdcx. */
	case 694:	/* stbcx. */
	case 726:	/* sthcx. */
		return REFUSE_RESERVATION;
	case 146:	/* mtmsr */
	case 178:	/* mtmsrd */
		return REFUSE_MSR;
	case 339:	/* mfspr */
	case 467:	/* mtspr */
		return SPR;
	case 654:	/* tbegin. */
	case 686:	/* tend. */
	case 750:	/* tsr. */
	case 782:	/* tabortwc. */
	case 814:	/* tabortdc. */
	case 846:	/* tabortwci. */
	case 878:	/* tabortdci. */
	case 910:	/* tabort. */
	case 942:	/* treclaim. */
	case 1006:	/* trechkpt. */
		return REFUSE_TRANSACTION;
	}
	return is_memory_31(word) ? MEMORY : COPY;
}

static enum verdict verdict_of(u32 word)
{
	switch (OPCODE(word)) {
	case 0: case 5: case 9: case 22:
		return REFUSE_UNDEFINED;
	case PREFIX:
		return REFUSE_PREFIXED;
	case 2:
	case 3:
		return REFUSE_TRAP;
	case 16:
		return BRANCH_COND;
	case 17:
		return REFUSE_SYSTEM_CALL;
	case 18:
		return BRANCH;
	case 19:
		return judge_19(word);
	case 31:
		return judge_31(word);
	case 24:
		return word == NOP_WORD ? NOP : COPY;
	/* loads and stores; 4, 59, 60 and 63 compute */
	case 6: case 32 ... 58: case 61: case 62:
		return MEMORY;
	}
	return COPY;
}

/* What an interrupt writes, or its way in and out needs. */
static enum verdict judge_spr(u32 word)
{
	unsigned int spr = ((word >> 16) & 31) | ((word >> 6) & 0x3e0);

	switch (spr) {
	case 18:	/* DSISR */
	case 19:	/* DAR */
	case 26:	/* SRR0 */
	case 27:	/* SRR1 */
	case 28:	/* CFAR */
	case 273:	/* SPRG1: where the kernel has its own data */
	case 274:	/* SPRG2: saves a register */
	case 304:	/* HSPRG0 */
	case 305:	/* HSPRG1 */
	case 314:	/* HSRR0 */
	case 315:	/* HSRR1 */
		return REFUSE_TRAP_REG;
	}
	return COPY;
}

static void set_branch(u32 word, unsigned long addr, unsigned int bits,
		       struct kp_arch_insn *insn)
{
	long distance = sign_extend64(word & ~3U, bits - 1);

	insn->emulation = KP_PPC_BRANCH;
	insn->target = distance + (word & 2 ? 0 : addr);
}

static enum verdict judge(u32 word, unsigned long addr,
			  struct kp_arch_insn *insn)
{
	enum verdict verdict = verdict_of(word);

	insn->is_link = word & 1;
	insn->bo = (word >> 21) & 31;
	insn->bi = (word >> 16) & 31;
	switch (verdict) {
	case MEMORY:
		insn->is_faultable = true;
		break;
	case NOP:
		insn->emulation = KP_PPC_NOP;
		break;
	case BRANCH:
		insn->bo = KP_PPC_BO_ALWAYS;
		set_branch(word, addr, 26, insn);
		break;
	case BRANCH_COND:
		set_branch(word, addr, 16, insn);
		break;
	case BRANCH_LR:
		insn->emulation = KP_PPC_BRANCH_LR;
		break;
	case BRANCH_CTR:
		/* one that counts CTR down as well is none */
		if (!(insn->bo & KP_PPC_BO_ANY_CTR))
			return REFUSE_UNDEFINED;
		insn->emulation = KP_PPC_BRANCH_CTR;
		break;
	case ADDPCIS:
		insn->emulation = KP_PPC_ADDPCIS;
		insn->target = addr + sizeof(word) +
			       ((long)(s16)((word & 0xffc1) |
					    ((word >> 15) & 0x3e)) << 16);
		insn->bi = (word >> 21) & 31;
		break;
	case SPR:
		return judge_spr(word);
	default:
		break;
	}
	return verdict;
}

static u32 word_at(const u8 *bytes)
{
	u32 word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

/* Whether a load that reserves comes before, and its store has not come yet. */
static bool is_in_reservation(const u8 *prev, size_t prev_len)
{
	u32 word;

	for (; prev_len >= sizeof(word); prev_len -= sizeof(word)) {
		word = word_at(prev + prev_len - sizeof(word));
		/* extended opcodes of loads end in 20, of stores in 22 */
		if (verdict_of(word) == REFUSE_RESERVATION)
			return (XO10(word) & 31) == 20;
	}
	return false;
}

static bool is_suffix(const u8 *prev, size_t prev_len)
{
	return prev_len >= sizeof(u32) &&
	       OPCODE(word_at(prev + prev_len - sizeof(u32))) == PREFIX;
}

int kp_arch_insn_length(const u8 *bytes, size_t avail)
{
	return avail < KP_ARCH_MAX_INSN_SIZE ? -EILSEQ : KP_ARCH_MAX_INSN_SIZE;
}

int kp_arch_decode(const u8 *bytes, size_t avail, const u8 *prev,
		   size_t prev_len, unsigned long addr,
		   struct kp_arch_insn *insn, const char **why)
{
	enum verdict verdict;

	memset(insn, 0, sizeof(*insn));
	insn->len = KP_ARCH_MAX_INSN_SIZE;
	verdict = avail < KP_ARCH_MAX_INSN_SIZE ? REFUSE_UNDEFINED :
		  judge(word_at(bytes), addr, insn);
	if (is_suffix(prev, prev_len))
		verdict = REFUSE_SUFFIX;
	else if (verdict < FIRST_REFUSAL && is_in_reservation(prev, prev_len))
		verdict = REFUSE_IN_RESERVATION;
	if (verdict < FIRST_REFUSAL)
		return 0;
	*why = reasons[verdict];
	return verdict == REFUSE_TRAP ? -EINVAL : -EILSEQ;
}

int kp_arch_branch_target(unsigned long addr, size_t avail,
			  unsigned long *target)
{
	struct kp_arch_insn insn;
	const char *why;

	if (avail < KP_ARCH_MAX_INSN_SIZE)
		return -EILSEQ;
	if (!kp_arch_decode((const u8 *)addr, avail, NULL, 0, addr, &insn,
			    &why) && insn.emulation == KP_PPC_BRANCH)
		*target = insn.target;
	return KP_ARCH_MAX_INSN_SIZE;
}
