// SPDX-License-Identifier: GPL-2.0
/*
 * Memory of many pages, and no more of them than are needed: kmalloc() has powers of
 * two alone, which for a table with a few bytes ahead of its slots is twice as much.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <kernel/pages.h>

/**
 * kp_pages_alloc() - allocate memory for a large table
 * @size: bytes; more than a page are rounded up to whole ones
 *
 * As from kvmalloc(), it is in one piece of physical memory if there is such a piece:
 * who reads it then has fewer TLB misses.
 *
 * Context: process context, may sleep.
 * Return: the memory, or NULL.
 */
void *kp_pages_alloc(size_t size)
{
	if (size <= PAGE_SIZE)
		return kmalloc(size, GFP_KERNEL);
	return alloc_pages_exact(size, GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN) ?:
	       vmalloc(size);
}

/**
 * kp_pages_free() - free it
 * @mem: what kp_pages_alloc() returned; NULL is ignored
 * @size: as it was told
 *
 * Context: process context.
 */
void kp_pages_free(void *mem, size_t size)
{
	if (size <= PAGE_SIZE)
		kfree(mem);
	else if (is_vmalloc_addr(mem))
		vfree(mem);
	else if (mem)
		free_pages_exact(mem, size);
}
