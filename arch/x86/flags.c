// SPDX-License-Identifier: GPL-2.0
/*
 * x86: whether the status flags are dead, so that a detour need not restore
 * them: all are written before one is read. What is not known to leave them
 * alone may read them; so may what a return, a branch or a fixup leads to.
 *
 * What an instruction does to flags: Intel SDM volume 1, appendix A.
 */
#include <linux/kernel.h>

#include <kernel/ksyms.h>

#include <kp_x86_relocate.h>
#include <kp_x86_split.h>

enum effect {
	FLAGS_MAY_READ,
	FLAGS_KEEP,		/* or writes some of them */
	FLAGS_WRITE_ALL,
};

static enum effect one_byte_effect(const struct kp_x86_split *s)
{
	switch (s->op) {
	case 0x00 ... 0x05:	/* add */
	case 0x08 ... 0x0d:	/* or */
	case 0x20 ... 0x25:	/* and */
	case 0x28 ... 0x2d:	/* sub */
	case 0x30 ... 0x35:	/* xor */
	case 0x38 ... 0x3d:	/* cmp */
	case 0x84 ... 0x85:	/* test */
	case 0xa8 ... 0xa9:
		return FLAGS_WRITE_ALL;
	case 0x80 ... 0x81:
	case 0x83:
		/* adc, sbb */
		return s->reg == 2 || s->reg == 3 ? FLAGS_MAY_READ : FLAGS_WRITE_ALL;
	case 0xf6 ... 0xf7:
		/* test, neg */
		if (s->reg <= 1 || s->reg == 3)
			return FLAGS_WRITE_ALL;
		/* not */
		return s->reg == 2 ? FLAGS_KEEP : FLAGS_MAY_READ;
	case 0xc0 ... 0xc1:
	case 0xd0 ... 0xd3:
		/* rcl, rcr; a shift by nothing writes nothing */
		return s->reg == 2 || s->reg == 3 ? FLAGS_MAY_READ : FLAGS_KEEP;
	case 0xfe ... 0xff:
		/* inc, dec; ff is much else too */
		return s->reg <= 1 ? FLAGS_KEEP : FLAGS_MAY_READ;
	case 0x50 ... 0x5f:	/* push, pop */
	case 0x63:		/* movsxd */
	case 0x68:		/* push */
	case 0x69:		/* imul */
	case 0x6a:
	case 0x6b:
	case 0x86 ... 0x8b:	/* xchg, mov */
	case 0x8d:		/* lea */
	case 0x98 ... 0x99:	/* cdqe, cqo */
	case 0xb0 ... 0xbf:	/* mov */
	case 0xc9:		/* leave */
		return FLAGS_KEEP;
	case 0xc6 ... 0xc7:
		/* mov */
		return s->reg ? FLAGS_MAY_READ : FLAGS_KEEP;
	}
	return FLAGS_MAY_READ;
}

static enum effect effect_of(const struct kp_x86_split *s)
{
	if (s->map == MAP_ONE_BYTE)
		return one_byte_effect(s);
	if (s->map != MAP_0F)
		return FLAGS_MAY_READ;
	switch (s->op) {
	case 0xaf:		/* imul */
	case 0xb6 ... 0xb7:	/* movzx */
	case 0xbe ... 0xbf:	/* movsx */
	case 0xc8 ... 0xcf:	/* bswap */
		return FLAGS_KEEP;
	}
	return FLAGS_MAY_READ;
}

/**
 * kp_x86_flags_are_dead() - whether status flags need not be restored
 * @bytes: instructions that a jump covers
 * @len: bytes of them
 * @addr: where they are
 *
 * No others are looked at: a probe there would see the flags.
 *
 * Context: process context.
 */
bool kp_x86_flags_are_dead(const u8 *bytes, size_t len, unsigned long addr)
{
	enum effect effect = FLAGS_KEEP;
	struct kp_x86_split s;
	size_t at;

	for (at = 0; effect == FLAGS_KEEP; at += s.insn.length) {
		if (at >= len || kp_x86_split(&s, bytes + at, len - at))
			return false;
		if (s.mod != 3 && kp_ksyms.search_exception_tables(addr + at))
			return false;
		effect = effect_of(&s);
	}
	return effect == FLAGS_WRITE_ALL;
}
