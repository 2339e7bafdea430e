/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: a nop of five bytes. Since 5.13 all are alike; before, the kernel takes its
 * own by the CPU, and this is one of them.
 */
#ifndef KP_COMPAT_NOPS_H
#define KP_COMPAT_NOPS_H

#include <asm/nops.h>

#ifndef BYTES_NOP5
#define BYTES_NOP5	P6_NOP5
#endif

#endif /* KP_COMPAT_NOPS_H */
