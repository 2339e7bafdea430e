/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's uprobes. Since 6.12 registering returns what unregistering wants,
 * and waiting is separate; since 6.13 filters are not told why they are asked;
 * since 6.14 handlers get a word of data.
 */
#ifndef KP_COMPAT_UPROBES_H
#define KP_COMPAT_UPROBES_H

#include <linux/err.h>
#include <linux/uprobes.h>
#include <linux/version.h>

/**
 * struct kp_uprobe - a consumer, and what the kernel made of it
 * @consumer: ours
 * @handle: since 6.12
 */
struct kp_uprobe {
	struct uprobe_consumer consumer;
	struct uprobe *handle;
};

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 14, 0)
#define KP_UPROBE_DATA
#else
#define KP_UPROBE_DATA	, __u64 *data
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
#define KP_UPROBE_FILTER_CTX	enum uprobe_filter_ctx ctx,
#else
#define KP_UPROBE_FILTER_CTX
#endif

static inline int __must_check
kp_uprobe_register(struct kp_uprobe *uprobe, struct inode *inode, loff_t offset,
		   loff_t ref_ctr_offset)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
	return uprobe_register_refctr(inode, offset, ref_ctr_offset,
				      &uprobe->consumer);
#else
	uprobe->handle = uprobe_register(inode, offset, ref_ctr_offset,
					 &uprobe->consumer);
	return PTR_ERR_OR_ZERO(uprobe->handle);
#endif
}

/* When it returns, no handler is running or will be called. */
static inline void kp_uprobe_unregister(struct kp_uprobe *uprobe,
					struct inode *inode, loff_t offset)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
	uprobe_unregister(inode, offset, &uprobe->consumer);
#else
	uprobe_unregister_nosync(uprobe->handle, &uprobe->consumer);
	uprobe_unregister_sync();
#endif
}

#endif /* KP_COMPAT_UPROBES_H */
