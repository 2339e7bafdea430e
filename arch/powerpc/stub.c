// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: stubs. A function has returned to the one, or is about to be run by
 * the other. One register is saved below the stack pointer, where interrupts do
 * not write (KERNEL_REDZONE_SIZE), and leads anywhere, so the distance does not
 * matter; at an entry LR is saved there too.
 */
#include <linux/build_bug.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>

#define NOP		0x60000000
#define STD_R12(offset)	(0xf9810000 | ((offset) & 0xfffc))	/* (r1) */
#define MFLR_R12	0x7d8802a6
#define MTLR_R12	0x7d8803a6
#define BCL_NEXT	0x429f0005	/* bcl 20,31,.+4 */
#define LD_R12(offset)	(0xe98c0000 | (offset))			/* (r12) */
#define BLRL		0x4e800021

int kp_arch_build_stub(u8 *buf, unsigned long addr, enum kp_stub_kind kind,
		       const void *data)
{
	struct kp_ppc_stub stub = {
		.code = { NOP, NOP, STD_R12(-16), BCL_NEXT, MFLR_R12,
			  LD_R12(16), MTLR_R12, BLRL },
		.common = (unsigned long)kp_ppc_return_common,
		.data = (unsigned long)data,
	};

	BUILD_BUG_ON(sizeof(stub) != KP_ARCH_STUB_SIZE);
	BUILD_BUG_ON(KP_ARCH_STUB_SIZE > KP_ARCH_SLOT_CODE_SIZE);
	/* LR points to its fifth word, and is to point behind its last */
	BUILD_BUG_ON(offsetof(struct kp_ppc_stub, common) != 16 + 16);
	if (kind == KP_STUB_JPROBE) {
		stub.code[0] = STD_R12(-16);
		stub.code[1] = MFLR_R12;
		stub.code[2] = STD_R12(-24);
		stub.common = (unsigned long)kp_ppc_jprobe_common;
	}
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
