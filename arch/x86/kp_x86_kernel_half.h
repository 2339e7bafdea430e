/* SPDX-License-Identifier: GPL-2.0 */
/* x86: an exception's entry, as far as it is for the kernel. */
#ifndef KP_X86_KERNEL_HALF_H
#define KP_X86_KERNEL_HALF_H

#include <linux/types.h>

struct kp_calls;

bool kp_x86_add_kernel_half(struct kp_calls *calls, unsigned long start,
			    unsigned long size);

#endif /* KP_X86_KERNEL_HALF_H */
