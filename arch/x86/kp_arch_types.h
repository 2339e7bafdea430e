/* SPDX-License-Identifier: GPL-2.0 */
/* x86: types and constants of the arch contract (internal/arch.h). */
#ifndef KP_ARCH_TYPES_H
#define KP_ARCH_TYPES_H

#include <linux/types.h>

#define KP_ARCH_MAX_INSN_SIZE	15
#define KP_ARCH_BREAKPOINT_SIZE	1
#define KP_ARCH_SLOT_SIZE	32

/**
 * enum kp_x86_emulation - how kp_arch_emulate() does an instruction
 *
 * Numbers are ordered so that the commonest function entries come first.
 */
enum kp_x86_emulation {
	KP_X86_OUT_OF_LINE = 0,	/* not emulated: runs in its slot */
	KP_X86_NOP,		/* nop, endbr, prefetch-like hints: only ip moves */
	KP_X86_PUSH_REG,	/* push r64 */
	KP_X86_POP_REG,		/* pop r64 */
	KP_X86_PUSH_IMM,	/* push imm8/imm32, sign extended */
	KP_X86_MOV_REG,		/* mov r, r (32 or 64 bits) */
	KP_X86_ADD_RSP,		/* not used by decode if flags matter */
	KP_X86_LEAVE,
	KP_X86_JMP,		/* jmp rel8/rel32 */
	KP_X86_JCC,		/* jcc rel8/rel32; condition in cc */
	KP_X86_CALL,		/* call rel32 */
	KP_X86_RET,		/* ret, ret imm16 */
	KP_X86_JMP_REG,		/* jmp *r64 */
	KP_X86_CALL_REG,	/* call *r64 */
	KP_X86_LOOP,		/* loop, loope, loopne, j[er]cxz */
};

/**
 * struct kp_arch_insn - one decoded instruction
 * @len: length in bytes
 * @emulation: enum kp_x86_emulation
 * @is_faultable: reads or writes memory other than the stack implicitly
 * @step: enum kp_x86_step: what kp_arch_finish_step() has to mend
 * @reg: register number 0..15 (source for push and indirect branches,
 *	destination for pop and mov)
 * @reg2: source register of mov
 * @cc: condition code 0..15; for KP_X86_LOOP, the low two opcode bits
 * @size: operand or address size in bytes where it matters
 * @imm: displacement, immediate, or stack bytes to drop
 * @modrm_offset: offset of ModRM, 0 if none
 * @disp_offset: offset of a RIP-relative displacement, 0 if none
 */
struct kp_arch_insn {
	u8 len;
	u8 emulation;
	u8 is_faultable;
	u8 step;
	u8 reg;
	u8 reg2;
	u8 cc;
	u8 size;
	s32 imm;
	u8 modrm_offset;
	u8 disp_offset;
};

#endif /* KP_ARCH_TYPES_H */
