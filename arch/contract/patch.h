/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): writing text, and memory for code. */
#ifndef KP_ARCH_CONTRACT_PATCH_H
#define KP_ARCH_CONTRACT_PATCH_H

#include <arch/contract/types.h>

/* patch.c: bytes and barriers; called by text.c only. */

/**
 * kp_arch_text_mutex() - what a writer of text holds
 *
 * Return: the mutex.
 */
struct mutex *kp_arch_text_mutex(void);

/**
 * kp_arch_breakpoint() - the bytes of our breakpoint
 * @buf: KP_ARCH_BREAKPOINT_SIZE bytes
 */
void kp_arch_breakpoint(u8 *buf);

/**
 * kp_arch_poke() - write bytes that no CPU can be half-way through executing
 * @addr: kernel or module text, or a slot
 * @bytes: what to write
 * @len: how many
 *
 * Either a single breakpoint-sized write, or memory that is not yet run.
 * Visible to every CPU only after kp_arch_poke_sync().
 *
 * Context: process context, kp_arch_text_mutex() held.
 * Return: 0 or -EFAULT.
 */
int __must_check kp_arch_poke(void *addr, const void *bytes, size_t len);

/**
 * kp_arch_poke_sync() - make all earlier pokes visible to every CPU
 *
 * Context: process context, interrupts enabled.
 */
void kp_arch_poke_sync(void);

/**
 * kp_arch_write_text() - write text that others may be executing
 * @write: writes it by kp_arch_poke(), a breakpoint or an original instruction
 *	at a time; called once, perhaps with all other CPUs waiting and
 *	interrupts off. Jumps, and breakpoints in their place, are written
 *	without this where they KP_ARCH_JUMP_IS_LIVE.
 * @data: passed on
 *
 * kp_arch_poke_sync() comes after it.
 *
 * Context: process context, kp_arch_text_mutex() held.
 * Return: what @write returned.
 */
int __must_check kp_arch_write_text(int (*write)(void *data), void *data);

/**
 * kp_arch_exec_alloc() - memory for code, from where a jump reaches some text if
 *	that can be had
 * @size: a multiple of PAGE_SIZE
 * @near: an address in that text; 0 for the kernel's
 *
 * Context: process context, may sleep.
 * Return: writable memory that module_memfree() frees; or memory that is
 * kp_arch_exec_is_sealed(); or NULL.
 */
void *kp_arch_exec_alloc(size_t size, unsigned long near);

/**
 * kp_arch_exec_seal() - make memory executable and read-only
 * @addr: what kp_arch_exec_alloc() returned
 * @num: pages
 *
 * Context: process context, may sleep.
 * Return: 0, or an error of the kernel.
 */
int __must_check kp_arch_exec_seal(unsigned long addr, int num);

/**
 * kp_arch_exec_unseal() - make memory what it was when it was allocated
 * @addr: what kp_arch_exec_alloc() returned
 * @num: pages
 *
 * Context: process context, may sleep.
 */
void kp_arch_exec_unseal(unsigned long addr, int num);

/**
 * kp_arch_exec_is_sealed() - whether memory is executable and read-only as it is
 *	allocated, and written by kp_arch_poke() alone
 * @mem: what kp_arch_exec_alloc() returned
 *
 * Such memory is not freed: zeroes are written over it, and it is there again
 * the next time kprobes.ko is loaded.
 */
bool kp_arch_exec_is_sealed(const void *mem);

/**
 * kp_arch_reaches() - whether a jump reaches
 * @from: code, or memory for it
 * @to: text
 *
 * Return: true if there is no doubt.
 */
bool kp_arch_reaches(unsigned long from, unsigned long to);

#endif /* KP_ARCH_CONTRACT_PATCH_H */
