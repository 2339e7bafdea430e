/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's own kprobes are kept from where we write. */
#ifndef KP_GUARD_NATIVE_GUARD_H
#define KP_GUARD_NATIVE_GUARD_H

#include <linux/compiler.h>

int __must_check kp_native_guard_init(void);
void kp_native_guard_exit(void);

#endif /* KP_GUARD_NATIVE_GUARD_H */
