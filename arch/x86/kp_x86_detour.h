/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what a detour tells of its copies of instructions. */
#ifndef KP_X86_DETOUR_H
#define KP_X86_DETOUR_H

#include <linux/types.h>

/**
 * struct kp_x86_mark - where a part of the copy begins, and what it belongs to
 * @code: offset in the detour, or 0 if there are no more
 * @home: offset from the probed instruction; or-ed with KP_X86_IS_PUSHED behind the
 *	push of a call's return address
 */
struct kp_x86_mark {
	u8 code;
	u8 home;
};

#define KP_X86_IS_PUSHED	0x80

#endif /* KP_X86_DETOUR_H */
