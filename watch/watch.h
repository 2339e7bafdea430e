/* SPDX-License-Identifier: GPL-2.0 */
/* Watchpoint probes: between registering them and their hits. */
#ifndef KP_WATCH_H
#define KP_WATCH_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/smp.h>
#include <linux/types.h>
#include <place/refusals.h>

struct kp_leaving;
struct kwatch;
struct perf_event;
struct pt_regs;
struct seq_file;

/**
 * struct kp_watch_place - what is watched
 * @addr: address
 * @value: what was there at the last hit
 * @readers: hits that are looking at this
 */
struct kp_watch_place {
	unsigned long addr;
	u64 value;
	atomic_t readers;
};

/**
 * struct kp_watch_cpu - a watch on one CPU
 * @event: the kernel's breakpoint, or NULL
 * @hits: how often it was hit there
 * @move: makes @event follow the watch
 */
struct kp_watch_cpu {
	struct perf_event *event;
	unsigned long hits;
	call_single_data_t move;
};

/**
 * struct kp_watch - our side of a watch
 * @kw: the caller's struct
 * @asked_addr: what its addr was before registering
 * @number: what register_kwatch() returns
 * @type: as in the caller's struct
 * @length: as in the caller's struct
 * @only_changed: KWATCH_CHANGED was given
 * @wants_value: hits look at what is there
 * @is_classic: @kw was made by register_kwatch()
 * @is_gone: the module that it was in was unloaded
 * @is_armed: it has breakpoints
 * @error: of the last CPU that could not watch it, or 0
 * @places: where it is, and where it was or will be
 * @turn: its lowest bit says which of @places is the current one
 * @moving: bit 0 is owned by the one that moves it
 * @kick: asks all CPUs to follow
 * @cpus: what there is per CPU
 * @missing: CPUs that are online but cannot watch it
 * @node: in the list of CPU hotplug
 * @link: in the list of all
 * @clients: modules that it is removed with, from kp_clients_keep()
 *
 * Protected by kp_mutex, except what hits and moves use: @places, @turn,
 * @moving, @kick, @cpus. @cpus, @missing and @error are changed in callbacks
 * of CPU hotplug, and @error before they are.
 */
struct kp_watch {
	struct kwatch *kw;
	unsigned long asked_addr;
	int number;
	u8 type;
	u8 length;
	bool only_changed;
	bool wants_value;
	bool is_classic;
	bool is_gone;
	bool is_armed;
	int error;
	struct kp_watch_place places[2];
	unsigned int turn;
	unsigned long moving;
	struct irq_work kick;
	struct kp_watch_cpu __percpu *cpus;
	struct cpumask missing;
	struct hlist_node node;
	struct list_head link;
	unsigned long clients;
};

/* watch_hit.c */
void kp_watch_hit(struct perf_event *event, struct pt_regs *regs);
void kp_watch_follow(struct kp_watch *watch);
void kp_watch_kick(struct irq_work *work);
void kp_watch_follow_csd(void *data);
unsigned long kp_watch_addr(const struct kp_watch *watch);
bool kp_watch_is_copied(unsigned long addr);
bool kp_watch_read(unsigned long addr, u8 length, u64 *value);

/**
 * struct kp_holders - a list, in words
 * @text: what refusals show
 * @len: how much of it is used
 * @num: entries; the first is a title
 */
struct kp_holders {
	char text[KP_MAX_WHY];
	size_t len;
	int num;
};

/* watch_holders.c */
__printf(2, 3) void kp_holders_add(struct kp_holders *holders,
				   const char *fmt, ...);
void kp_holders_find(struct kp_holders *holders);

/* watch_arm.c */
int __must_check kp_watch_arm(struct kp_watch *watch);
void kp_watch_disarm(struct kp_watch *watch);
void kp_watch_stop_moves(struct kp_watch *watch);
int __must_check kp_watch_arm_init(void);
void kp_watch_arm_exit(void);

/* watch.c */
int __must_check kp_watches_init(void);
void kp_watches_exit(void);
int kp_watches_set_enabled(bool enabled);
void kp_watches_remove_left(struct kp_leaving *leaving);
void kp_watches_list(struct seq_file *m);
void kp_watches_stats(struct seq_file *m);

#endif /* KP_WATCH_H */
