/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's uprobes. Since 6.12 registering returns what unregistering wants, waiting
 * is a function of its own, and filters are not told why they are asked. Since 6.13
 * handlers get a word of data.
 */
#ifndef KP_COMPAT_UPROBES_H
#define KP_COMPAT_UPROBES_H

#include <linux/err.h>
#include <linux/uprobes.h>
#include <linux/version.h>

/* The last parameters of handlers. */
#ifdef KP_OFFERS_UPROBE_DATA
#define KP_UPROBE_REGS	struct pt_regs *regs, __u64 *unused_data
#else
#define KP_UPROBE_REGS	struct pt_regs *regs
#endif

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
/**
 * struct kp_uprobe - what the kernel has of a probe
 * @consumer: the handlers
 * @uprobe: the probe
 */
struct kp_uprobe {
	struct uprobe_consumer consumer;
	struct uprobe *uprobe;
};

#define KP_UPROBE_FILTER(fn)						\
	bool fn(struct uprobe_consumer *consumer, struct mm_struct *mm)

static inline int __must_check
kp_uprobe_register(struct kp_uprobe *uprobe, struct inode *inode, loff_t offset,
		   loff_t ref_ctr_offset)
{
	uprobe->uprobe = uprobe_register(inode, offset, ref_ctr_offset,
					 &uprobe->consumer);
	return PTR_ERR_OR_ZERO(uprobe->uprobe);
}

/* When it returns, no handler is running or will be called. */
static inline void kp_uprobe_unregister(struct kp_uprobe *uprobe,
					struct inode *inode, loff_t offset)
{
	uprobe_unregister_nosync(uprobe->uprobe, &uprobe->consumer);
	uprobe_unregister_sync();
}
#else
/**
 * struct kp_uprobe - what the kernel has of a probe
 * @consumer: the handlers
 */
struct kp_uprobe {
	struct uprobe_consumer consumer;
};

#define KP_UPROBE_FILTER(fn)						\
	bool fn(struct uprobe_consumer *consumer,			\
		enum uprobe_filter_ctx unused, struct mm_struct *mm)

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
#endif

#endif /* KP_COMPAT_UPROBES_H */
