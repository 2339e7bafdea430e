/* SPDX-License-Identifier: GPL-2.0 */
/* list_count_nodes() came with 6.3, and with some 6.1.y after 6.1.176. */
#ifndef KP_COMPAT_LIST_H
#define KP_COMPAT_LIST_H

#include <linux/list.h>

static inline size_t kp_list_count(const struct list_head *head)
{
	const struct list_head *pos;
	size_t num = 0;

	list_for_each(pos, head)
		num++;
	return num;
}

#endif /* KP_COMPAT_LIST_H */
