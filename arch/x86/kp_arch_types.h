/* SPDX-License-Identifier: GPL-2.0 */
/* x86: types and constants of the arch contract (arch/contract.h). */
#ifndef KP_ARCH_TYPES_H
#define KP_ARCH_TYPES_H

#define KP_ARCH_MAX_INSN_SIZE	15
#define KP_ARCH_BREAKPOINT_SIZE	1
#define KP_ARCH_LOOKBACK	0
#define KP_ARCH_SLOT_SIZE	32
#define KP_ARCH_SLOT_CODE_SIZE	20
#define KP_ARCH_STUB_SIZE	16
#define KP_ARCH_JPROBE_STACK	256
#define KP_ARCH_NATIVE_JUMP_SIZE	5
#define KP_ARCH_MAX_WATCHES	4
#define KP_ARCH_USER_STEP	DIE_DEBUG
#define KP_ARCH_EMULATES_AT_HIT	false
#define KP_ARCH_JUMP_SIZE	5
#define KP_ARCH_DETOUR_SIZE	64

/* A detour: code, the copy of the instructions in it, and behind the code: */
#define KP_ARCH_DETOUR_COPY	21
#define KP_X86_DETOUR_MARKS	44
#define KP_X86_NUM_MARKS	6
#define KP_X86_DETOUR_DATA	56

/* KP_SLOT_POST: code as in each slot, its fixup, and then: */
#define KP_X86_POST_HEAD	32
#define KP_X86_POST_BACK	51
#define KP_ARCH_POST_OWNER	56

/* Bytes between the stack of the probed code and the registers of a detour */
#define KP_X86_DETOUR_GAP	56

#ifndef __ASSEMBLY__

#include <linux/types.h>

/**
 * enum kp_x86_emulation - how kp_arch_emulate() does an instruction
 * @KP_X86_OUT_OF_LINE: not at all, it runs in its slot
 * @KP_X86_NOP: only the instruction pointer moves: nops, endbr, pause
 * @KP_X86_PUSH_REG: push r64
 * @KP_X86_POP_REG: pop r64
 * @KP_X86_PUSH_IMM: push imm8, push imm32
 * @KP_X86_MOV_REG: mov r64, r64
 * @KP_X86_MOV_REG32: mov r32, r32, which clears the upper half
 * @KP_X86_LEAVE: leave
 * @KP_X86_CALL: call rel32
 * @KP_X86_RET: ret, ret imm16
 * @KP_X86_JMP: jmp rel8, jmp rel32
 * @KP_X86_JCC: jcc rel8, jcc rel32
 * @KP_X86_JMP_REG: jmp \*r64
 * @KP_X86_CALL_REG: call \*r64
 * @KP_X86_LOOP: loopne, loope, loop and jrcxz; with 0x67 on ecx
 * @KP_X86_NR_EMULATIONS: how many there are
 */
enum kp_x86_emulation {
	KP_X86_OUT_OF_LINE = 0,
	KP_X86_NOP,
	KP_X86_PUSH_REG,
	KP_X86_POP_REG,
	KP_X86_PUSH_IMM,
	KP_X86_MOV_REG,
	KP_X86_MOV_REG32,
	KP_X86_LEAVE,
	KP_X86_CALL,
	KP_X86_RET,
	KP_X86_JMP,
	KP_X86_JCC,
	KP_X86_JMP_REG,
	KP_X86_CALL_REG,
	KP_X86_LOOP,
	KP_X86_NR_EMULATIONS,
};

/**
 * enum kp_x86_form - how the code in a slot comes from an instruction
 * @KP_X86_COPY: a copy; RIP-relative displacements are relocated
 * @KP_X86_CALL_MEM: call through memory: boosted it is a push of the return
 *	address and a jump, stepped a push of the target
 * @KP_X86_JMP_MEM: jump through memory: boosted a copy, stepped a push of
 *	the target
 * @KP_X86_NR_FORMS: how many there are; two bits hold them
 */
enum kp_x86_form {
	KP_X86_COPY,
	KP_X86_CALL_MEM,
	KP_X86_JMP_MEM,
	KP_X86_NR_FORMS,
};

/**
 * struct kp_arch_insn - one decoded instruction
 * @len: length in bytes
 * @emulation: enum kp_x86_emulation
 * @reg: register, as its offset in struct pt_regs: source of push and of
 *	indirect branches, destination of pop and mov
 * @src: source register of mov, likewise
 * @imm: immediate of push; bytes that ret takes from the stack; where a direct
 *	branch goes, counted from the start of the instruction
 * @cc: condition code 0..15 of jcc; low two bits of the opcode of the loops
 * @opcode_offset: where the opcode is
 * @disp_offset: where a RIP-relative displacement is, or 0
 * @form: enum kp_x86_form
 * @is_faultable: can fault in ordinary use other than on the stack: has a
 *	memory operand, accesses an MSR, XCR0 or a segment register, or waits
 *	for the x87
 * @is_addr32: a loop that counts in ecx
 * @is_sp_based: the memory operand of KP_X86_CALL_MEM is addressed through rsp
 */
struct kp_arch_insn {
	u8 len;
	u8 emulation;
	u8 reg;
	u8 src;
	s32 imm;
	u8 cc;
	u8 opcode_offset;
	u8 disp_offset;
	u8 form : 2;
	bool is_faultable : 1;
	bool is_addr32 : 1;
	bool is_sp_based : 1;
};

/* symbol.c: whether status flags do not outlive our return to the probed code */
bool kp_x86_returns_write_flags(void);

/* Not branches: registers are mended behind them, or what follows is elsewhere. */
static inline bool kp_arch_has_post_slot(const struct kp_arch_insn *insn)
{
	return insn->form == KP_X86_COPY && insn->emulation < KP_X86_CALL &&
	       !kp_x86_returns_write_flags();
}

/* Let a KP_SLOT_POST slot, whose code is in @buf, go on behind the start of a detour's copy. */
int kp_arch_lead_post(u8 *buf, unsigned long slot, unsigned long detour);

/* in assembly, in stub_entry.S and entry_macros.S */
#define KP_ARCH_RUN_RETURN	kp_arch_run_return
#define KP_ARCH_GOES_ON		true

/* All text, and so all slots, are in the last 2 GB; its sign makes it an address again. */
#define KP_ARCH_CODE_ADDR	s32

/**
 * struct kp_arch_region - the instructions that a jump would cover
 * @num: how many are executed
 * @len: their bytes; fewer than the jump's if the last one does not go on
 * @flags_are_dead: nobody reads the status flags that are there before them
 * @at: where each begins, from the first
 * @insn: the instructions
 */
struct kp_arch_region {
	u8 num;
	u8 len;
	bool flags_are_dead;
	u8 at[KP_ARCH_JUMP_SIZE];
	struct kp_arch_insn insn[KP_ARCH_JUMP_SIZE];
};

#endif /* __ASSEMBLY__ */
#endif /* KP_ARCH_TYPES_H */
