/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's uprobes, as of Linux 6.1 and of no other: there is no code here for
 * what has changed, so on later kernels this does not build. Since 6.12 registering returns what
 * unregistering wants, and waiting is a function of its own; since 6.13 filters
 * are not told why they are asked; since 6.14 handlers get a word of data.
 */
#ifndef KP_COMPAT_UPROBES_H
#define KP_COMPAT_UPROBES_H

#include <linux/uprobes.h>

/**
 * struct kp_uprobe - what the kernel has of a probe
 * @consumer: the handlers
 */
struct kp_uprobe {
	struct uprobe_consumer consumer;
};

static inline int __must_check
kp_uprobe_register(struct kp_uprobe *uprobe, struct inode *inode, loff_t offset,
		   loff_t ref_ctr_offset)
{
	return uprobe_register_refctr(inode, offset, ref_ctr_offset,
				      &uprobe->consumer);
}

/* When it returns, no handler is running or will be called. */
static inline void kp_uprobe_unregister(struct kp_uprobe *uprobe,
					struct inode *inode, loff_t offset)
{
	uprobe_unregister(inode, offset, &uprobe->consumer);
}

#endif /* KP_COMPAT_UPROBES_H */
