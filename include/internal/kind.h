/* SPDX-License-Identifier: GPL-2.0 */
/* What return probes and jprobes do differently from kprobes. */
#ifndef KP_INTERNAL_KIND_H
#define KP_INTERNAL_KIND_H

#include <linux/types.h>

struct kp_probe;
struct kprobe;
struct seq_file;

/**
 * struct kp_kind - kprobes, return probes or jprobes
 * @letter: what `list` shows
 * @has_post: its post_handler is the caller's
 * @on_entry: only at the entry of a function that is called and returns
 * @is_jprobe: comes after all others at its probepoint, and alone of its kind;
 *	the probepoint needs a stub
 * @is_return: the hit path enters it by kp_return_enter(), not by a pre_handler
 * @is_late: its handlers also run outside of traps, where RCU may not watch
 * @check: NULL, or whether the caller's struct is all right
 * @attach: NULL, or called when a probe is made
 * @detach: NULL, or called when handlers are to be called no more
 * @release: NULL, or called when none is running any more
 * @show: NULL, or adds to the probe's line in `stats`
 *
 * The caller's struct of every kind begins with its struct kprobe. From @attach
 * on, all are called with kp_mutex held.
 */
struct kp_kind {
	char letter;
	bool has_post;
	bool on_entry;
	bool is_jprobe;
	bool is_return;
	bool is_late;
	int (*check)(const struct kprobe *kp, const char **why);
	int (*attach)(struct kp_probe *probe, const char **why);
	void (*detach)(struct kp_probe *probe);
	void (*release)(struct kp_probe *probe);
	void (*show)(struct seq_file *m, const struct kp_probe *probe);
};

int __must_check kp_register(const char *call, struct kprobe **kps, int num,
			     const struct kp_kind *kind);
void kp_unregister(const char *call, struct kprobe **kps, int num);
int kp_switch(const char *call, struct kprobe *kp, bool disable);
int __must_check kp_registration_init(void);
void kp_registration_exit(void);

#endif /* KP_INTERNAL_KIND_H */
