// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: a branch instead of a breakpoint. It leads to a detour: that saves the
 * registers, has the handlers called (stub_entry.S, detour_hit.c), runs the
 * instruction, and branches back.
 */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <hit/probepoint.h>
#include <kp_arch_hit.h>

#include "detour_code.h"

#define INSN_SIZE	4
#define LK		1

/**
 * struct detour - what kp_arch_build_detour() makes
 * @call: calls @common
 * @copy: the instruction, and the way back home
 * @common: kp_ppc_detour_common
 * @pp: the probepoint
 */
struct detour {
	struct kp_ppc_call call;
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

/*
 * What else the instruction does, if it is emulated, detour_hit.c has done. With
 * post_handlers it is a branch to @post, the slot that has them called and leads home, too.
 * Return: whether all is within reach.
 */
static bool build_copy(u32 *copy, const struct kp_arch_insn *insn, u32 word,
		       unsigned long addr, unsigned long at, unsigned long post)
{
	u32 next;

	if (post) {
		copy[0] = kp_ppc_branch(at, post);
		return copy[0];
	}
	switch (insn->emulation) {
	case KP_PPC_NOP:
	case KP_PPC_ADDPCIS:
		copy[0] = kp_ppc_branch(at, addr + INSN_SIZE);
		return copy[0];
	case KP_PPC_BRANCH:
		if ((insn->bo & KP_PPC_BO_ALWAYS) == KP_PPC_BO_ALWAYS) {
			copy[0] = kp_ppc_branch(at, insn->target);
			return copy[0];
		}
		/* over the way on, to the way to the target */
		copy[0] = (word & ~GENMASK(15, 0)) | 2 * INSN_SIZE;
		copy[2] = kp_ppc_branch(at + 2 * INSN_SIZE, insn->target);
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
	next = kp_ppc_branch(at + INSN_SIZE, addr + INSN_SIZE);
	copy[1] = next;
	return next;
}

int kp_arch_build_detour(const struct kp_arch_region *region, const u8 *bytes,
			 unsigned long addr, unsigned long detour,
			 const struct probepoint *pp, u8 *buf, const char **why)
{
	struct detour code = {
		.call = kp_ppc_build_call(KP_PPC_DETOUR_COMMON),
		.common = (unsigned long)kp_ppc_detour_common,
		.pp = pp,
	};
	u32 word;

	BUILD_BUG_ON(offsetof(struct detour, call.back) != KP_PPC_DETOUR_BACK);
	BUILD_BUG_ON(offsetof(struct detour, copy) != KP_ARCH_DETOUR_COPY);
	BUILD_BUG_ON(offsetof(struct detour, common) != KP_PPC_DETOUR_COMMON);
	BUILD_BUG_ON(offsetof(struct detour, pp) != KP_PPC_DETOUR_DATA);
	BUILD_BUG_ON(sizeof(code) > KP_ARCH_DETOUR_SIZE);

	memcpy(&word, bytes, sizeof(word));
	*why = "a branch does not reach from or to the detour";
	if (!kp_ppc_branch(addr, detour) ||
	    !build_copy(code.copy, &region->insn, word, addr,
			detour + KP_ARCH_DETOUR_COPY, kp_rare_post(pp)))
		return -ERANGE;
	memset(buf, 0, KP_ARCH_DETOUR_SIZE);
	memcpy(buf, &code, sizeof(code));
	return 0;
}

void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour)
{
	u32 word = kp_ppc_branch(addr, detour);

	memcpy(buf, &word, sizeof(word));
}
