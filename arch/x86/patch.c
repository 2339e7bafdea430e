// SPDX-License-Identifier: GPL-2.0
/* x86: writing text through the kernel's own text poking. */
#include <linux/cache.h>
#include <linux/errno.h>
#include <asm/text-patching.h>

#include <internal/arch.h>
#include <internal/ksyms.h>

void kp_arch_breakpoint(u8 *buf)
{
	buf[0] = INT3_INSN_OPCODE;
}

int kp_arch_poke(void *addr, const void *bytes, size_t len)
{
	/* a single byte is written atomically; more only where nobody runs */
	return kp_ksyms.text_poke(addr, bytes, len) ? 0 : -EFAULT;
}

void kp_arch_poke_sync(void)
{
	kp_ksyms.text_poke_sync();
}
