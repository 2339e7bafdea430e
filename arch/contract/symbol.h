/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): what symbols are. */
#ifndef KP_ARCH_CONTRACT_SYMBOL_H
#define KP_ARCH_CONTRACT_SYMBOL_H

#include <arch/contract/types.h>

/* symbol.c: what symbols, functions and patch sites look like. */

/**
 * kp_arch_adjust_entry() - the address to probe for a symbol and an offset
 * @start: address of the symbol
 * @offset: bytes from there
 * @on_entry: result: whether that is the function's entry
 *
 * Skips a landing pad when the entry is asked for.
 *
 * Return: the address to probe.
 */
unsigned long kp_arch_adjust_entry(unsigned long start, unsigned long offset,
				   bool *on_entry);

/**
 * kp_arch_lookup() - look a symbol up, as people write it
 * @name: symbol, or "module:symbol"
 * @lookup: the kernel's look-up
 *
 * Return: its address, for a function that of its code; or 0.
 */
unsigned long kp_arch_lookup(const char *name,
			     unsigned long (*lookup)(const char *name));

/**
 * kp_arch_function() - what C calls a function by
 * @code: its code, in the kernel
 *
 * Context: process context, module init.
 * Return: a pointer that stays valid; NULL for 0, and if there are too many.
 */
void *kp_arch_function(unsigned long code);

/**
 * kp_arch_code() - where the code is of what may be a pointer to a function
 * @addr: such a pointer, or the address of code
 *
 * Context: process context.
 * Return: the address of the code; or @addr.
 */
unsigned long kp_arch_code(unsigned long addr);

/**
 * kp_arch_reserved_why() - whether the architecture patches an instruction
 * @addr: its address
 *
 * Context: process context, kp_arch_text_mutex() held.
 * Return: NULL, or who patches it.
 */
const char *kp_arch_reserved_why(unsigned long addr);

/**
 * kp_arch_read_native() - undo what the function tracer and the kernel's own
 *	kprobes wrote
 * @addr: address of an instruction
 * @buf: KP_ARCH_MAX_INSN_SIZE bytes read from there; the original ones on
 *	return, if one of them is there
 *
 * Context: any, the kernel's lock of its own kprobes held, if it is known.
 */
void kp_arch_read_native(unsigned long addr, u8 *buf);

/**
 * kp_arch_entry_offset() - bytes from a function's symbol to the place where
 *	its arguments are in place and a breakpoint may be put
 * @addr: address of the symbol
 *
 * Skips landing pads and the call site of the function tracer.
 */
unsigned long kp_arch_entry_offset(unsigned long addr);

/**
 * kp_arch_entry_why() - whether a symbol is no function that is called, and
 *	that returns to where it was called from
 * @name: the symbol
 *
 * Context: process context.
 * Return: NULL, or why it is none.
 */
const char *kp_arch_entry_why(const char *name);

/**
 * kp_arch_idle_goes_on() - whether the idle task of a CPU that was offline goes
 *	on where it was
 *
 * Context: any.
 * Return: true if so; false if it starts anew.
 */
bool kp_arch_idle_goes_on(void);

#endif /* KP_ARCH_CONTRACT_SYMBOL_H */
