/* SPDX-License-Identifier: GPL-2.0 */
/* x86: see call_thunks.S. */
#ifndef KP_X86_CALL_THUNKS_H
#define KP_X86_CALL_THUNKS_H

#define KP_X86_CALL_THUNKS	80

#ifndef __ASSEMBLY__
extern void *const kp_x86_call_thunks[KP_X86_CALL_THUNKS];
#endif

#endif /* KP_X86_CALL_THUNKS_H */
