// SPDX-License-Identifier: GPL-2.0
/*
 * x86: from bytes to an instruction in its parts.
 *
 * The kernel's own decoder finds the fields of an instruction. It does not say
 * whether processors have such an instruction, and its idea of the length is
 * wrong for some byte sequences that no compiler makes. Nobody gets to see what
 * it says before that is checked here.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

#include <kp_x86_split.h>

/*
 * Opcodes by row of 16, bit n for column n. Intel SDM volume 2, appendix A.
 * Prefixes and escapes are not opcodes.
 */
static const u16 one_byte_opcodes[16] = {
	0x3f3f, 0x3f3f, 0x3f3f, 0x3f3f, 0x0000, 0xffff, 0xff08, 0xffff,
	0xfffb, 0xfbff, 0xffff, 0xffff, 0xbfcf, 0xff8f, 0xfbff, 0xfff2,
};

static const u16 one_byte_has_modrm[16] = {
	0x0f0f, 0x0f0f, 0x0f0f, 0x0f0f, 0x0000, 0x0000, 0x0a08, 0x0000,
	0xfffb, 0x0000, 0x0000, 0x0000, 0x00c3, 0xff0f, 0x0000, 0xc0c0,
};

static const u16 two_byte_opcodes[16] = {
	0x2bef, 0xffff, 0xff0f, 0x00bf, 0xffff, 0xffff, 0xffff, 0xf3ff,
	0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff,
};

static const u16 two_byte_has_modrm[16] = {
	0x200f, 0xffff, 0xff0f, 0x0000, 0xffff, 0xffff, 0xffff, 0xf37f,
	0x0000, 0xffff, 0xf8f8, 0xffff, 0x00ff, 0xffff, 0xffff, 0xffff,
};

/* but for jcc, 0f 80 to 0f 8f */
static const u16 two_byte_has_imm8[16] = {
	[0x7] = 0x000f, [0xa] = 0x1010, [0xb] = 0x0400, [0xc] = 0x0074,
};

static bool is_in(const u16 *rows, u8 op)
{
	return rows[op >> 4] & BIT(op & 15);
}

static u8 prefixes_of(const struct insn *insn, const u8 *bytes)
{
	u8 prefixes = 0;
	int i;

	for (i = 0; i < insn->prefixes.nbytes; i++) {
		switch (bytes[i]) {
		case 0x66:
			prefixes |= PREFIX_OPSIZE;
			break;
		case 0x67:
			prefixes |= PREFIX_ADDRSIZE;
			break;
		case 0xf0:
			prefixes |= PREFIX_LOCK;
			break;
		case 0xf2:
			prefixes |= PREFIX_REPNE;
			break;
		case 0xf3:
			prefixes |= PREFIX_REPE;
			break;
		default:
			prefixes |= PREFIX_SEGMENT;
			break;
		}
	}
	return prefixes;
}

static void locate_opcode(struct kp_x86_split *s)
{
	struct insn *insn = &s->insn;

	if (insn->vex_prefix.nbytes)
		s->map = MAP_VEX;
	else if (insn->opcode.bytes[0] != 0x0f)
		s->map = MAP_ONE_BYTE;
	else if (insn->opcode.nbytes < 3)
		s->map = MAP_0F;
	else
		s->map = insn->opcode.bytes[1] == 0x38 ? MAP_0F38 : MAP_0F3A;
	s->op = insn->opcode.bytes[insn->opcode.nbytes - 1];
	s->modrm = insn->modrm.nbytes ? insn->modrm.bytes[0] : 0xc0;
	s->mod = X86_MODRM_MOD(s->modrm);
	s->reg = X86_MODRM_REG(s->modrm);
	s->rm = X86_MODRM_RM(s->modrm);
}

/* Opcodes that exist, but not with every ModRM. */
static bool is_defined_one_byte(const struct kp_x86_split *s)
{
	switch (s->op) {
	case 0x8c:
		return s->reg <= 5;
	case 0x8e:
		return s->reg <= 5 && s->reg != 1;
	case 0x8d:
		return s->mod != 3;
	case 0x8f:
		/* the others are XOP, which older decoders misread */
		return s->reg == 0;
	case 0xc6:
	case 0xc7:
		return s->reg == 0 || s->modrm == 0xf8;
	case 0xfe:
		return s->reg <= 1;
	case 0xff:
		return s->reg <= 4 || s->reg == 6 ||
		       (s->reg == 5 && s->mod != 3);
	}
	return true;
}

static bool is_defined_two_byte(const struct kp_x86_split *s)
{
	switch (s->op) {
	case 0x13:
	case 0x17:
	case 0x2b:
	case 0xb2:
	case 0xb4 ... 0xb5:
	case 0xc3:
	case 0xe7:
		return s->mod != 3;
	case 0x50:
	case 0x71 ... 0x73:
	case 0xc5:
	case 0xd7:
	case 0xf7:
		return s->mod == 3;
	case 0x78 ... 0x79:
		/* with a prefix AMD's SSE4a, which the decoder misreads */
		return !(s->prefixes & (PREFIX_OPSIZE | PREFIX_REPE |
					PREFIX_REPNE));
	case 0xa6 ... 0xa7:
		return s->mod == 3 && s->rm == 0;
	case 0xb8:
		return s->prefixes & PREFIX_REPE;
	case 0xba:
		return s->reg >= 4;
	}
	return true;
}

/* Branches with 0x66: AMD has 16 bits of displacement, Intel 32. */
static bool is_rel32_with_opsize(const struct kp_x86_split *s)
{
	if (!(s->prefixes & PREFIX_OPSIZE))
		return false;
	if (s->map == MAP_ONE_BYTE)
		return s->op == 0xe8 || s->op == 0xe9;
	return (s->op & 0xf0) == 0x80;
}

/*
 * The decoder takes the last of all prefixes for the one that selects an
 * opcode, and then may see none of the fields behind it.
 */
static bool is_misread_two_byte(const struct kp_x86_split *s)
{
	if (!s->insn.modrm.nbytes == is_in(two_byte_has_modrm, s->op))
		return true;
	if ((s->op & 0xf0) == 0x80)
		return false;
	if (!s->insn.immediate.nbytes == is_in(two_byte_has_imm8, s->op))
		return true;
	/* moves to and from CR and DR ignore mod: no SIB, no displacement */
	return s->op >= 0x20 && s->op <= 0x23 && s->mod != 3;
}

/* Whether the kernel's decoder can be believed. */
static enum refusal check_split(const struct kp_x86_split *s)
{
	bool has_modrm = s->insn.modrm.nbytes;

	/* newer decoders know REX2, with 16 more registers */
	if (s->insn.rex_prefix.nbytes > 1)
		return REFUSE_UNDEFINED;
	switch (s->map) {
	case MAP_VEX:
		/* AMD's XOP: newer decoders know it, no newer processor does */
		if (s->insn.vex_prefix.bytes[0] == 0x8f)
			return REFUSE_UNDEFINED;
		return s->insn.rex_prefix.nbytes ||
		       s->prefixes & (PREFIX_OPSIZE | PREFIX_LOCK |
				      PREFIX_REPE | PREFIX_REPNE) ?
			REFUSE_VEX_PREFIX : ACCEPT;
	case MAP_ONE_BYTE:
		if (!is_in(one_byte_opcodes, s->op) || !is_defined_one_byte(s))
			return REFUSE_UNDEFINED;
		if (has_modrm != is_in(one_byte_has_modrm, s->op))
			return REFUSE_MISREAD;
		break;
	case MAP_0F:
		if (!is_in(two_byte_opcodes, s->op) || !is_defined_two_byte(s))
			return REFUSE_UNDEFINED;
		if (is_misread_two_byte(s))
			return REFUSE_MISREAD;
		break;
	default:
		return has_modrm ? ACCEPT : REFUSE_UNDEFINED;
	}
	return is_rel32_with_opsize(s) ? REFUSE_BRANCH_SIZE : ACCEPT;
}

/**
 * kp_x86_split() - find the parts of an instruction
 * @s: result; valid only on success
 * @bytes: where it starts
 * @avail: how many bytes may be read
 *
 * Context: any.
 * Return: ACCEPT, or why it is not an instruction, or none that can be relied
 * on to be as long as it looks.
 */
enum refusal kp_x86_split(struct kp_x86_split *s, const u8 *bytes,
			  size_t avail)
{
	int max = min_t(size_t, avail, KP_ARCH_MAX_INSN_SIZE);
	int err;

	memset(s, 0, sizeof(*s));
	err = kp_ksyms.insn_decode(&s->insn, bytes, max, INSN_MODE_64);
	if (err == -ENODATA)
		return max < KP_ARCH_MAX_INSN_SIZE ? REFUSE_TRUNCATED :
						     REFUSE_TOO_LONG;
	if (err)
		return REFUSE_UNDEFINED;
	/* ud2 and a signature: a hypervisor's mark on the one behind it */
	if (insn_has_emulate_prefix(&s->insn))
		return REFUSE_UD;
	s->prefixes = prefixes_of(&s->insn, bytes);
	locate_opcode(s);
	return check_split(s);
}

int kp_arch_branch_target(unsigned long addr, size_t avail,
			  unsigned long *target)
{
	struct insn insn;
	u8 op;

	if (kp_ksyms.insn_decode(&insn, (void *)addr, avail, INSN_MODE_KERN))
		return -EILSEQ;
	op = insn.opcode.bytes[0];
	if (op == 0xe8 || op == 0xe9 || op == 0xeb || (op & 0xf0) == 0x70 ||
	    (op == 0x0f && (insn.opcode.bytes[1] & 0xf0) == 0x80))
		*target = addr + insn.length + insn.immediate.value;
	return insn.length;
}
