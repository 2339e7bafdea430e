/* SPDX-License-Identifier: GPL-2.0 */
/* Probes of our own at where tasks die, where RCU-tasks does not wait for them. */
#ifndef KP_GUARD_DYING_TRACK_H
#define KP_GUARD_DYING_TRACK_H

#include <linux/types.h>
#include <compat/rcu_tasks.h>

struct pt_regs;

#ifdef KP_LACKS_RCU_TASKS
void kp_dying_track_init(void);
void kp_dying_track_stop(void);
void kp_dying_track_exit(void);
bool kp_dying_on_end(struct pt_regs *regs);
#else
#define kp_dying_on_end	NULL

static inline void kp_dying_track_init(void)
{
}

static inline void kp_dying_track_stop(void)
{
}

static inline void kp_dying_track_exit(void)
{
}
#endif

#endif /* KP_GUARD_DYING_TRACK_H */
