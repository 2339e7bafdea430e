// SPDX-License-Identifier: GPL-2.0
/*
 * x86: where our gate leads if user space has page tables of its own (PTI). These
 * map the kernel's entry text, in pieces of 2 MB, and nothing of kprobes.ko. Behind
 * the entry text there is padding up to the end of the last piece: 20 bytes of it send
 * breakpoints of user space to the kernel's entry, and those of the kernel to ours.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/pgtable.h>
#include <asm/text-patching.h>

#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <kp_x86_gate.h>
#include <text/text.h>

/* A line of the cache; and how many of them are looked at. */
#define LINE		64
#define MAX_LINES	64

/*
 * A symbol that begins there, such as that of SRSO's thunk, is further on than the one
 * before it.
 */
static bool has_symbol(unsigned long addr)
{
	unsigned long last = addr + KP_X86_LANDING_SIZE - 1, offset;
	char symbol[KSYM_SYMBOL_LEN];
	const char *plus;

	sprint_symbol(symbol, last);
	plus = strrchr(symbol, '+');
	return !plus || sscanf(plus, "+%lx/", &offset) != 1 ||
	       offset < KP_X86_LANDING_SIZE;
}

static bool is_padding(unsigned long addr)
{
	u8 bytes[KP_X86_LANDING_SIZE];
	int i;

	if (copy_from_kernel_nofault(bytes, (void *)addr, sizeof(bytes)))
		return false;
	for (i = 0; i < sizeof(bytes); i++)
		if (bytes[i] != INT3_INSN_OPCODE || kp_native_has(addr + i))
			return false;
	return !has_symbol(addr);
}

/* Whether an entry of some level maps it, itself, as executable memory of @phys. */
static bool maps(unsigned long entry, unsigned long size, unsigned long addr,
		 phys_addr_t phys)
{
	return !(entry & _PAGE_NX) && (entry & _PAGE_PRESENT) &&
	       (entry & PTE_PFN_MASK & ~(size - 1)) + (addr & (size - 1)) == phys;
}

/* A pair of pages: the kernel's top level, and user space's behind it. */
static pgd_t *user_pgd(unsigned long addr)
{
	return (pgd_t *)((unsigned long)pgd_offset(current->mm, addr) |
			 PAGE_SIZE);
}

/* Whether user space's page tables have it where the kernel's have it. */
static bool is_in_user_tables(unsigned long addr)
{
	phys_addr_t phys = slow_virt_to_phys((void *)addr);
	pgd_t *pgd;
	p4d_t *p4d;
	pud_t *pud;
	pmd_t *pmd;

	if (!current->mm)
		return false;
	pgd = user_pgd(addr);
	if (!pgd_present(*pgd))
		return false;
	p4d = p4d_offset(pgd, addr);
	if (!p4d_present(*p4d))
		return false;
	pud = pud_offset(p4d, addr);
	if (!pud_present(*pud) || pud_leaf(*pud))
		return false;
	pmd = pmd_offset(pud, addr);
	if (!pmd_present(*pmd))
		return false;
	if (pmd_leaf(*pmd))
		return maps(pmd_val(*pmd), PMD_SIZE, addr, phys);
	return maps(pte_val(*pte_offset_kernel(pmd, addr)), PAGE_SIZE, addr,
		    phys);
}

/**
 * kp_x86_landing_find() - find a place for it
 *
 * Context: process context of a task with an address space.
 * Return: NULL, or why there is none.
 */
const char *kp_x86_landing_find(void)
{
	unsigned long end = kp_ksyms_lookup("__entry_text_end"), addr;
	int i;

	if (!end)
		return "the end of the kernel's entry text is not known";
	addr = ALIGN(end + 1, LINE);
	/* the kernel's own kprobes cannot come there meanwhile, nor later */
	kp_native_lock();
	for (i = 0; i < MAX_LINES && !kp_x86_landing; i++, addr += LINE)
		if (is_padding(addr) && is_in_user_tables(addr))
			WRITE_ONCE(kp_x86_landing, addr);
	kp_native_unlock();
	return kp_x86_landing ? NULL :
	       "there is no padding that user space's page tables map";
}

/**
 * kp_x86_landing_write() - write it
 * @kernels: the kernel's entry
 *
 * Context: process context, before the gate leads there.
 * Return: 0 or -EFAULT.
 */
int kp_x86_landing_write(unsigned long kernels)
{
	u8 bytes[KP_X86_LANDING_SIZE] = {
		0xf3, 0x0f, 0x1e, 0xfa,		/* endbr64 */
		0xf6, 0x44, 0x24, 0x08, 3,	/* testb $3, 8(%rsp) */
		0x0f, 0x85, 0, 0, 0, 0,		/* jnz: the kernel's entry */
		0xe9, 0, 0, 0, 0		/* jmp: ours, from kernel mode */
	};
	struct kp_code code = { kp_x86_landing, sizeof(bytes), bytes };
	u32 to_kernel = kp_x86_jump(kp_x86_landing + 15, kernels);
	u32 to_us = kp_x86_jump(kp_x86_landing + 20,
				(unsigned long)kp_x86_gate_kernel);

	memcpy(bytes + 11, &to_kernel, sizeof(to_kernel));
	memcpy(bytes + 16, &to_us, sizeof(to_us));
	return kp_text_write_slots(&code, 1);
}

/**
 * kp_x86_landing_clear() - make it padding again
 *
 * Context: process context; the gate leads elsewhere, and all CPUs have been
 * waited for since.
 */
void kp_x86_landing_clear(void)
{
	u8 bytes[KP_X86_LANDING_SIZE];
	struct kp_code code = { kp_x86_landing, sizeof(bytes), bytes };

	if (!kp_x86_landing)
		return;
	memset(bytes, INT3_INSN_OPCODE, sizeof(bytes));
	/* else they stay, and lead nowhere */
	if (kp_text_write_slots(&code, 1))
		pr_warn("what was written behind the kernel's entry text stays\n");
	WRITE_ONCE(kp_x86_landing, 0);
}
