/* SPDX-License-Identifier: GPL-2.0 */
/* The start of the kernel's own struct kprobe, the same since 2.6.13. */
#ifndef KP_COMPAT_NATIVE_KPROBE_H
#define KP_COMPAT_NATIVE_KPROBE_H

#include <linux/list.h>

/**
 * struct kp_native_kprobe - a probe of the kernel's own
 * @hlist: in the kernel's table
 * @list: others at the same address
 * @nmissed: hits while a handler was running
 * @addr: where it is
 */
struct kp_native_kprobe {
	struct hlist_node hlist;
	struct list_head list;
	unsigned long nmissed;
	void *addr;
};

#endif /* KP_COMPAT_NATIVE_KPROBE_H */
