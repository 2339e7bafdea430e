/* SPDX-License-Identifier: GPL-2.0 */
/* Timers get their function when they are initialized; this came with 6.13. */
#ifndef KP_COMPAT_HRTIMER_H
#define KP_COMPAT_HRTIMER_H

#include <linux/hrtimer.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
#define kp_hrtimer_setup	hrtimer_setup
#else
static inline void kp_hrtimer_setup(struct hrtimer *timer,
				    enum hrtimer_restart (*fn)(struct hrtimer *),
				    clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = fn;
}
#endif

#endif /* KP_COMPAT_HRTIMER_H */
