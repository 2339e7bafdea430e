// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: writing text, by the function that the kernel has for it, and memory
 * for code.
 *
 * A branch reaches 32 MB, and memory for modules begins 2^51 bytes away from the
 * kernel's text. But text and read-only data end at a multiple of 16 MB (or
 * other, CONFIG_DATA_SHIFT), so that they can be mapped by large pages: what is
 * left in between is of no use to anybody, executable and read-only.
 */
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/vmalloc.h>
#include <asm/barrier.h>
#include <asm/cacheflush.h>
#include <asm/inst.h>
#include <asm/pte-walk.h>
#include <asm/set_memory.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <kernel/text_stop.h>

/* Of a branch, 32 MB; less than that, so that a whole chunk of slots has it. */
#define REACH	(SZ_32M - SZ_1M)

/* What is not zero but cannot be told from what is, at the end of data. */
#define MARGIN	SZ_64K

/*
 * Not the kernel's, under which nobody writes where we do; and where kallsyms
 * knows functions only, it cannot be found.
 */
static DEFINE_MUTEX(text_mutex);

/* The gap behind the kernel's read-only data; what is left of it. */
static unsigned long gap, gap_end;

static unsigned long gap_max = ULONG_MAX;
module_param(gap_max, ulong, 0400);
MODULE_PARM_DESC(gap_max, "for tests: use so many bytes behind the kernel's read-only data at most");

static int gap_left_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%lu\n", gap_end - gap);
}

/* The kernel calls it, be the parameter read-only or not. */
static int gap_left_set(const char *value, const struct kernel_param *param)
{
	return -EPERM;
}

static const struct kernel_param_ops gap_left_ops = {
	.set = gap_left_set,
	.get = gap_left_get,
};
module_param_cb(gap_left, &gap_left_ops, NULL, 0400);
MODULE_PARM_DESC(gap_left, "bytes behind the kernel's read-only data that are not in use yet");

struct mutex *kp_arch_text_mutex(void)
{
	return &text_mutex;
}

void kp_arch_breakpoint(u8 *buf)
{
	u32 word = KP_PPC_TRAP;

	memcpy(buf, &word, sizeof(word));
}

/*
 * patch_instruction() writes through a mapping of its own, which it then flushes
 * from the TLBs of all CPUs: by tlbie, or (disable_tlbie, and `tlbie_enabled` of
 * powerpc in debugfs) by interrupts, which CPUs that are stopped do not take.
 */
static bool flushes_by_interrupt(void)
{
	if (!radix_enabled())
		return false;
	return kp_ksyms.tlbie_enabled ? !READ_ONCE(*kp_ksyms.tlbie_enabled) :
					!tlbie_capable;
}

/*
 * patch_instruction() flushes with interrupts off: if that takes interrupts, and
 * somebody else writes text on another CPU, both wait for ever. So here with
 * interrupts on; the mapping is flushed when the kernel sees fit.
 */
static int write_mapped(u32 *to, u32 word)
{
	struct page *page = is_vmalloc_addr(to) ? vmalloc_to_page(to) :
						  virt_to_page(to);
	void *mapping = vmap(&page, 1, VM_MAP, PAGE_KERNEL);

	if (!mapping)
		return -ENOMEM;
	WRITE_ONCE(*(u32 *)(mapping + offset_in_page(to)), word);
	flush_icache_range((unsigned long)to, (unsigned long)(to + 1));
	vunmap(mapping);
	return 0;
}

int kp_arch_poke(void *addr, const void *bytes, size_t len)
{
	u32 *to = addr;
	int ret = 0;
	u32 word;

	for (; len && !ret; to++, bytes += sizeof(word), len -= sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		if (word == *to)
			continue;
		ret = flushes_by_interrupt() ? write_mapped(to, word) :
		      kp_ksyms.patch_instruction(to, ppc_inst(word));
	}
	return ret ? -EFAULT : 0;
}

void kp_arch_poke_sync(void)
{
	/* the return from an interrupt synchronizes the context */
	kick_all_cpus_sync();
}

struct stopped_write {
	int (*write)(void *data);
	void *data;
};

/* It may have been switched since we looked. */
static int write_if_flushed(void *data)
{
	const struct stopped_write *stopped = data;

	return flushes_by_interrupt() ? -EAGAIN : stopped->write(stopped->data);
}

/*
 * While others execute them, only branches and the preferred no-op may be
 * replaced, by each other. Where nobody can be stopped it is done as the kernel's
 * own kprobes always do.
 *
 * Source: Power ISA, Book II, "Concurrent Modification and Execution of
 * Instructions".
 */
int kp_arch_write_text(int (*write)(void *data), void *data)
{
	struct stopped_write stopped = { write, data };
	int ret = -EAGAIN;

	if (!flushes_by_interrupt())
		ret = kp_text_stop(write_if_flushed, &stopped);
	return ret == -EAGAIN ? write(data) : ret;
}

/* A symbol that tables of functions alone have, too. */
static unsigned long read_only_end(void)
{
	return kp_ksyms_lookup("__init_begin") ?:
	       PAGE_ALIGN_DOWN(kp_ksyms_lookup("_sinittext"));
}

static void find_gap(void)
{
	unsigned long start = kp_ksyms_lookup("_etext");

	gap_end = read_only_end();
	gap = gap_end;
	if (!IS_ENABLED(CONFIG_STRICT_KERNEL_RWX) || !start)
		return;
	while (gap > start &&
	       !memchr_inv((void *)(gap - PAGE_SIZE), 0, PAGE_SIZE))
		gap -= PAGE_SIZE;
	gap = min(gap + MARGIN, gap_end);
	gap_end = min(gap_end, gap + min(gap_max, gap_end - gap));
}

/*
 * Whether memory of the gap is mapped for execution, as far as that can be told:
 * hashed tables have no entry for it that is not in use, and the kernel's own is
 * found by a symbol of data.
 */
static bool is_executable(unsigned long start, unsigned long end)
{
	unsigned long addr, flags;
	bool is = true;
	pte_t *pte;

	if (!radix_enabled() || !kp_ksyms.init_mm)
		return true;
	local_irq_save(flags);
	for (addr = start; addr < end && is; addr += PAGE_SIZE) {
		pte = __find_linux_pte(kp_ksyms.init_mm->pgd, addr, NULL, NULL);
		is = pte && pte_exec(READ_ONCE(*pte));
	}
	local_irq_restore(flags);
	return is;
}

static void *gap_alloc(size_t size, unsigned long near)
{
	static bool is_told;
	unsigned long mem;

	if (!gap_end)
		find_gap();
	mem = gap;
	if (gap_end - gap < size) {
		if (!is_told)
			pr_warn("no more memory behind the kernel's read-only data: no more jumps in the kernel, and two traps a hit\n");
		is_told = true;
		return NULL;
	}
	if (!kp_arch_reaches(mem, near))
		return NULL;
	if (!is_executable(mem, mem + size)) {
		pr_warn("memory behind the kernel's read-only data cannot be executed here: no jumps, and two traps a hit\n");
		gap = gap_end;
		is_told = true;
		return NULL;
	}
	gap += size;
	return (void *)mem;
}

int kp_arch_exec_seal(unsigned long addr, int num)
{
	return kp_ksyms.change_memory_attr(addr, num, SET_MEMORY_RO) ?:
	       kp_ksyms.change_memory_attr(addr, num, SET_MEMORY_X);
}

void kp_arch_exec_unseal(unsigned long addr, int num)
{
	kp_ksyms.change_memory_attr(addr, num, SET_MEMORY_NX);
	kp_ksyms.change_memory_attr(addr, num, SET_MEMORY_RW);
}

bool kp_arch_exec_is_sealed(const void *mem)
{
	return (unsigned long)mem < gap_end;
}

void *kp_arch_exec_alloc(size_t size, unsigned long near)
{
	unsigned long start, end;
	void *mem = NULL;

	if (!near)
		near = kp_ksyms_lookup("_stext");
	if (kp_ksyms.core_kernel_text(near)) {
		mem = gap_alloc(size, near);
		return mem ?: kp_module_alloc(size);
	}
	/* half way down: other text than @near goes on behind it */
	start = max(near - REACH / 2, VMALLOC_START);
	end = min(near + REACH, VMALLOC_END);
	mem = kp_ksyms.vmalloc_node_range(size, PAGE_SIZE, start, end,
					    GFP_KERNEL | __GFP_NOWARN,
					    PAGE_KERNEL, 0, NUMA_NO_NODE,
					    __builtin_return_address(0));
	return mem ?: kp_module_alloc(size);
}

bool kp_arch_reaches(unsigned long from, unsigned long to)
{
	return from - to + REACH < 2 * REACH;
}
