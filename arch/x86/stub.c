// SPDX-License-Identifier: GPL-2.0
/* x86: stubs: a call, and behind it the data, whose address the call pushes. */
#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/text-patching.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>

/* stub_entry.S */
void kp_x86_ftrace_common(void);

int kp_arch_build_stub(u8 *buf, unsigned long addr, enum kp_stub_kind kind,
		       const void *data)
{
	unsigned long to = kind == KP_STUB_RETURN ?
			   (unsigned long)kp_x86_return_common :
			   (unsigned long)kp_x86_jprobe_common;
	long disp = to - (addr + CALL_INSN_SIZE);
	s32 disp32 = disp;

	BUILD_BUG_ON(CALL_INSN_SIZE + sizeof(data) > KP_ARCH_STUB_SIZE);
	BUILD_BUG_ON(KP_ARCH_STUB_SIZE > KP_ARCH_SLOT_CODE_SIZE);
	if (disp32 != disp)
		return -ERANGE;
	memset(buf, INT3_INSN_OPCODE, KP_ARCH_STUB_SIZE);
	buf[0] = CALL_INSN_OPCODE;
	memcpy(buf + 1, &disp32, sizeof(disp32));
	memcpy(buf + CALL_INSN_SIZE, &data, sizeof(data));
	return 0;
}

unsigned long kp_arch_ftrace_trampoline(void)
{
	return (unsigned long)kp_x86_ftrace_common;
}

bool kp_arch_is_direct(unsigned long addr)
{
	union text_poke_insn call;

	if (copy_from_kernel_nofault(&call, (void *)addr, CALL_INSN_SIZE))
		return false;
	return call.opcode == CALL_INSN_OPCODE &&
	       addr + CALL_INSN_SIZE + call.disp ==
	       (unsigned long)kp_x86_ftrace_common;
}
