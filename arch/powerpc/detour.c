// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: a branch instead of a breakpoint. It leads to a detour: that saves the
 * registers, has the handlers called (stub_entry.S, detour_hit.c), runs the
 * instruction, and branches back.
 */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>
#include <compat/stack_frame.h>

#define INSN_SIZE	4
#define B		0x48000000
#define LK		1
#define FRAME_SIZE	(STACK_FRAME_OVERHEAD + sizeof(struct pt_regs) + \
			 KP_PPC_DETOUR_GAP)
/* In that frame. */
#define AT(member)	(STACK_FRAME_OVERHEAD + offsetof(struct pt_regs, member))

#define STDU_R1(offset)	(0xf8210001 | ((offset) & 0xfffc))	/* (r1) */
#define STD_R12(offset)	(0xf9810000 | ((offset) & 0xfffc))	/* (r1) */
#define LD_R0(offset)	(0xe8010000 | ((offset) & 0xfffc))	/* (r1) */
#define LD_R1(offset)	(0xe8210000 | ((offset) & 0xfffc))	/* (r1) */
#define LD_R12(offset)	(0xe98c0000 | (offset))			/* (r12) */
#define MFLR_R12	0x7d8802a6
#define MTLR_R12	0x7d8803a6
#define MTLR_R0		0x7c0803a6
#define BCL_NEXT	0x429f0005	/* bcl 20,31,.+4 */
#define BLRL		0x4e800021

/**
 * struct detour - what kp_arch_build_detour() makes
 * @head: makes room, saves r12 and LR, and calls @common
 * @back: where that comes back to: undoes the rest
 * @copy: the instruction, and the way back home
 * @common: kp_ppc_detour_common
 * @pp: the probepoint
 */
struct detour {
	u32 head[9];
	u32 back[4];
	u32 copy[3];
	unsigned long common;
	const struct probepoint *pp;
};

int kp_arch_scan(const u8 *bytes, unsigned long addr, unsigned long *names)
{
	return 0;
}

int kp_arch_jump_region(const u8 *bytes, size_t avail, unsigned long addr,
			struct kp_arch_region *region, const char **why)
{
	const struct kp_arch_insn *insn = &region->insn;

	memset(region, 0, sizeof(*region));
	/* it has been accepted, so what is before it does not matter */
	if (kp_arch_decode(bytes, avail, NULL, 0, addr, &region->insn, why))
		return -EILSEQ;
	if (insn->emulation == KP_PPC_BRANCH_LR && insn->is_link) {
		*why = "branches to where LR leads, and sets it";
		return -EILSEQ;
	}
	region->num = 1;
	region->len = INSN_SIZE;
	return 0;
}

/* b at @from, to @to; 0 if that is out of reach. */
static u32 branch(unsigned long from, unsigned long to)
{
	long distance = to - from;

	return distance == sign_extend64(distance, 25) ?
	       B | (distance & GENMASK(25, 2)) : 0;
}

/*
 * What else the instruction does, if it is emulated, detour_hit.c has done.
 * Return: whether all is within reach.
 */
static bool build_copy(u32 *copy, const struct kp_arch_insn *insn, u32 word,
		       unsigned long addr, unsigned long at)
{
	u32 next;

	switch (insn->emulation) {
	case KP_PPC_NOP:
	case KP_PPC_ADDPCIS:
		copy[0] = branch(at, addr + INSN_SIZE);
		return copy[0];
	case KP_PPC_BRANCH:
		if ((insn->bo & KP_PPC_BO_ALWAYS) == KP_PPC_BO_ALWAYS) {
			copy[0] = branch(at, insn->target);
			return copy[0];
		}
		/* over the way on, to the way to the target */
		copy[0] = (word & ~GENMASK(15, 0)) | 2 * INSN_SIZE;
		copy[2] = branch(at + 2 * INSN_SIZE, insn->target);
		if (!copy[2])
			return false;
		break;
	case KP_PPC_BRANCH_LR:
	case KP_PPC_BRANCH_CTR:
		copy[0] = word & ~LK;
		break;
	default:
		copy[0] = word;
	}
	next = branch(at + INSN_SIZE, addr + INSN_SIZE);
	copy[1] = next;
	return next;
}

int kp_arch_build_detour(const struct kp_arch_region *region, const u8 *bytes,
			 unsigned long addr, unsigned long detour,
			 const struct probepoint *pp, u8 *buf,
			 unsigned int *copy, const char **why)
{
	struct detour code = {
		.head = {
			STDU_R1(-FRAME_SIZE), STD_R12(AT(gpr[12])),
			MFLR_R12, STD_R12(AT(link)), BCL_NEXT, MFLR_R12,
			LD_R12(KP_PPC_DETOUR_COMMON - 5 * INSN_SIZE),
			MTLR_R12, BLRL,
		},
		.back = {
			LD_R0(AT(link)), MTLR_R0, LD_R0(AT(gpr[0])),
			LD_R1(AT(gpr[1])),
		},
		.common = (unsigned long)kp_ppc_detour_common,
		.pp = pp,
	};
	u32 word;

	BUILD_BUG_ON(offsetof(struct detour, back) != KP_PPC_DETOUR_BACK);
	BUILD_BUG_ON(offsetof(struct detour, copy) != KP_PPC_DETOUR_COPY);
	BUILD_BUG_ON(offsetof(struct detour, common) != KP_PPC_DETOUR_COMMON);
	BUILD_BUG_ON(offsetof(struct detour, pp) != KP_PPC_DETOUR_DATA);
	BUILD_BUG_ON(sizeof(code) > KP_ARCH_DETOUR_SIZE);
	BUILD_BUG_ON(FRAME_SIZE % 16 || FRAME_SIZE >= SZ_32K);

	memcpy(&word, bytes, sizeof(word));
	*copy = KP_PPC_DETOUR_COPY;
	*why = "a branch does not reach from or to the detour";
	if (!branch(addr, detour) ||
	    !build_copy(code.copy, &region->insn, word, addr, detour + *copy))
		return -ERANGE;
	memset(buf, 0, KP_ARCH_DETOUR_SIZE);
	memcpy(buf, &code, sizeof(code));
	return 0;
}

void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour)
{
	u32 word = branch(addr, detour);

	memcpy(buf, &word, sizeof(word));
}
