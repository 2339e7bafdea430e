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

#define B		0x48000000

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

int kp_arch_build_slot(const struct kp_arch_insn *insn, const u8 *bytes,
		       unsigned long addr, unsigned long slot,
		       enum kp_slot_kind kind, u8 *buf, u8 *trap_offset,
		       const char **why)
{
	unsigned long next = addr + insn->len;
	long distance = next - (slot + insn->len);
	u32 end = KP_PPC_TRAP;

	*trap_offset = insn->len;
	if (kind == KP_SLOT_BOOST) {
		if (no_reach || distance != sign_extend64(distance, 25)) {
			*why = "a branch does not reach from the slot";
			return -ERANGE;
		}
		end = B | (distance & GENMASK(25, 2));
	}
	/* zero is an instruction that is undefined for ever */
	memset(buf, 0, KP_ARCH_SLOT_CODE_SIZE);
	memcpy(buf, bytes, insn->len);
	memcpy(buf + insn->len, &end, sizeof(end));
	return 0;
}
