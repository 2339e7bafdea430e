// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: which A64 instructions can be probed, and how. Pure: bytes in, verdict
 * out. The encodings are those of the Arm Architecture Reference Manual for
 * A-profile, C4 "The A64 Instruction Set Encoding".
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <asm/byteorder.h>

#include <arch/contract.h>

/* What is made of an instruction. */
enum verdict {
	COPY,
	MEMORY,
	NOP,
	ADR,
	ADRP,
	BRANCH,
	BRANCH_COND,
	COMPARE_BRANCH,
	TEST_BRANCH,
	BRANCH_REG,
	CALL_REG,
	AUTH_BRANCH,
	AUTH_CALL,
	LITERAL,
	SYSTEM_REG,
	FIRST_REFUSAL,
	REFUSE_UNDEFINED = FIRST_REFUSAL,
	REFUSE_BREAKPOINT,
	REFUSE_EXCEPTION,
	REFUSE_ERET,
	REFUSE_PC_AUTH,
	REFUSE_SPSEL,
	REFUSE_TRAP_REG,
	REFUSE_TRANSACTION,
	REFUSE_EXCLUSIVE,
	REFUSE_IN_EXCLUSIVE,
	REFUSE_COPY_SEQUENCE,
	NR_VERDICTS,
};

static const char * const reasons[NR_VERDICTS] = {
	[REFUSE_UNDEFINED] = "not an instruction that is known",
	[REFUSE_BREAKPOINT] = "a breakpoint, BUG or WARN",
	[REFUSE_EXCEPTION] = "generates an exception",
	[REFUSE_ERET] = "returns from an exception",
	[REFUSE_PC_AUTH] = "authenticates with its own address",
	[REFUSE_SPSEL] = "selects another stack pointer",
	[REFUSE_TRAP_REG] = "accesses a register that the trap changes",
	[REFUSE_TRANSACTION] = "begins or ends a transaction",
	[REFUSE_EXCLUSIVE] = "an exclusive load or store",
	[REFUSE_IN_EXCLUSIVE] =
		"between an exclusive load and its store, which would fail for ever",
	[REFUSE_COPY_SEQUENCE] = "part of a memory copy or set sequence",
};

/**
 * struct rule - a class of encodings
 * @mask: bits that are compared
 * @value: what they are
 * @verdict: enum verdict
 */
struct rule {
	u32 mask;
	u32 value;
	u8 verdict;
};

/* The first that matches counts; the last matches all. */
static const struct rule rules[] = {
	/* reserved; SME and SVE, whose loads and stores have bit 31 set */
	{ 0x9e000000, 0x00000000, REFUSE_UNDEFINED },
	{ 0x1e000000, 0x02000000, REFUSE_UNDEFINED },
	{ 0x1e000000, 0x06000000, REFUSE_UNDEFINED },
	{ 0xfe000000, 0xe0000000, MEMORY },
	{ 0x9e000000, 0x84000000, MEMORY },
	{ 0x1a000000, 0x00000000, COPY },

	/* data processing with an immediate */
	{ 0x9f000000, 0x10000000, ADR },
	{ 0x9f000000, 0x90000000, ADRP },
	{ 0xff800000, 0xf3800000, REFUSE_PC_AUTH },
	{ 0x1c000000, 0x10000000, COPY },

	/* branches and exceptions */
	{ 0x7c000000, 0x14000000, BRANCH },
	{ 0xff000000, 0x54000000, BRANCH_COND },
	{ 0xff000000, 0x55000000, REFUSE_PC_AUTH },
	{ 0x7e000000, 0x34000000, COMPARE_BRANCH },
	{ 0x7e000000, 0x36000000, TEST_BRANCH },
	{ 0xffe0001f, 0xd4200000, REFUSE_BREAKPOINT },
	{ 0xff000000, 0xd4000000, REFUSE_EXCEPTION },
	{ 0xfffffc1f, 0xd61f0000, BRANCH_REG },
	{ 0xfffffc1f, 0xd65f0000, BRANCH_REG },
	{ 0xfffffc1f, 0xd63f0000, CALL_REG },
	{ 0xfffff81f, 0xd61f081f, AUTH_BRANCH },
	{ 0xfffff800, 0xd71f0800, AUTH_BRANCH },
	{ 0xfffffbff, 0xd65f0bff, AUTH_BRANCH },
	{ 0xfffffbe0, 0xd65f0be0, REFUSE_PC_AUTH },
	{ 0xfffff81f, 0xd63f081f, AUTH_CALL },
	{ 0xfffff800, 0xd73f0800, AUTH_CALL },
	{ 0xffdff3ff, 0xd69f03e0, REFUSE_ERET },

	/* system: hints, barriers, PSTATE, instructions, registers */
	{ 0xffffffff, 0xd503201f, NOP },
	{ 0xffffffff, 0xd503203f, NOP },
	{ 0xffffff3f, 0xd503241f, NOP },
	{ 0xffffffff, 0xd50324ff, REFUSE_PC_AUTH },
	{ 0xfffff0ff, 0xd503307f, REFUSE_TRANSACTION },
	{ 0xfffffee0, 0xd5233060, REFUSE_TRANSACTION },
	{ 0xfffff0ff, 0xd50040bf, REFUSE_SPSEL },
	{ 0xfff80000, 0xd5080000, MEMORY },
	{ 0xffd00000, 0xd5100000, SYSTEM_REG },
	{ 0xff000000, 0xd5000000, COPY },
	{ 0x1c000000, 0x14000000, REFUSE_UNDEFINED },

	/* loads and stores; of those that look exclusive, casp is not */
	{ 0xbfa00000, 0x08200000, MEMORY },
	{ 0x3e800000, 0x08000000, REFUSE_EXCLUSIVE },
	{ 0xff000000, 0xdc000000, REFUSE_UNDEFINED },
	{ 0x3b000000, 0x18000000, LITERAL },
	{ 0x3b200c00, 0x19000400, REFUSE_COPY_SEQUENCE },
	{ 0x0a000000, 0x08000000, MEMORY },

	/* data processing with registers, SIMD and floating point */
	{ 0xffffdbff, 0xdac183fe, REFUSE_PC_AUTH },
	{ 0x0a000000, 0x0a000000, COPY },
	{ 0x00000000, 0x00000000, REFUSE_UNDEFINED },
};

static const struct rule *rule_of(u32 word)
{
	const struct rule *rule = rules;

	while ((word & rule->mask) != rule->value)
		rule++;
	return rule;
}

/* A system register as mrs and msr have it, without the first bit of op0. */
#define SYSTEM_REG_ID(op0, op1, crn, crm, op2) \
	(((op0) & 1) << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

/* What an exception writes, or where its return or its stack is. */
static enum verdict judge_system_reg(u32 word)
{
	switch ((word >> 5) & 0x7fff) {
	case SYSTEM_REG_ID(3, 0, 4, 0, 0):	/* SPSR_EL1 */
	case SYSTEM_REG_ID(3, 0, 4, 0, 1):	/* ELR_EL1 */
	case SYSTEM_REG_ID(3, 0, 5, 2, 0):	/* ESR_EL1 */
	case SYSTEM_REG_ID(3, 0, 6, 0, 0):	/* FAR_EL1 */
	case SYSTEM_REG_ID(3, 4, 4, 0, 0):	/* SPSR_EL2 */
	case SYSTEM_REG_ID(3, 4, 4, 0, 1):	/* ELR_EL2 */
	case SYSTEM_REG_ID(3, 4, 4, 1, 0):	/* SP_EL1 */
	case SYSTEM_REG_ID(3, 4, 5, 2, 0):	/* ESR_EL2 */
	case SYSTEM_REG_ID(3, 4, 6, 0, 0):	/* FAR_EL2 */
		return REFUSE_TRAP_REG;
	case SYSTEM_REG_ID(3, 0, 4, 2, 0):	/* SPSel, which may be read */
		return word & BIT(21) ? COPY : REFUSE_SPSEL;
	}
	return COPY;
}

static long field(u32 word, unsigned int shift, unsigned int bits)
{
	return sign_extend64(word >> shift, bits - 1);
}

static void set_adr(u32 word, unsigned long addr, bool page,
		    struct kp_arch_insn *insn)
{
	long imm = field(word, 5, 19) * 4 + ((word >> 29) & 3);

	insn->emulation = insn->reg == 31 ? KP_ARM64_NOP : KP_ARM64_ADR;
	insn->target = page ? (addr & ~0xfffUL) + (imm << 12) : addr + imm;
}

static void set_literal(u32 word, unsigned long addr, struct kp_arch_insn *insn)
{
	insn->target = addr + field(word, 5, 19) * 4;
	/* prfm */
	if (word >> 24 == 0xd8)
		insn->emulation = KP_ARM64_NOP;
	else
		insn->form = KP_ARM64_LITERAL;
}

static enum verdict judge(u32 word, unsigned long addr,
			  struct kp_arch_insn *insn)
{
	enum verdict verdict = rule_of(word)->verdict;

	insn->reg = word & 31;
	switch (verdict) {
	case MEMORY:
		insn->is_faultable = true;
		break;
	case NOP:
		insn->emulation = KP_ARM64_NOP;
		break;
	case ADR:
	case ADRP:
		set_adr(word, addr, verdict == ADRP, insn);
		break;
	case BRANCH:
		insn->emulation = word >> 31 ? KP_ARM64_BL : KP_ARM64_B;
		insn->target = addr + field(word, 0, 26) * 4;
		break;
	case BRANCH_COND:
		insn->emulation = KP_ARM64_B_COND;
		insn->cond = word & 15;
		insn->target = addr + field(word, 5, 19) * 4;
		break;
	case COMPARE_BRANCH:
		insn->emulation = KP_ARM64_CBZ;
		insn->is_nonzero = (word >> 24) & 1;
		insn->is_32bit = !(word >> 31);
		insn->target = addr + field(word, 5, 19) * 4;
		break;
	case TEST_BRANCH:
		insn->emulation = KP_ARM64_TBZ;
		insn->is_nonzero = (word >> 24) & 1;
		insn->cond = (word >> 31) << 5 | ((word >> 19) & 31);
		insn->target = addr + field(word, 5, 14) * 4;
		break;
	case BRANCH_REG:
	case CALL_REG:
		insn->emulation = verdict == CALL_REG ? KP_ARM64_BLR :
							KP_ARM64_BR;
		insn->reg = (word >> 5) & 31;
		break;
	case AUTH_BRANCH:
		insn->form = KP_ARM64_AUTH_BRANCH;
		break;
	case AUTH_CALL:
		insn->form = KP_ARM64_AUTH_CALL;
		break;
	case LITERAL:
		set_literal(word, addr, insn);
		break;
	case SYSTEM_REG:
		return judge_system_reg(word);
	default:
		break;
	}
	return verdict;
}

static u32 word_at(const u8 *bytes)
{
	__le32 word;

	memcpy(&word, bytes, sizeof(word));
	return le32_to_cpu(word);
}

static bool is_exclusive(u32 word, bool is_load)
{
	return rule_of(word)->verdict == REFUSE_EXCLUSIVE &&
	       ((word >> 22) & 1) == is_load;
}

/* Whether a load-exclusive comes before, and its store has not come yet. */
static bool is_in_exclusive(const u8 *prev, size_t prev_len)
{
	u32 word;

	for (; prev_len >= sizeof(word); prev_len -= sizeof(word)) {
		word = word_at(prev + prev_len - sizeof(word));
		if (is_exclusive(word, false))
			return false;
		if (is_exclusive(word, true))
			return true;
	}
	return false;
}

/**
 * kp_arm64_is_live() - whether an instruction and a breakpoint may replace each
 *	other while others execute them
 * @bytes: the instruction
 *
 * Source: Arm Architecture Reference Manual, B2.2.5 "Concurrent modification and
 * execution of instructions": b, bl, brk, hvc, isb, nop, smc, svc.
 */
bool kp_arm64_is_live(const u8 *bytes)
{
	u32 word = word_at(bytes);

	/* brk, hvc, smc and svc are not probed, but the first */
	return (word & 0x7c000000) == 0x14000000 ||
	       (word & 0xffe0001f) == 0xd4200000 ||
	       (word & 0xfffff0ff) == 0xd50330df ||
	       word == 0xd503201f;
}

/**
 * kp_arm64_is_pac() - whether it signs the return address
 * @bytes: an instruction: paciasp, pacibsp
 *
 * Context: any.
 */
bool kp_arm64_is_pac(const u8 *bytes)
{
	return (word_at(bytes) & 0xffffffbf) == 0xd503233f;
}

/**
 * kp_arm64_is_landing_pad() - whether an indirect branch may lead to an
 *	instruction where the kernel has them checked (BTI)
 * @bytes: the instruction
 *
 * bti, paciasp, pacibsp.
 */
bool kp_arm64_is_landing_pad(const u8 *bytes)
{
	return (word_at(bytes) & 0xffffff3f) == 0xd503241f ||
	       kp_arm64_is_pac(bytes);
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
	if (verdict < FIRST_REFUSAL && is_in_exclusive(prev, prev_len))
		verdict = REFUSE_IN_EXCLUSIVE;
	if (verdict < FIRST_REFUSAL)
		return 0;
	*why = reasons[verdict];
	return verdict == REFUSE_BREAKPOINT ? -EINVAL : -EILSEQ;
}

int kp_arch_branch_target(unsigned long addr, size_t avail,
			  unsigned long *target)
{
	struct kp_arch_insn insn;
	const char *why;
	u64 pair;

	if (addr % sizeof(pair) == 0 && avail >= sizeof(pair)) {
		memcpy(&pair, (const void *)addr, sizeof(pair));
		if (kp_arm64_is_pointer(pair))
			return sizeof(pair);
	}
	if (kp_arch_decode((const u8 *)addr, avail, NULL, 0, addr, &insn, &why))
		return avail < KP_ARCH_MAX_INSN_SIZE ? -EILSEQ :
						       KP_ARCH_MAX_INSN_SIZE;
	switch (insn.emulation) {
	case KP_ARM64_B:
	case KP_ARM64_BL:
	case KP_ARM64_B_COND:
	case KP_ARM64_CBZ:
	case KP_ARM64_TBZ:
		*target = insn.target;
	}
	return insn.len;
}
