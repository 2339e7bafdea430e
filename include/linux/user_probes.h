/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes in user space, for clients of kprobes.ko. Included by linux/kprobes.h.
 *
 * The manual is Documentation/kprobes.rst, "Probes in user space".
 */
#ifndef _LINUX_USER_PROBES_H
#define _LINUX_USER_PROBES_H

#include <linux/types.h>
#include <asm/kprobes.h>

struct inode;
struct kp_user_probe;
struct kprobe;
struct page;
struct pt_regs;
struct vm_area_struct;

typedef void (*uprobe_ret_handler_t)(struct kprobe *, struct pt_regs *,
				     unsigned long func);

/**
 * struct uprobe - where in user space a probe is, &kprobe.user
 * @inode: the file; set by register_uprobe_path()
 * @offset: of the instruction in the file; set by register_uprobe_path()
 * @addr: kept so that old sources build; NULL
 * @vma: likewise
 * @page: likewise
 * @ret_handler: called when the function returns that begins at the
 *	instruction, with its address in that process, or NULL
 * @pid: only in the process with this number, as the caller of the registering
 *	function sees it; 0 for all
 * @ref_ctr_offset: offset in the file of a 16-bit counter that is incremented
 *	in each process while the probe is there, as the semaphores of USDT
 *	are; or 0
 * @own: kprobes.ko's
 *
 * Source: the user-space probes of Dynamic Probes for Linux 2.5 and 2.6.
 */
struct uprobe {
	struct inode *inode;
	unsigned long offset;
	kprobe_opcode_t *addr;
	struct vm_area_struct *vma;
	struct page *page;
	uprobe_ret_handler_t ret_handler;
	pid_t pid;
	unsigned long ref_ctr_offset;
	struct kp_user_probe *own;
};

int register_kprobe_user(struct kprobe *kp);
int register_uprobe_path(const char *path, const char *symbol,
			 unsigned long offset, struct kprobe *kp);
void unregister_kprobe_user(struct kprobe *kp);
int insert_kprobe_userspace(struct kprobe *kp);
int remove_kprobe_user(struct kprobe *kp);

/* The name in some of the classic sources. */
static inline int insert_kprobe_user(struct kprobe *kp)
{
	return insert_kprobe_userspace(kp);
}

#endif /* _LINUX_USER_PROBES_H */
