// SPDX-License-Identifier: GPL-2.0
/* x86: writing text through the kernel's own text poking. */
#include <linux/bug.h>
#include <linux/cache.h>
#include <linux/errno.h>
#include <asm/text-patching.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

struct mutex *kp_arch_text_mutex(void)
{
	return kp_ksyms.text_mutex;
}

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

/* A byte may be replaced while others execute it. */
int kp_arch_write_text(int (*write)(void *data), void *data)
{
	return write(data);
}

/* Within reach of all text, as modules are. */
void *kp_arch_exec_alloc(size_t size, unsigned long near)
{
	return kp_module_alloc(size);
}

int kp_arch_exec_seal(unsigned long addr, int num)
{
	return kp_ksyms.set_memory_ro(addr, num) ?:
	       kp_ksyms.set_memory_x(addr, num);
}

void kp_arch_exec_unseal(unsigned long addr, int num)
{
	kp_ksyms.set_memory_nx(addr, num);
	kp_ksyms.set_memory_rw(addr, num);
}

bool kp_arch_exec_is_sealed(const void *mem)
{
	return false;
}

bool kp_arch_reaches(unsigned long from, unsigned long to)
{
	return true;
}
