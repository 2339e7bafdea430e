// SPDX-License-Identifier: GPL-2.0
/*
 * x86: instruction and registers in, registers out.
 *
 * On the hit path: calls nothing. The stack may be written below the trapped
 * stack pointer: the kernel's int3 entry leaves a gap of several words there
 * when it came from kernel mode.
 */
#include <linux/compiler.h>
#include <linux/ptrace.h>
#include <asm/processor-flags.h>

#include <kp_arch_hit.h>

static __always_inline unsigned long *reg_at(struct pt_regs *regs, u8 offset)
{
	return (unsigned long *)((char *)regs + offset);
}

static __always_inline void push(struct pt_regs *regs, unsigned long value)
{
	regs->sp -= sizeof(value);
	*(unsigned long *)regs->sp = value;
}

static __always_inline unsigned long pop(struct pt_regs *regs)
{
	unsigned long value = *(unsigned long *)regs->sp;

	regs->sp += sizeof(value);
	return value;
}

/* Intel SDM volume 1, appendix B, "EFLAGS condition codes". */
static __always_inline bool condition_holds(u8 cc, unsigned long flags)
{
	bool is_less = !(flags & X86_EFLAGS_SF) != !(flags & X86_EFLAGS_OF);
	bool holds;

	switch (cc >> 1) {
	case 0:
		holds = flags & X86_EFLAGS_OF;
		break;
	case 1:
		holds = flags & X86_EFLAGS_CF;
		break;
	case 2:
		holds = flags & X86_EFLAGS_ZF;
		break;
	case 3:
		holds = flags & (X86_EFLAGS_CF | X86_EFLAGS_ZF);
		break;
	case 4:
		holds = flags & X86_EFLAGS_SF;
		break;
	case 5:
		holds = flags & X86_EFLAGS_PF;
		break;
	case 6:
		holds = is_less;
		break;
	default:
		holds = is_less || (flags & X86_EFLAGS_ZF);
		break;
	}
	return holds != (cc & 1);
}

/* loopne, loope, loop, jrcxz by the low two bits of their opcodes e0..e3. */
static __always_inline bool loop_is_taken(const struct kp_arch_insn *insn,
					  struct pt_regs *regs)
{
	unsigned long count = regs->cx;
	bool is_zero = regs->flags & X86_EFLAGS_ZF;

	if (insn->cc == 3)
		return !(insn->is_addr32 ? (u32)count : count);
	count--;
	if (insn->is_addr32)
		count = (u32)count;
	regs->cx = count;
	if (!count || insn->cc == 2)
		return count;
	return is_zero == (insn->cc & 1);
}

/* The rarer half, by kind of instruction. */
static noinline void emulate_other(const struct kp_arch_insn *insn,
				   unsigned long addr, struct pt_regs *regs)
{
	unsigned long next = addr + insn->len;
	unsigned long value;

	switch (insn->emulation) {
	case KP_X86_JCC:
		if (condition_holds(insn->cc, regs->flags))
			next = addr + insn->imm;
		break;
	case KP_X86_JMP_REG:
		next = *reg_at(regs, insn->reg);
		break;
	case KP_X86_CALL_REG:
		value = *reg_at(regs, insn->reg);
		push(regs, next);
		next = value;
		break;
	case KP_X86_MOV_REG32:
		*reg_at(regs, insn->reg) = (u32)*reg_at(regs, insn->src);
		break;
	case KP_X86_POP_REG:
		/* pop rsp: the popped value stays */
		value = pop(regs);
		*reg_at(regs, insn->reg) = value;
		break;
	case KP_X86_PUSH_IMM:
		push(regs, insn->imm);
		break;
	case KP_X86_LEAVE:
		regs->sp = regs->bp;
		regs->bp = pop(regs);
		break;
	case KP_X86_LOOP:
		if (loop_is_taken(insn, regs))
			next = addr + insn->imm;
		break;
	}
	regs->ip = next;
}

/**
 * kp_arch_emulate() - do what the instruction does
 * @insn: the instruction; its emulation is not KP_X86_OUT_OF_LINE
 * @addr: where it lives
 * @regs: registers before it, but for the instruction pointer, which may be
 *	anything; after it, on return
 *
 * Context: any. What comes first here is what functions begin with, and how they are
 * called and left.
 */
void kp_arch_emulate(const struct kp_arch_insn *insn, unsigned long addr,
		     struct pt_regs *regs)
{
	unsigned long next = addr + insn->len;

	switch (insn->emulation) {
	case KP_X86_NOP:
		break;
	case KP_X86_PUSH_REG:
		/* push rsp stores rsp as it was */
		push(regs, *reg_at(regs, insn->reg));
		break;
	case KP_X86_MOV_REG:
		*reg_at(regs, insn->reg) = *reg_at(regs, insn->src);
		break;
	case KP_X86_CALL:
		push(regs, next);
		fallthrough;
	case KP_X86_JMP:
		next = addr + insn->imm;
		break;
	case KP_X86_RET:
		next = *(unsigned long *)regs->sp;
		regs->sp += insn->imm;
		break;
	default:
		emulate_other(insn, addr, regs);
		return;
	}
	regs->ip = next;
}

/**
 * kp_arch_fault_home() - registers of a fault in a slot, as if it were at home
 * @insn: the instruction that faulted
 * @addr: where it lives
 * @slot: where its slot begins: the place to try it again
 * @regs: registers at the fault, with the instruction pointer in the slot
 *
 * Context: any.
 */
void kp_arch_fault_home(const struct kp_arch_insn *insn, unsigned long addr,
			unsigned long slot, struct pt_regs *regs)
{
	bool is_call = insn->form == KP_X86_CALL_MEM ||
		       insn->emulation == KP_X86_CALL_REG;

	/* a boosted call has pushed its return address by then */
	if (is_call && regs->ip != slot)
		pop(regs);
	regs->ip = addr;
}

/**
 * kp_arch_finish_step() - make the registers what they are after the
 *	instruction at home
 * @insn: the instruction that ran in a KP_SLOT_STEP slot
 * @addr: where it lives
 * @regs: registers at the breakpoint behind it
 *
 * Context: any.
 */
void kp_arch_finish_step(const struct kp_arch_insn *insn, unsigned long addr,
			 struct pt_regs *regs)
{
	unsigned long next = addr + insn->len;

	if (likely(insn->form == KP_X86_COPY)) {
		regs->ip = next;
		return;
	}
	/* the slot has pushed where to go */
	regs->ip = pop(regs);
	if (insn->form == KP_X86_CALL_MEM)
		push(regs, next);
}
