// SPDX-License-Identifier: GPL-2.0
/*
 * x86: one instruction's length and the addresses it names, quickly. All text
 * of a kernel is gone through with this, millions of instructions; the kernel's
 * own decoder, which judges what is probed, takes ten times as long.
 *
 * Fields and maps: Intel SDM volume 2, chapter 2 and appendix A.
 */
#include <linux/cache.h>
#include <linux/string.h>

#include <arch/contract.h>

/* What follows an opcode. */
enum field {
	MODRM = 1 << 0,
	IMM8 = 1 << 1,
	IMM16 = 1 << 2,
	IMMZ = 1 << 3,		/* 4 bytes, or 2 with 0x66 */
	REL8 = 1 << 4,
	REL32 = 1 << 5,
	OTHER = 1 << 6,		/* depends on more */
	BAD = 1 << 7,
};

#define ALU(row)							\
	[(row) ... (row) + 3] = MODRM, [(row) + 4] = IMM8,		\
	[(row) + 5] = IMMZ, [(row) + 6 ... (row) + 7] = BAD

static const u8 one_byte[256] = {
	ALU(0x00), ALU(0x08), ALU(0x10), ALU(0x18),
	ALU(0x20), ALU(0x28), ALU(0x30), ALU(0x38),
	[0x60 ... 0x61] = BAD,
	[0x63] = MODRM,
	[0x68] = IMMZ,
	[0x69] = MODRM | IMMZ,
	[0x6a] = IMM8,
	[0x6b] = MODRM | IMM8,
	[0x70 ... 0x7f] = REL8,
	[0x80] = MODRM | IMM8,
	[0x81] = MODRM | IMMZ,
	[0x82] = BAD,
	[0x83] = MODRM | IMM8,
	[0x84 ... 0x8f] = MODRM,
	[0x9a] = BAD,
	[0xa0 ... 0xa3] = OTHER,
	[0xa8] = IMM8,
	[0xa9] = IMMZ,
	[0xb0 ... 0xb7] = IMM8,
	[0xb8 ... 0xbf] = OTHER,
	[0xc0 ... 0xc1] = MODRM | IMM8,
	[0xc2] = IMM16,
	[0xc6] = MODRM | IMM8,
	[0xc7] = MODRM | IMMZ,
	[0xc8] = IMM16 | IMM8,
	[0xca] = IMM16,
	[0xcd] = IMM8,
	[0xce] = BAD,
	[0xd0 ... 0xd3] = MODRM,
	[0xd4 ... 0xd6] = BAD,
	[0xd8 ... 0xdf] = MODRM,
	[0xe0 ... 0xe3] = REL8,
	[0xe4 ... 0xe7] = IMM8,
	[0xe8 ... 0xe9] = REL32,
	[0xea] = BAD,
	[0xeb] = REL8,
	[0xf6 ... 0xf7] = MODRM | OTHER,
	[0xfe ... 0xff] = MODRM,
};

static const u8 two_byte[256] = {
	[0x00 ... 0x03] = MODRM,
	[0x04] = BAD,
	[0x0a] = BAD,
	[0x0c] = BAD,
	[0x0d] = MODRM,
	[0x0f] = MODRM | IMM8,
	[0x10 ... 0x1f] = MODRM,
	[0x20 ... 0x23] = OTHER,
	[0x24 ... 0x27] = BAD,
	[0x28 ... 0x2f] = MODRM,
	[0x36] = BAD,
	[0x39] = BAD,
	[0x3b ... 0x3f] = BAD,
	[0x40 ... 0x6f] = MODRM,
	[0x70 ... 0x73] = MODRM | IMM8,
	[0x74 ... 0x76] = MODRM,
	[0x78 ... 0x7f] = MODRM,
	[0x80 ... 0x8f] = REL32,
	[0x90 ... 0x9f] = MODRM,
	[0xa3] = MODRM,
	[0xa4] = MODRM | IMM8,
	[0xa5 ... 0xa7] = MODRM,
	[0xab] = MODRM,
	[0xac] = MODRM | IMM8,
	[0xad ... 0xb9] = MODRM,
	[0xba] = MODRM | IMM8,
	[0xbb ... 0xc1] = MODRM,
	[0xc2] = MODRM | IMM8,
	[0xc3] = MODRM,
	[0xc4 ... 0xc6] = MODRM | IMM8,
	[0xc7] = MODRM,
	[0xd0 ... 0xff] = MODRM,
};

/* The fields of an instruction with VEX or EVEX, whose map is @map. */
static u8 vex_fields(unsigned int map, u8 op)
{
	switch (map) {
	case 1:
		return two_byte[op] & (REL32 | OTHER) ? BAD : two_byte[op];
	case 2:
	case 5:
	case 6:
		return MODRM;
	case 3:
		return MODRM | IMM8;
	default:
		return BAD;
	}
}

static s32 get_s32(const u8 *bytes)
{
	s32 value;

	memcpy(&value, bytes, sizeof(value));
	return value;
}

/* How many bytes a ModRM and what belongs to it take; RIP-relative or not. */
static unsigned int modrm_size(const u8 *modrm, bool *is_relative)
{
	unsigned int mod = modrm[0] >> 6, rm = modrm[0] & 7, size = 1;

	if (mod == 3)
		return 1;
	if (rm == 4) {
		size++;
		if (mod == 0 && (modrm[1] & 7) == 5)
			return size + 4;
	}
	if (mod == 0 && rm == 5) {
		*is_relative = true;
		return size + 4;
	}
	return size + (mod == 1 ? 1 : mod == 2 ? 4 : 0);
}

/* Immediates that do not fit into the tables. */
static unsigned int other_size(u8 op, bool is_two_byte, bool wide, bool opsize,
			       bool addrsize, const u8 *p)
{
	/* moves to and from control registers: no ModRM as others have it */
	if (is_two_byte)
		return 1;
	/* test, but not the rest of the group */
	if (op >= 0xf6)
		return (*p >> 3 & 7) > 1 ? 0 : op == 0xf6 ? 1 : opsize ? 2 : 4;
	if (op >= 0xb8)
		return wide ? 8 : opsize ? 2 : 4;
	return addrsize ? 4 : 8;
}

int kp_arch_scan(const u8 *bytes, unsigned long addr, unsigned long *names)
{
	bool opsize = false, addrsize = false, wide = false;
	bool is_relative = false, is_two_byte = false;
	unsigned int imm = 0, len;
	const u8 *p = bytes, *modrm = NULL;
	u8 op, fields;

	names[0] = 0;
	names[1] = 0;
	for (;;) {
		op = *p++;
		if (op == 0x66)
			opsize = true;
		else if (op == 0x67)
			addrsize = true;
		else if ((op & 0xe7) != 0x26 && op != 0x64 && op != 0x65 &&
			 op != 0xf0 && op != 0xf2 && op != 0xf3)
			break;
		if (p - bytes == KP_ARCH_MAX_INSN_SIZE)
			return 0;
	}
	if ((op & 0xf0) == 0x40) {
		wide = op & 8;
		op = *p++;
	}
	if (op == 0xc5) {
		op = p[1];
		fields = vex_fields(1, op);
		p += 2;
	} else if (op == 0xc4) {
		op = p[2];
		fields = vex_fields(p[0] & 0x1f, op);
		p += 3;
	} else if (op == 0x62) {
		op = p[3];
		fields = vex_fields(p[0] & 7, op);
		p += 4;
	} else if (op == 0x0f) {
		is_two_byte = true;
		op = *p++;
		fields = two_byte[op];
		if (op == 0x38 || op == 0x3a) {
			fields = op == 0x38 ? MODRM : MODRM | IMM8;
			p++;
		} else if (op == 0x1e && (*p & 0xfe) == 0xfa) {
			/* a landing pad: something jumps here */
			names[0] = addr;
		}
	} else {
		fields = one_byte[op];
	}

	if (fields & BAD)
		return 0;
	if (fields & MODRM) {
		modrm = p;
		p += modrm_size(p, &is_relative);
	}
	if (fields & OTHER)
		imm = other_size(op, is_two_byte, wide, opsize, addrsize,
				 modrm ?: p);
	if (fields & (IMM8 | REL8))
		imm += 1;
	if (fields & IMM16)
		imm += 2;
	if (fields & IMMZ)
		imm += opsize && !wide ? 2 : 4;
	if (fields & REL32)
		imm += 4;
	len = p + imm - bytes;
	if (len > KP_ARCH_MAX_INSN_SIZE)
		return 0;

	if (is_relative)
		names[0] = addr + len + get_s32(modrm + 1);
	if (fields & REL8)
		names[1] = addr + len + (s8)*p;
	else if (fields & REL32)
		names[1] = addr + len + get_s32(p);
	else if (imm == 8)
		memcpy(&names[1], p, sizeof(names[1]));
	else if (imm == 4)
		names[1] = get_s32(p);
	return len;
}

unsigned int kp_arch_addresses(const void *function, unsigned long size,
			       unsigned long *addrs, unsigned int max)
{
	const u8 *at = function, *end = at + size;
	unsigned long names[2];
	unsigned int num = 0;
	int len;

	for (; at < end && num + 2 <= max; at += len) {
		len = kp_arch_scan(at, (unsigned long)at, names);
		if (!len)
			break;
		if (names[0])
			addrs[num++] = names[0];
		if (names[1])
			addrs[num++] = names[1];
	}
	return num;
}
