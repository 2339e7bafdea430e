/* SPDX-License-Identifier: GPL-2.0 */
/* An entry of the list that a kernel with kprobes keeps (since 3.16). */
#ifndef KP_COMPAT_KPROBE_BLACKLIST_H
#define KP_COMPAT_KPROBE_BLACKLIST_H

#include <linux/list.h>

/**
 * struct kp_blacklist_entry - the start of the kernel's struct
 *	kprobe_blacklist_entry, which only its own linux/kprobes.h declares
 * @list: links the entries
 * @start_addr: first byte
 * @end_addr: byte after the last
 */
struct kp_blacklist_entry {
	struct list_head list;
	unsigned long start_addr;
	unsigned long end_addr;
};

#endif /* KP_COMPAT_KPROBE_BLACKLIST_H */
