/* SPDX-License-Identifier: GPL-2.0 */
/*
 * powerpc: where registers are in a frame of an interrupt. The name is another since 6.3,
 * and there is less room ahead of them, of which the kernel's offsets for assembly know.
 */
#ifndef KP_COMPAT_STACK_FRAME_H
#define KP_COMPAT_STACK_FRAME_H

#include <asm/ptrace.h>

#ifndef STACK_FRAME_OVERHEAD
#define STACK_FRAME_OVERHEAD	STACK_INT_FRAME_REGS
#endif

#endif /* KP_COMPAT_STACK_FRAME_H */
