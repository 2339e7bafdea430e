/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: breakpoints and steps at the entry of the kernel's functions for them. */
#ifndef KP_ARM64_BRK_ENTRY_H
#define KP_ARM64_BRK_ENTRY_H

#include <linux/types.h>

/**
 * struct kp_arm64_brk_function - the kernel's function for breakpoints
 * @name: its name
 * @esr: which argument is ESR_EL1
 * @regs: which is the struct pt_regs
 */
struct kp_arm64_brk_function {
	const char *name;
	u8 esr;
	u8 regs;
};

/* trap.c */
extern const struct kp_arm64_brk_function *kp_arm64_brk_function;
bool kp_arm64_brk(const unsigned long *args);

/* stub_entry.S: call them, with three arguments */
void kp_arm64_brk_common(void);
void kp_arm64_softstep_common(void);

#endif /* KP_ARM64_BRK_ENTRY_H */
