/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's own kprobes, where it has them, next to ours. */
#ifndef KP_INTERNAL_NATIVE_KPROBES_H
#define KP_INTERNAL_NATIVE_KPROBES_H

#include <linux/compiler.h>
#include <linux/types.h>

int __must_check kp_native_init(void);
void kp_native_exit(void);
void kp_native_lock(void);
void kp_native_unlock(void);
void kp_native_wait(void);
bool kp_native_any(void);
bool kp_native_has(unsigned long addr);
const char *kp_native_why(unsigned long addr);

#endif /* KP_INTERNAL_NATIVE_KPROBES_H */
