/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): instructions, and slots for them. */
#ifndef KP_ARCH_CONTRACT_DECODE_H
#define KP_ARCH_CONTRACT_DECODE_H

#include <arch/contract/types.h>

/* decode.c: bytes in, verdict out. Pure: no lookups, no locks, no allocation. */

/**
 * kp_arch_insn_length() - length of the instruction at the start of @bytes
 * @bytes: original text (never a breakpoint of ours)
 * @avail: how many bytes may be read
 *
 * Return: the length, or -EILSEQ if the bytes are no instruction.
 */
int kp_arch_insn_length(const u8 *bytes, size_t avail);

/**
 * kp_arch_decode() - decide whether and how an instruction can be probed
 * @bytes: original bytes of the instruction and, if any, of what follows it
 * @avail: how many bytes may be read
 * @prev: original bytes of the instruction before it, or of up to
 *	KP_ARCH_LOOKBACK bytes; or NULL if unknown
 * @prev_len: length of @prev
 * @addr: where it lives
 * @insn: result; valid only on success
 * @why: on refusal, a static string for people
 *
 * Context: any. Locks: none.
 * Return: 0; -EINVAL if it is a breakpoint or a BUG or WARN site; -EILSEQ if
 * @bytes is no instruction, or one that cannot be probed.
 */
int __must_check kp_arch_decode(const u8 *bytes, size_t avail,
				const u8 *prev, size_t prev_len,
				unsigned long addr, struct kp_arch_insn *insn,
				const char **why);

/**
 * kp_arch_branch_target() - where the instruction at an address leads to
 * @addr: text
 * @avail: how many bytes may be read
 * @target: set, for a direct call or jump
 *
 * Return: the instruction's length, or that of data that can be told from it; or -EILSEQ.
 */
int kp_arch_branch_target(unsigned long addr, size_t avail,
			  unsigned long *target);

/* kp_arch_resume(): no address, but the instruction is emulated at each hit. */
#define KP_RESUME_EMULATE	1UL

/**
 * kp_arch_resume() - where to go on if the instruction needs no code at all
 * @insn: result of kp_arch_decode()
 * @addr: where it lives
 *
 * Return: the address, for one that does nothing but go on there;
 * KP_RESUME_EMULATE, on architectures with KP_ARCH_EMULATES_AT_HIT; else 0, and
 * it needs a KP_SLOT_BOOST slot.
 */
unsigned long kp_arch_resume(const struct kp_arch_insn *insn,
			     unsigned long addr);

/**
 * kp_arch_build_slot() - relocate an instruction into an out-of-line slot
 * @insn: result of kp_arch_decode(): for KP_SLOT_BOOST one without a
 *	kp_arch_resume(), for KP_SLOT_STEP one without emulation, or one whose
 *	KP_SLOT_BOOST, or KP_SLOT_POST, was out of reach
 * @bytes: its original bytes
 * @addr: its home
 * @slot: address where the code will run
 * @kind: what follows it
 * @buf: KP_ARCH_SLOT_CODE_SIZE bytes, KP_ARCH_DETOUR_SIZE for KP_SLOT_POST, filled
 *	completely (unused bytes with breakpoints)
 * @trap_offset: offset in the slot of the KP_SLOT_STEP breakpoint
 * @why: on refusal, a static string for people
 *
 * Return: 0; -ERANGE if a displacement cannot reach from @slot, or the instruction
 * runs at home only.
 */
int __must_check kp_arch_build_slot(const struct kp_arch_insn *insn,
				    const u8 *bytes, unsigned long addr,
				    unsigned long slot, enum kp_slot_kind kind,
				    u8 *buf, u8 *trap_offset,
				    const char **why);

/**
 * kp_arch_build_fixup() - an exception-table entry for a slot
 * @entry: the entry of the instruction at home
 * @addr: its home
 * @insn: what kp_arch_decode() learnt
 * @slot: its slot
 * @buf: KP_ARCH_SLOT_SIZE - KP_ARCH_SLOT_CODE_SIZE bytes, the entry as it must
 *	read at @slot + KP_ARCH_SLOT_CODE_SIZE
 *
 * A fixup that leads to the next instruction leads to what follows the
 * instruction in the slot instead.
 *
 * Return: 0; -ERANGE if the fixup is out of the entry's reach.
 */
int __must_check
kp_arch_build_fixup(const struct exception_table_entry *entry,
		    unsigned long addr, const struct kp_arch_insn *insn,
		    unsigned long slot, u8 *buf);

/* scan.c: pure, too. */

/**
 * kp_arch_scan() - an instruction's length, and the addresses it names
 * @bytes: original text, which can be read up to KP_ARCH_MAX_INSN_SIZE + 1 bytes
 *	from here
 * @addr: where it lives
 * @names: result: where it may jump to, and addresses that are its operands;
 *	two, 0 if there are fewer
 *
 * Return: the length, or 0 if it is not understood.
 */
int kp_arch_scan(const u8 *bytes, unsigned long addr, unsigned long *names);

/* scan.c or addresses.c */

/**
 * kp_arch_addresses() - the addresses that a function forms
 * @function: as C calls it, a function of the kernel
 * @size: bytes of its code
 * @addrs: result; some may be none
 * @max: for how many @addrs has room
 *
 * Context: process context.
 * Return: how many.
 */
unsigned int kp_arch_addresses(const void *function, unsigned long size,
			       unsigned long *addrs, unsigned int max);

#endif /* KP_ARCH_CONTRACT_DECODE_H */
