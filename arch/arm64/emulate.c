// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: instructions done in software, for probes with a post_handler. Runs on
 * the hit path: calls nothing.
 */
#include <linux/ptrace.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>

/* Here, as nothing of this file leads up. */
bool kp_arm64_has_dit __read_mostly;

static __always_inline unsigned long read_reg(const struct pt_regs *regs,
					      unsigned int reg)
{
	return reg == 31 ? 0 : regs->regs[reg];
}

/*
 * Source: Arm Architecture Reference Manual, J1 "shared/functions/system/
 * ConditionHolds".
 */
static bool condition_holds(unsigned int cond, unsigned long pstate)
{
	bool n = pstate & PSR_N_BIT, z = pstate & PSR_Z_BIT;
	bool c = pstate & PSR_C_BIT, v = pstate & PSR_V_BIT;
	bool holds = true;

	switch (cond >> 1) {
	case 0:
		holds = z;
		break;
	case 1:
		holds = c;
		break;
	case 2:
		holds = n;
		break;
	case 3:
		holds = v;
		break;
	case 4:
		holds = c && !z;
		break;
	case 5:
		holds = n == v;
		break;
	case 6:
		holds = n == v && !z;
		break;
	case 7:
		/* al, and nv that means the same */
		return true;
	}
	return holds != (cond & 1);
}

static bool is_taken(const struct kp_arch_insn *insn,
		     const struct pt_regs *regs)
{
	unsigned long value;

	if (insn->emulation == KP_ARM64_B_COND)
		return condition_holds(insn->cond, regs->pstate);
	value = read_reg(regs, insn->reg);
	if (insn->emulation == KP_ARM64_TBZ)
		return ((value >> insn->cond) & 1) == insn->is_nonzero;
	if (insn->is_32bit)
		value = (u32)value;
	return !!value == insn->is_nonzero;
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
	unsigned long next = addr + insn->len;

	switch (insn->emulation) {
	case KP_ARM64_NOP:
		break;
	case KP_ARM64_ADR:
		regs->regs[insn->reg] = insn->target;
		break;
	case KP_ARM64_BL:
		regs->regs[30] = next;
		fallthrough;
	case KP_ARM64_B:
		next = insn->target;
		break;
	case KP_ARM64_BLR:
		/* blr x30 goes to the old x30 */
		next = read_reg(regs, insn->reg);
		regs->regs[30] = addr + insn->len;
		break;
	case KP_ARM64_BR:
		next = read_reg(regs, insn->reg);
		break;
	default:
		if (is_taken(insn, regs))
			next = insn->target;
	}
	regs->pc = next;
}
