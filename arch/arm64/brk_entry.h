/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: breakpoints and steps at the entry of the kernel's functions for them. */
#ifndef KP_ARM64_BRK_ENTRY_H
#define KP_ARM64_BRK_ENTRY_H

#include <linux/types.h>

struct pt_regs;

/* trap.c */
bool kp_arm64_brk(struct pt_regs **regs);

/* stub_entry.S: call it, and kp_arm64_softstep(), with arguments of the kernel's functions */
void kp_arm64_brk64_common(void);
void kp_arm64_brk_handler_common(void);
void kp_arm64_softstep_common(void);

#endif /* KP_ARM64_BRK_ENTRY_H */
