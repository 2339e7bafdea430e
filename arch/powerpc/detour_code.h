/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: code that calls a common part of stub_entry.S, with all registers as they were. */
#ifndef KP_PPC_DETOUR_CODE_H
#define KP_PPC_DETOUR_CODE_H

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/ptrace.h>
#include <linux/sizes.h>
#include <compat/stack_frame.h>

#include <kp_arch_types.h>

#define KP_PPC_FRAME_SIZE	(STACK_FRAME_OVERHEAD + sizeof(struct pt_regs) + \
				 KP_PPC_DETOUR_GAP)
/* In that frame. */
#define KP_PPC_AT(member)	(STACK_FRAME_OVERHEAD + \
				 offsetof(struct pt_regs, member))

#define KP_PPC_STDU_R1(offset)	(0xf8210001 | ((offset) & 0xfffc))	/* (r1) */
#define KP_PPC_STD_R12(offset)	(0xf9810000 | ((offset) & 0xfffc))	/* (r1) */
#define KP_PPC_LD_R0(offset)	(0xe8010000 | ((offset) & 0xfffc))	/* (r1) */
#define KP_PPC_LD_R1(offset)	(0xe8210000 | ((offset) & 0xfffc))	/* (r1) */
#define KP_PPC_LD_R12(offset)	(0xe98c0000 | (offset))			/* (r12) */
#define KP_PPC_MFLR_R12		0x7d8802a6
#define KP_PPC_MTLR_R12		0x7d8803a6
#define KP_PPC_MTLR_R0		0x7c0803a6
#define KP_PPC_BCL_NEXT		0x429f0005	/* bcl 20,31,.+4 */
#define KP_PPC_BLRL		0x4e800021
#define KP_PPC_B		0x48000000

/**
 * struct kp_ppc_call - makes room, saves r12 and LR and calls; and undoes that
 * @head: up to the call
 * @back: where it comes back to
 */
struct kp_ppc_call {
	u32 head[9];
	u32 back[4];
};

/**
 * kp_ppc_build_call() - build that
 * @literal: bytes from its start to the address of what is called
 */
static inline struct kp_ppc_call kp_ppc_build_call(unsigned int literal)
{
	BUILD_BUG_ON(KP_PPC_FRAME_SIZE % 16 || KP_PPC_FRAME_SIZE >= SZ_32K);
	return (struct kp_ppc_call){
		.head = {
			KP_PPC_STDU_R1(-KP_PPC_FRAME_SIZE),
			KP_PPC_STD_R12(KP_PPC_AT(gpr[12])),
			KP_PPC_MFLR_R12,
			KP_PPC_STD_R12(KP_PPC_AT(link)),
			KP_PPC_BCL_NEXT,
			KP_PPC_MFLR_R12,
			KP_PPC_LD_R12(literal - 5 * 4),
			KP_PPC_MTLR_R12,
			KP_PPC_BLRL,
		},
		.back = {
			KP_PPC_LD_R0(KP_PPC_AT(link)),
			KP_PPC_MTLR_R0,
			KP_PPC_LD_R0(KP_PPC_AT(gpr[0])),
			KP_PPC_LD_R1(KP_PPC_AT(gpr[1])),
		},
	};
}

/* b at @from, to @to; 0 if that is out of reach. */
static inline u32 kp_ppc_branch(unsigned long from, unsigned long to)
{
	long distance = to - from;

	return distance == sign_extend64(distance, 25) ?
	       KP_PPC_B | (distance & GENMASK(25, 2)) : 0;
}

#endif /* KP_PPC_DETOUR_CODE_H */
