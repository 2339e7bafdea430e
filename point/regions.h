/* SPDX-License-Identifier: GPL-2.0 */
/* Who is where a jump is to be written. */
#ifndef KP_POINT_REGIONS_H
#define KP_POINT_REGIONS_H

#include <linux/list.h>
#include <compat/rcu_tasks.h>

#ifdef KP_LACKS_RCU_TASKS
void kp_regions_look(struct list_head *pps, struct list_head *entered);
#else
/* They were waited for. */
static inline void kp_regions_look(struct list_head *pps,
				   struct list_head *entered)
{
}
#endif

#endif /* KP_POINT_REGIONS_H */
