// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: the code in an out-of-line slot: the instruction, and a branch back.
 * No register is free there, so what does not reach by a branch does not get
 * one: KP_SLOT_BOOST is then refused, and a breakpoint leads back. What depends
 * on its address is emulated.
 */
#include <linux/bits.h>
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>

#include "detour_code.h"

static bool no_reach;
module_param(no_reach, bool, 0400);
MODULE_PARM_DESC(no_reach, "for tests: as if no branch reached from slots");

unsigned long kp_arch_resume(const struct kp_arch_insn *insn,
			     unsigned long addr)
{
	if (insn->emulation == KP_PPC_NOP)
		return addr + insn->len;
	if (insn->emulation == KP_PPC_BRANCH && !insn->is_link &&
	    (insn->bo & KP_PPC_BO_ALWAYS) == KP_PPC_BO_ALWAYS)
		return insn->target;
	return insn->emulation ? KP_RESUME_EMULATE : 0;
}

/**
 * struct post - what KP_PPC_POST_HEAD is the offset of
 * @call: calls @common
 * @next: branches home
 * @common: kp_ppc_post_common
 * @pp: the probepoint, which is added later
 */
struct post {
	struct kp_ppc_call call;
	u32 next;
	unsigned long common;
	const struct probepoint *pp;
};

/* b at @from, to @to; 0 if that is out of reach. */
static u32 branch(unsigned long from, unsigned long to)
{
	return no_reach ? 0 : kp_ppc_branch(from, to);
}

/* Where the registers are mended behind the instruction. Returns the way there. */
static u32 build_post(unsigned long at, unsigned long slot, unsigned long next,
		      u8 *buf)
{
	const unsigned long head = slot + KP_PPC_POST_HEAD;
	struct post post = {
		.call = kp_ppc_build_call(offsetof(struct post, common)),
		.next = branch(head + offsetof(struct post, next), next),
		.common = (unsigned long)kp_ppc_post_common,
	};

	BUILD_BUG_ON(KP_PPC_POST_HEAD + offsetof(struct post, call.back) !=
		     KP_PPC_POST_BACK);
	BUILD_BUG_ON(KP_PPC_POST_HEAD + offsetof(struct post, common) !=
		     KP_PPC_POST_COMMON);
	BUILD_BUG_ON(KP_PPC_POST_HEAD + offsetof(struct post, pp) !=
		     KP_ARCH_POST_OWNER);
	BUILD_BUG_ON(KP_PPC_POST_HEAD + sizeof(post) > KP_ARCH_DETOUR_SIZE);

	memset(buf + KP_ARCH_SLOT_CODE_SIZE, 0,
	       KP_ARCH_DETOUR_SIZE - KP_ARCH_SLOT_CODE_SIZE);
	memcpy(buf + KP_PPC_POST_HEAD, &post, sizeof(post));
	return post.next ? branch(at, head) : 0;
}

int kp_arch_build_slot(const struct kp_arch_insn *insn, const u8 *bytes,
		       unsigned long addr, unsigned long slot,
		       enum kp_slot_kind kind, u8 *buf, u8 *trap_offset,
		       const char **why)
{
	unsigned long next = addr + insn->len;
	u32 end = KP_PPC_TRAP;

	*trap_offset = insn->len;
	/* zero is an instruction that is undefined for ever */
	memset(buf, 0, KP_ARCH_SLOT_CODE_SIZE);
	if (kind == KP_SLOT_BOOST)
		end = branch(slot + insn->len, next);
	else if (kind == KP_SLOT_POST)
		end = build_post(slot + insn->len, slot, next, buf);
	if (!end) {
		*why = "a branch does not reach from the slot";
		return -ERANGE;
	}
	memcpy(buf, bytes, insn->len);
	memcpy(buf + insn->len, &end, sizeof(end));
	return 0;
}
