/* SPDX-License-Identifier: GPL-2.0 */
/* Atomic operations that are not instrumented; they have other names since 6.5. */
#ifndef KP_COMPAT_ATOMIC_H
#define KP_COMPAT_ATOMIC_H

#include <linux/atomic.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
#define raw_atomic_read			arch_atomic_read
#define raw_atomic_set			arch_atomic_set
#define raw_atomic_inc			arch_atomic_inc
#define raw_atomic_dec			arch_atomic_dec
#define raw_atomic_inc_return		arch_atomic_inc_return
#define raw_atomic_dec_if_positive	arch_atomic_dec_if_positive
#ifdef KP_OFFERS_ATOMIC_LONG
#define raw_atomic_long_inc		arch_atomic_long_inc
#else
/* until 5.13, where a long has 64 bits */
#define raw_atomic_long_inc(v)		arch_atomic64_inc(v)
#endif
#endif

#endif /* KP_COMPAT_ATOMIC_H */
