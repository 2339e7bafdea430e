// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: instructions done in software. Runs on the hit path: calls nothing.
 */
#include <linux/ptrace.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>

/* Also counts CTR down. Source: Power ISA, Book I, 2.4 "Branch Instructions". */
static bool is_taken(const struct kp_arch_insn *insn, struct pt_regs *regs)
{
	bool is_set = (regs->ccr >> (31 - insn->bi)) & 1;

	if (!(insn->bo & KP_PPC_BO_ANY_CTR)) {
		regs->ctr--;
		if (!regs->ctr != !!(insn->bo & KP_PPC_BO_CTR_ZERO))
			return false;
	}
	return insn->bo & KP_PPC_BO_ANY_CR ||
	       is_set == !!(insn->bo & KP_PPC_BO_CR_SET);
}

static unsigned long target_of(const struct kp_arch_insn *insn,
			       const struct pt_regs *regs)
{
	if (insn->emulation == KP_PPC_BRANCH_LR)
		return regs->link & ~3UL;
	if (insn->emulation == KP_PPC_BRANCH_CTR)
		return regs->ctr & ~3UL;
	return insn->target;
}

/**
 * kp_arch_emulate() - do what an instruction does
 * @insn: the instruction, with emulation not 0
 * @addr: where it lives
 * @regs: registers before it; the instruction pointer may be anything
 *
 * Context: trap or process, preemption disabled.
 */
void kp_arch_emulate(const struct kp_arch_insn *insn, unsigned long addr,
		     struct pt_regs *regs)
{
	unsigned long next = addr + insn->len, target;

	switch (insn->emulation) {
	case KP_PPC_NOP:
		break;
	case KP_PPC_ADDPCIS:
		regs->gpr[insn->bi] = insn->target;
		break;
	default:
		/* before LR is set, by which it may go */
		target = target_of(insn, regs);
		if (insn->is_link)
			regs->link = next;
		if (is_taken(insn, regs))
			next = target;
	}
	regs->nip = next;
}
