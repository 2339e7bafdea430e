/* SPDX-License-Identifier: GPL-2.0 */
/* Where a hit must not go on in code of ours that may reschedule. */
#ifndef KP_POINT_EXCLUDED_H
#define KP_POINT_EXCLUDED_H

#include <linux/types.h>

struct kp_arch_insn;

void kp_excluded_init(void);
bool kp_is_excluded(unsigned long addr);
bool kp_has_post_slot(const struct kp_arch_insn *insn, unsigned long addr);

#endif /* KP_POINT_EXCLUDED_H */
