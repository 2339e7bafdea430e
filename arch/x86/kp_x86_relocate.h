/* SPDX-License-Identifier: GPL-2.0 */
/* x86: instructions that run elsewhere than at home; for slots and detours. */
#ifndef KP_X86_RELOCATE_H
#define KP_X86_RELOCATE_H

#include <linux/types.h>

struct kp_arch_insn;

/* Bytes of the longest code that one instruction becomes. */
#define KP_X86_RELOCATED_MAX	24

int __must_check kp_x86_relocate(const struct kp_arch_insn *insn,
				 const u8 *bytes, unsigned long addr, u8 *to,
				 unsigned long at);
bool kp_x86_is_call(const struct kp_arch_insn *insn);
bool kp_x86_goes_on(const struct kp_arch_insn *insn);

/* flags.c */
bool kp_x86_flags_are_dead(const u8 *bytes, size_t len, unsigned long addr);

#endif /* KP_X86_RELOCATE_H */
