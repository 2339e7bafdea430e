/* SPDX-License-Identifier: GPL-2.0 */
/* Probes in user space, on the kernel's uprobes. */
#ifndef KP_USER_USER_PROBE_H
#define KP_USER_USER_PROBE_H

#include <linux/errno.h>
#include <linux/list.h>
#include <linux/types.h>
#include <compat/uprobes.h>

struct inode;
struct kp_leaving;
struct kprobe;
struct pid;
struct pt_regs;
struct seq_file;
struct uprobe;

/**
 * struct kp_user_cpu - what is counted per CPU
 * @hits: hits whose handlers were called
 * @returns: returns of functions
 */
struct kp_user_cpu {
	unsigned long hits;
	unsigned long returns;
};

/**
 * struct kp_user_probe - our side of a probe in user space
 * @kp: the caller's struct
 * @up: its member user when it was registered: whatever it contains later
 * @inode: the file, referenced, and so is its file system
 * @offset: in the file
 * @ref_ctr_offset: likewise
 * @path: of the file, or NULL
 * @symbol: that was asked for, or NULL
 * @symbol_offset: bytes from @symbol
 * @pid: of the only process, or NULL
 * @uprobe: what the kernel has of us
 * @has_step: it has a post_handler or a fault_handler
 * @is_wanted: it was not taken out by remove_kprobe_user()
 * @is_inserted: the kernel's uprobes have it
 * @cpus: counters
 * @link: in the list of all
 * @clients: modules that it is removed with, from kp_clients_keep()
 */
struct kp_user_probe {
	struct kprobe *kp;
	struct uprobe *up;
	struct inode *inode;
	loff_t offset;
	loff_t ref_ctr_offset;
	char *path;
	char *symbol;
	unsigned long symbol_offset;
	struct pid *pid;
	struct kp_uprobe uprobe;
	bool has_step;
	bool is_wanted;
	bool is_inserted;
	struct kp_user_cpu __percpu *cpus;
	struct list_head link;
	unsigned long clients;
};

/* user_hit.c */
void kp_user_init_consumer(struct kp_user_probe *probe);

/* user_step.c */
#ifdef CONFIG_UPROBES
void kp_user_miss(struct kp_user_probe *probe);
void kp_user_step_cancel(unsigned long vaddr);
void kp_user_step_begin(struct kp_user_probe *probe, unsigned long vaddr);
void kp_user_step_forget(struct kp_user_probe *probe);
int __must_check kp_user_steps_enable(void);
void kp_user_steps_exit(void);
#else
static inline void kp_user_miss(struct kp_user_probe *probe)
{
}

static inline void kp_user_step_cancel(unsigned long vaddr)
{
}

static inline void kp_user_step_begin(struct kp_user_probe *probe,
				      unsigned long vaddr)
{
}

static inline void kp_user_step_forget(struct kp_user_probe *probe)
{
}

static inline int kp_user_steps_enable(void)
{
	return -EOPNOTSUPP;
}

static inline void kp_user_steps_exit(void)
{
}
#endif

/* user_probe.c */
int __must_check kp_user_probes_init(void);
void kp_user_probes_exit(void);
int kp_user_probes_set_enabled(void);
void kp_user_probes_remove_left(struct kp_leaving *leaving);
void kp_user_probes_list(struct seq_file *m);
void kp_user_probes_stats(struct seq_file *m);

#endif /* KP_USER_USER_PROBE_H */
