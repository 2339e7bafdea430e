/* SPDX-License-Identifier: GPL-2.0 */
/* What return probes and jprobes do differently from kprobes. */
#ifndef KP_HIT_KIND_H
#define KP_HIT_KIND_H

#include <linux/types.h>

struct kp_clients;
struct kp_leaving;
struct kp_probe;
struct kprobe;
struct seq_file;

/**
 * enum kp_kind_number - which kind
 * @KP_KIND_KPROBE: kprobes
 * @KP_KIND_RETURN: return probes
 * @KP_KIND_JPROBE: jprobes
 * @KP_NUM_KINDS: how many there are
 */
enum kp_kind_number {
	KP_KIND_KPROBE,
	KP_KIND_RETURN,
	KP_KIND_JPROBE,
	KP_NUM_KINDS,
};

/**
 * struct kp_kind - kprobes, return probes or jprobes
 * @number: which of them
 * @letter: what `list` shows
 * @name: what the log shows
 * @size: of the caller's struct
 * @has_post: its post_handler is the caller's
 * @on_entry: only at the entry of a function that is called and returns
 * @is_jprobe: comes after all others at its probepoint, and alone of its kind;
 *	the probepoint needs a stub
 * @is_return: the hit path enters it by kp_return_enter(), not by a pre_handler
 * @is_late: its handlers also run outside of traps, where RCU may not watch
 * @find_handlers: tells kp_clients_find() of all but the fault_handler
 * @check: NULL, or whether the caller's struct is all right
 * @attach: NULL, or called when a probe is made
 * @detach: NULL, or called when handlers are to be called no more
 * @release: NULL, or called when none is running any more
 * @show: NULL, or adds to the probe's line in `stats`
 *
 * The caller's struct of every kind begins with its struct kprobe. All
 * are called with kp_mutex held.
 */
struct kp_kind {
	enum kp_kind_number number;
	char letter;
	const char *name;
	size_t size;
	bool has_post;
	bool on_entry;
	bool is_jprobe;
	bool is_return;
	bool is_late;
	void (*find_handlers)(const struct kprobe *kp,
			      struct kp_clients *clients);
	int (*check)(const struct kprobe *kp, const char **why);
	int (*attach)(struct kp_probe *probe, const char **why);
	void (*detach)(struct kp_probe *probe);
	void (*release)(struct kp_probe *probe);
	void (*show)(struct seq_file *m, const struct kp_probe *probe);
};

#endif /* KP_HIT_KIND_H */
