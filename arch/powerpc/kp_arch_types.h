/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: types and constants of the arch contract (arch/contract.h). */
#ifndef KP_ARCH_TYPES_H
#define KP_ARCH_TYPES_H

#include <compat/ftrace_nop.h>

/* Prefixed ones, of 8 bytes, are refused. */
#define KP_ARCH_MAX_INSN_SIZE	4
#define KP_ARCH_BREAKPOINT_SIZE	4
/* A load that reserves further away than that is not found. */
#define KP_ARCH_LOOKBACK	128
#define KP_ARCH_SLOT_SIZE	128
#define KP_ARCH_SLOT_CODE_SIZE	112
#define KP_ARCH_STUB_SIZE	64
/* And room for the eight in registers, which comes before. */
#define KP_ARCH_JPROBE_STACK	(8 * 8 + 256)
#define KP_ARCH_NATIVE_JUMP_SIZE	4
#define KP_ARCH_JUMP_SIZE	4
#define KP_ARCH_JUMP_IS_LIVE	false
#define KP_ARCH_DETOUR_SIZE	256
#define KP_ARCH_MAX_WATCHES	2
#define KP_ARCH_USER_STEP	DIE_SSTEP

/* Some branches are done in the trap: no code elsewhere could set LR. */
#define KP_ARCH_EMULATES_AT_HIT	true
/* KVM's, from guest_state_enter_irqoff() on, where little is noinstr. */
#define KP_ARCH_IGNORED_TASKS	true
#define KP_ARCH_TRACER_PROBE \
	(KP_FTRACE_LOOKS_AHEAD ? "ftrace_make_nop" : NULL)

/* tw 31,r11,r11: traps always, and nobody else uses these registers. */
#define KP_PPC_TRAP		0x7feb5808

#ifdef CONFIG_PPC64_ELF_ABI_V2
#define KP_PPC_PARAMETERS	32
#else
#define KP_PPC_PARAMETERS	48
#endif

/*
 * Parts of a detour: where its common part comes back to, the copy of the
 * instruction, the address of the common part, and the probepoint's.
 */
#define KP_PPC_DETOUR_BACK	36
#define KP_ARCH_DETOUR_COPY	52
#define KP_PPC_DETOUR_COMMON	64
#define KP_PPC_DETOUR_DATA	72

/*
 * KP_SLOT_POST: code as in each slot, its fixup, and then: the head, where its common
 * part comes back to, the address of that, and the probepoint's.
 */
#define KP_PPC_POST_HEAD	KP_ARCH_SLOT_SIZE
#define KP_PPC_POST_BACK	(KP_PPC_POST_HEAD + 36)
#define KP_PPC_POST_COMMON	(KP_PPC_POST_HEAD + 56)
#define KP_ARCH_POST_OWNER	(KP_PPC_POST_COMMON + 8)

/*
 * Bytes between the stack of the probed code and the registers of a detour: what
 * interrupts leave alone, too, and the way back.
 */
#define KP_PPC_DETOUR_GAP	(KERNEL_REDZONE_SIZE + 16)

#ifndef __ASSEMBLY__

#include <linux/types.h>

/**
 * enum kp_ppc_emulation - how kp_arch_emulate() does an instruction
 * @KP_PPC_OUT_OF_LINE: not at all, it runs in its slot
 * @KP_PPC_NOP: only the instruction pointer moves
 * @KP_PPC_BRANCH: b, bc and their forms: to an address that it names
 * @KP_PPC_BRANCH_LR: bclr
 * @KP_PPC_BRANCH_CTR: bcctr
 * @KP_PPC_ADDPCIS: addpcis
 * @KP_PPC_NR_EMULATIONS: how many there are
 */
enum kp_ppc_emulation {
	KP_PPC_OUT_OF_LINE = 0,
	KP_PPC_NOP,
	KP_PPC_BRANCH,
	KP_PPC_BRANCH_LR,
	KP_PPC_BRANCH_CTR,
	KP_PPC_ADDPCIS,
	KP_PPC_NR_EMULATIONS,
};

/**
 * struct kp_arch_insn - one decoded instruction
 * @len: 4
 * @emulation: enum kp_ppc_emulation
 * @is_faultable: a load or store, or cache maintenance by address
 * @is_link: sets LR
 * @bo: of a branch: what it depends on
 * @bi: of a branch: bit of CR; of addpcis: the register
 * @target: address that the instruction computes from its own
 */
struct kp_arch_insn {
	u8 len;
	u8 emulation;
	u8 is_faultable;
	u8 is_link;
	u8 bo;
	u8 bi;
	unsigned long target;
};

/* Not branches: what follows is elsewhere. Nor what has no copy. */
static inline bool kp_arch_has_post_slot(const struct kp_arch_insn *insn)
{
	return insn->emulation <= KP_PPC_NOP;
}

/* What follows the probed instruction is at home, also where that is a branch. */
static inline int kp_arch_lead_post(u8 *buf, unsigned long slot, unsigned long detour)
{
	return 0;
}

/* Bits of BO: Power ISA, Book I, 2.4 "Branch Instructions". */
#define KP_PPC_BO_ANY_CR	0x10
#define KP_PPC_BO_CR_SET	0x08
#define KP_PPC_BO_ANY_CTR	0x04
#define KP_PPC_BO_CTR_ZERO	0x02
#define KP_PPC_BO_ALWAYS	(KP_PPC_BO_ANY_CR | KP_PPC_BO_ANY_CTR)

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

#endif /* __ASSEMBLY__ */
#endif /* KP_ARCH_TYPES_H */
