// SPDX-License-Identifier: GPL-2.0
/* arm64: writing text, by the function that the kernel has for it. */
#include <linux/errno.h>
#include <linux/kasan.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <asm/barrier.h>
#include <asm/byteorder.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <kernel/text_stop.h>

/* Of a branch, 128 MB; less than that, so that a whole chunk of slots has it. */
#define REACH	(SZ_128M - SZ_4M)

/*
 * Not the kernel's: on arm64, only its own kprobes write kernel text under that,
 * with the CPU hotplug lock taken before it, and they are kept from our text by
 * other means. Where kallsyms knows functions only, it cannot be found.
 */
static DEFINE_MUTEX(text_mutex);

struct mutex *kp_arch_text_mutex(void)
{
	return &text_mutex;
}

void kp_arch_breakpoint(u8 *buf)
{
	__le32 word = cpu_to_le32(KP_ARM64_BRK);

	memcpy(buf, &word, sizeof(word));
}

int kp_arch_poke(void *addr, const void *bytes, size_t len)
{
	const __le32 *to = addr;
	__le32 word;

	for (; len; to++, bytes += sizeof(word), len -= sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		if (word == *to)
			continue;
		if (kp_ksyms.aarch64_insn_patch_text_nosync((void *)to,
							    le32_to_cpu(word)))
			return -EFAULT;
	}
	return 0;
}

void kp_arch_poke_sync(void)
{
	/* an exception is a context synchronization event */
	kick_all_cpus_sync();
}

/*
 * While others execute them, only few instructions may be replaced, by each
 * other: b, bl, brk, hvc, isb, nop, smc, svc. All others are replaced while
 * nobody executes anything but text_stop.c.
 *
 * Source: Arm Architecture Reference Manual, B2.2.5 "Concurrent modification and
 * execution of instructions".
 */
int kp_arch_write_text(int (*write)(void *data), void *data)
{
	return kp_text_stop(write, data);
}

/* Modules may lie further from the kernel's text than a branch reaches. */
void *kp_arch_exec_alloc(size_t size, unsigned long near)
{
	unsigned long start, end;
	void *mem;

	if (!near)
		near = kp_ksyms_lookup("_stext");
	/* half way down: other text than @near goes on behind it */
	start = max(near - REACH / 2, MODULES_VADDR);
	end = min(near + REACH, VMALLOC_END);
	mem = kp_ksyms.vmalloc_node_range(size, PAGE_SIZE, start, end,
					    GFP_KERNEL | __GFP_NOWARN,
					    PAGE_KERNEL, 0, NUMA_NO_NODE,
					    __builtin_return_address(0));
	/* what is executed has no tag */
	return kasan_reset_tag(mem) ?: kp_module_alloc(size);
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
	return from - to + REACH < 2 * REACH;
}
