/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: types and constants of the arch contract (arch/contract.h). */
#ifndef KP_ARCH_TYPES_H
#define KP_ARCH_TYPES_H

#define KP_ARCH_MAX_INSN_SIZE	4
#define KP_ARCH_BREAKPOINT_SIZE	4
/* A load-exclusive further away than that is not found. */
#define KP_ARCH_LOOKBACK	128
#define KP_ARCH_SLOT_SIZE	64
#define KP_ARCH_SLOT_CODE_SIZE	48
#define KP_ARCH_STUB_SIZE	32
#define KP_ARCH_JPROBE_STACK	256
#define KP_ARCH_NATIVE_JUMP_SIZE	1
#define KP_ARCH_JUMP_SIZE	4
#define KP_ARCH_DETOUR_SIZE	128
#define KP_ARCH_IS_LIVE(bytes)	kp_arm64_is_live(bytes)
/* Half of them for data, half for execution. */
#define KP_ARCH_MAX_WATCHES	32
#define KP_ARCH_EMULATES_AT_HIT	false
/* It takes any address in a frame record for a caller's. */
#ifdef CONFIG_HAVE_RELIABLE_STACKTRACE
#define KP_ARCH_RELIABLE_TRACE	"stack_trace_save_tsk_reliable"
#endif

/* Nobody else's: the kernel's own are listed in its asm/brk-imm.h. */
#define KP_ARM64_BRK_IMM	0xb00
#define KP_ARM64_BRK		(0xd4200000 | KP_ARM64_BRK_IMM << 5)

/*
 * Parts of a detour: where its common part comes back to, the copy of the
 * instruction, the address of the common part, and the probepoint's.
 */
#define KP_ARM64_DETOUR_BACK	16
#define KP_ARCH_DETOUR_COPY	24
#define KP_ARM64_DETOUR_COMMON	(KP_ARCH_DETOUR_COPY + KP_ARCH_SLOT_CODE_SIZE)
#define KP_ARM64_DETOUR_DATA	(KP_ARM64_DETOUR_COMMON + 8)

/*
 * KP_SLOT_POST: code as in each slot, its fixup, and then: the head, where its common
 * part comes back to, the address of that, and the probepoint's.
 */
#define KP_ARM64_POST_HEAD	KP_ARCH_SLOT_SIZE
#define KP_ARM64_POST_BACK	(KP_ARM64_POST_HEAD + 16)
#define KP_ARM64_POST_COMMON	(KP_ARM64_POST_HEAD + 32)
#define KP_ARCH_POST_OWNER	(KP_ARM64_POST_COMMON + 8)

/* Where a stub has what it passes on. */
#define KP_ARM64_STUB_DATA	24

/* Bytes between the stack of the probed code and the registers of a detour. */
#define KP_ARM64_DETOUR_GAP	16

/* Fields of PSTATE as registers: each reads as its bit of PSTATE. */
#define KP_ARM64_PAN	sys_reg(3, 0, 4, 2, 3)
#define KP_ARM64_TCO	sys_reg(3, 3, 4, 2, 7)
#define KP_ARM64_DIT	sys_reg(3, 3, 4, 2, 5)

/*
 * PSTATE.SSBS has no register on some CPUs (Cortex-A76). What every exception takes it from
 * is a bit of SCTLR_EL1, which the kernel changes with it.
 */
#define KP_ARM64_DSSBS_SHIFT	44
#define KP_ARM64_SSBS_SHIFT	12

#ifndef __ASSEMBLY__

#include <linux/types.h>

/**
 * enum kp_arm64_emulation - how kp_arch_emulate() does an instruction
 * @KP_ARM64_OUT_OF_LINE: not at all, it runs in its slot
 * @KP_ARM64_NOP: only the program counter moves: nop, yield, bti, prfm of a
 *	literal, adr to xzr
 * @KP_ARM64_ADR: adr, adrp
 * @KP_ARM64_B: b
 * @KP_ARM64_BL: bl
 * @KP_ARM64_B_COND: b.cond, bc.cond
 * @KP_ARM64_CBZ: cbz, cbnz
 * @KP_ARM64_TBZ: tbz, tbnz
 * @KP_ARM64_BR: br, ret
 * @KP_ARM64_BLR: blr
 * @KP_ARM64_NR_EMULATIONS: how many there are
 */
enum kp_arm64_emulation {
	KP_ARM64_OUT_OF_LINE = 0,
	KP_ARM64_NOP,
	KP_ARM64_ADR,
	KP_ARM64_B,
	KP_ARM64_BL,
	KP_ARM64_B_COND,
	KP_ARM64_CBZ,
	KP_ARM64_TBZ,
	KP_ARM64_BR,
	KP_ARM64_BLR,
	KP_ARM64_NR_EMULATIONS,
};

/**
 * enum kp_arm64_form - how the code in a slot comes from an instruction that is
 *	not emulated
 * @KP_ARM64_COPY: a copy
 * @KP_ARM64_LITERAL: a load of a literal, whose address is loaded first
 * @KP_ARM64_AUTH_BRANCH: an authenticating branch or return: a copy, and
 *	nothing behind it
 * @KP_ARM64_AUTH_CALL: an authenticating call: the return address is loaded,
 *	and it becomes the branch
 * @KP_ARM64_NR_FORMS: how many there are
 */
enum kp_arm64_form {
	KP_ARM64_COPY,
	KP_ARM64_LITERAL,
	KP_ARM64_AUTH_BRANCH,
	KP_ARM64_AUTH_CALL,
	KP_ARM64_NR_FORMS,
};

/**
 * struct kp_arch_insn - one decoded instruction
 * @len: 4
 * @emulation: enum kp_arm64_emulation
 * @is_faultable: a load or store, or cache maintenance by address
 * @form: enum kp_arm64_form
 * @reg: register: destination of adr and of literals, what is tested, or
 *	branched to
 * @cond: condition code; number of the bit that is tested
 * @is_nonzero: cbnz and tbnz
 * @is_32bit: cbz and cbnz of a W register
 * @target: address that the instruction computes from its own
 */
struct kp_arch_insn {
	u8 len;
	u8 emulation;
	u8 is_faultable;
	u8 form;
	u8 reg;
	u8 cond;
	u8 is_nonzero;
	u8 is_32bit;
	unsigned long target;
};

/**
 * struct kp_arch_region - the instruction that a jump would cover
 * @num: 1
 * @at: 0
 * @len: 4
 * @insn: the instruction
 */
struct kp_arch_region {
	u8 num;
	u8 at[1];
	u8 len;
	struct kp_arch_insn insn;
};

/* Not branches: what follows is elsewhere. */
static inline bool kp_arch_has_post_slot(const struct kp_arch_insn *insn)
{
	return insn->emulation <= KP_ARM64_ADR &&
	       insn->form <= KP_ARM64_LITERAL;
}

/* What follows the probed instruction is at home, also where that is a branch. */
static inline int kp_arch_lead_post(u8 *buf, unsigned long slot, unsigned long detour)
{
	return 0;
}

/* decode.c */
bool kp_arm64_is_live(const u8 *bytes);
bool kp_arm64_is_landing_pad(const u8 *bytes);
bool kp_arm64_is_pac(const u8 *bytes);

/*
 * Whether eight aligned bytes of text are a pointer of the kernel: since 6.3 there is one
 * in front of a function, for the function tracer. No instruction looks as its upper half.
 */
static inline bool kp_arm64_is_pointer(u64 bytes)
{
	return bytes >> 52 == 0xfff;
}

/* slot.c */
int __must_check kp_arm64_relocate(const struct kp_arch_insn *insn,
				   const u8 *bytes, unsigned long addr,
				   unsigned long to, u8 *buf);

#endif /* __ASSEMBLY__ */
#endif /* KP_ARCH_TYPES_H */
