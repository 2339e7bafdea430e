/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: code that calls a common part of stub_entry.S, with all registers as they were. */
#ifndef KP_ARM64_DETOUR_CODE_H
#define KP_ARM64_DETOUR_CODE_H

#include <linux/build_bug.h>
#include <linux/ptrace.h>
#include <asm/byteorder.h>

#include <kp_arch_hit.h>

#define KP_ARM64_FRAME_SIZE	(sizeof(struct pt_regs) + KP_ARM64_DETOUR_GAP)

/* Instructions; bytes in their operands. */
#define KP_ARM64_SUB_SP(bytes)	(0xd10003ff | (bytes) << 10)
#define KP_ARM64_ADD_SP(bytes)	(0x910003ff | (bytes) << 10)
#define KP_ARM64_STR_X30(at)	(0xf90003fe | (at) / 8 << 10)
#define KP_ARM64_LDR_X30(at)	(0xf94003fe | (at) / 8 << 10)
#define KP_ARM64_LDR_X30_LITERAL(distance) (0x5800001e | (distance) / 4 << 5)
#define KP_ARM64_BLR_X30	0xd63f03c0

/**
 * struct kp_arm64_call - makes room, saves x30 and calls; and undoes that
 * @head: up to the call
 * @back: where it comes back to
 */
struct kp_arm64_call {
	__le32 head[4];
	__le32 back[2];
};

/**
 * kp_arm64_build_call() - build that
 * @literal: bytes from its start to the address of what is called
 */
static inline struct kp_arm64_call kp_arm64_build_call(unsigned int literal)
{
	const unsigned int x30_at = offsetof(struct pt_regs, regs[30]);

	BUILD_BUG_ON(KP_ARM64_FRAME_SIZE % 16 || KP_ARM64_FRAME_SIZE >= 4096);
	return (struct kp_arm64_call){
		.head = {
			cpu_to_le32(KP_ARM64_SUB_SP(KP_ARM64_FRAME_SIZE)),
			cpu_to_le32(KP_ARM64_STR_X30(x30_at)),
			cpu_to_le32(KP_ARM64_LDR_X30_LITERAL(literal - 2 * 4)),
			cpu_to_le32(KP_ARM64_BLR_X30),
		},
		.back = {
			cpu_to_le32(KP_ARM64_LDR_X30(x30_at)),
			cpu_to_le32(KP_ARM64_ADD_SP(KP_ARM64_FRAME_SIZE)),
		},
	};
}

/**
 * kp_arm64_pick_common() - which of three ways that do the same
 * @plain: in assembly
 * @dit: likewise, with PSTATE.DIT
 * @common: the one that knows of all
 */
static inline unsigned long kp_arm64_pick_common(void (*plain)(void),
						 void (*dit)(void),
						 void (*common)(void))
{
	if (system_uses_irq_prio_masking())
		return (unsigned long)common;
	return (unsigned long)(kp_arm64_has_dit ? dit : plain);
}

#endif /* KP_ARM64_DETOUR_CODE_H */
