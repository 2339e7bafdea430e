// SPDX-License-Identifier: GPL-2.0
/* Executable memory within reach of text, for slots and stubs. */
#include <linux/mm.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <text/exec_mem.h>
#include <kernel/ksyms.h>
#include <text/text.h>
#include <compat/cacheflush.h>

/**
 * kp_exec_alloc() - allocate memory that is to be executed
 * @size: a multiple of PAGE_SIZE
 * @near: text that is to be within reach, if that can be; or 0 for the kernel's
 *
 * Context: process context, may sleep.
 * Return: zeroed memory that can be written until kp_exec_seal(); or, near
 * text, some that is kp_arch_exec_is_sealed(); or NULL.
 */
void *kp_exec_alloc(size_t size, unsigned long near)
{
	void *mem = kp_arch_exec_alloc(size, near);

	if (mem && !kp_arch_exec_is_sealed(mem))
		memset(mem, 0, size);
	return mem;
}

/**
 * kp_exec_seal() - make memory executable, and read-only
 * @mem: what kp_exec_alloc() returned
 * @size: as it was told
 *
 * Context: process context, may sleep.
 * Return: 0, or an error of the kernel.
 */
int kp_exec_seal(void *mem, size_t size)
{
	unsigned long addr = (unsigned long)mem;

	if (kp_arch_exec_is_sealed(mem))
		return 0;
	flush_icache_range(addr, addr + size);
	return kp_arch_exec_seal(addr, size >> PAGE_SHIFT);
}

/**
 * kp_exec_free() - free executable memory
 * @mem: what kp_exec_alloc() returned, sealed or not; NULL is ignored
 * @size: as it was told
 *
 * Context: process context, may sleep; nobody runs in it.
 */
void kp_exec_free(void *mem, size_t size)
{
	unsigned long addr = (unsigned long)mem;

	if (!mem)
		return;
	if (kp_arch_exec_is_sealed(mem)) {
		kp_text_clear(addr, size);
		return;
	}
	kp_arch_exec_unseal(addr, size >> PAGE_SHIFT);
	kp_ksyms.module_memfree(mem);
}
