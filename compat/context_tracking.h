/* SPDX-License-Identifier: GPL-2.0 */
/* Where a CPU says of itself whether RCU is watching it, from 6.1 on. */
#ifndef KP_COMPAT_CONTEXT_TRACKING_H
#define KP_COMPAT_CONTEXT_TRACKING_H

#ifdef CONFIG_CONTEXT_TRACKING_IDLE

#include <linux/context_tracking_state.h>

/* The bit of struct context_tracking's state: renamed in 6.12. */
#ifdef CT_RCU_WATCHING
#define KP_CONTEXT_WATCHED	CT_RCU_WATCHING
#else
#define KP_CONTEXT_WATCHED	RCU_DYNTICKS_IDX
#endif

#endif /* CONFIG_CONTEXT_TRACKING_IDLE */

#endif /* KP_COMPAT_CONTEXT_TRACKING_H */
