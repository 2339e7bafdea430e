// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: stubs. A function has returned to the one, or is about to be run by
 * the other; either way no register is free but x30, and that one not at an
 * entry. It leads anywhere, so the distance does not matter.
 */
#include <linux/build_bug.h>
#include <linux/string.h>
#include <asm/byteorder.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>

#define PUSH_X30	0xf81f0ffe	/* str x30, [sp, #-16]! */
#define LDR_X30(words)	(0x5800001e | (words) << 5)
#define BLR_X30		0xd63f03c0

int kp_arch_build_stub(u8 *buf, unsigned long addr, enum kp_stub_kind kind,
		       const void *data)
{
	struct kp_arm64_stub stub = { .data = (unsigned long)data };
	unsigned int common = offsetof(struct kp_arm64_stub, common) / sizeof(u32);
	unsigned int i = 0;

	BUILD_BUG_ON(sizeof(stub) != KP_ARCH_STUB_SIZE);
	BUILD_BUG_ON(KP_ARCH_STUB_SIZE > KP_ARCH_SLOT_CODE_SIZE);
	BUILD_BUG_ON(offsetof(struct kp_arm64_stub, data) != KP_ARM64_STUB_DATA);
	if (kind == KP_STUB_JPROBE) {
		stub.code[i++] = cpu_to_le32(PUSH_X30);
		stub.common = (unsigned long)kp_arm64_jprobe_common;
	} else if (system_uses_irq_prio_masking()) {
		stub.common = (unsigned long)kp_arm64_return_common;
	} else {
		stub.common = (unsigned long)kp_arm64_return_plain;
	}
	stub.code[i] = cpu_to_le32(LDR_X30(common - i));
	/* nothing comes back here */
	stub.code[++i] = cpu_to_le32(BLR_X30);
	memcpy(buf, &stub, sizeof(stub));
	return 0;
}

/* The function tracer's own does. */
unsigned long kp_arch_ftrace_trampoline(void)
{
	return 0;
}

bool kp_arch_is_direct(unsigned long addr)
{
	return false;
}
