/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: a return address without its signature; since 6.5 by another name. */
#ifndef KP_COMPAT_POINTER_AUTH_H
#define KP_COMPAT_POINTER_AUTH_H

#include <linux/compiler.h>
#include <asm/pointer_auth.h>

#ifdef ptrauth_strip_kernel_insn_pac
#define kp_strip_insn_pac	ptrauth_strip_kernel_insn_pac
#else
#define kp_strip_insn_pac	ptrauth_strip_insn_pac
#endif

#endif /* KP_COMPAT_POINTER_AUTH_H */
