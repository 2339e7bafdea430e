/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's own kprobes, where it has them, next to ours. */
#ifndef KP_KERNEL_NATIVE_KPROBES_H
#define KP_KERNEL_NATIVE_KPROBES_H

#include <linux/types.h>

void kp_native_lock(void);
void kp_native_unlock(void);
void kp_native_wait(void);
bool kp_native_any(void);
bool kp_native_has(unsigned long addr);
const char *kp_native_why(unsigned long addr);

#endif /* KP_KERNEL_NATIVE_KPROBES_H */
