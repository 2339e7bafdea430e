/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: between the debug registers of watches and the step over an access. */
#ifndef KP_ARM64_WATCH_H
#define KP_ARM64_WATCH_H

#include <linux/types.h>

struct perf_event;
struct pt_regs;

/**
 * enum kp_arm64_debug - the two kinds of debug registers
 * @KP_ARM64_WATCH: watchpoints: WCR, WVR
 * @KP_ARM64_BREAK: breakpoints: BCR, BVR
 */
enum kp_arm64_debug {
	KP_ARM64_WATCH,
	KP_ARM64_BREAK,
};

/**
 * enum kp_arm64_steps - how steps reach us: without them there are no watches
 * @KP_ARM64_NO_STEPS: they do not
 * @KP_ARM64_STEPS_BY_HOOK: by a hook of the kernel
 * @KP_ARM64_STEPS_BY_ENTRY: at the entry of the kernel's function for them
 */
enum kp_arm64_steps {
	KP_ARM64_NO_STEPS,
	KP_ARM64_STEPS_BY_HOOK,
	KP_ARM64_STEPS_BY_ENTRY,
};

/* watch.c; set by brk_entry.c */
extern enum kp_arm64_steps kp_arm64_steps;
struct perf_event *kp_arm64_debug_event(enum kp_arm64_debug kind, int i);
bool kp_arm64_debug_switch(enum kp_arm64_debug kind, int i, bool on);
bool kp_arm64_watch_overlaps(const struct perf_event *event, unsigned long addr,
			     unsigned int length);

/* trap.c */
int kp_arm64_on_brk(struct pt_regs *regs, unsigned long esr);

/* watch_step.c */
int kp_arm64_watch_step(struct pt_regs *regs, unsigned long esr);
bool kp_arm64_softstep(const unsigned long *args);

/**
 * struct kp_arm64_exclusive - a sequence of an exclusive load and its store, that
 *	is done in software
 * @addr: what it is about
 * @value: what the load has found there; of a pair, both
 * @is_loaded: the load was done
 */
struct kp_arm64_exclusive {
	unsigned long addr;
	u64 value[2];
	bool is_loaded;
};

/**
 * enum kp_arm64_exclusive_result - what became of an instruction
 * @KP_ARM64_NOT_EXCLUSIVE: nothing, it is no exclusive load or store
 * @KP_ARM64_ELSEWHERE: nothing, it is about another address
 * @KP_ARM64_LOADED: it has loaded
 * @KP_ARM64_STORED: it has stored
 * @KP_ARM64_NOT_STORED: it has not, and says so
 */
enum kp_arm64_exclusive_result {
	KP_ARM64_NOT_EXCLUSIVE,
	KP_ARM64_ELSEWHERE,
	KP_ARM64_LOADED,
	KP_ARM64_STORED,
	KP_ARM64_NOT_STORED,
};

/* exclusive.c */
bool kp_arm64_is_exclusive(u32 word);
unsigned int kp_arm64_exclusive_length(u32 word);
unsigned long kp_arm64_exclusive_addr(u32 word, const struct pt_regs *regs);
enum kp_arm64_exclusive_result
kp_arm64_do_exclusive(struct kp_arm64_exclusive *sequence, u32 word,
		      struct pt_regs *regs);

#endif /* KP_ARM64_WATCH_H */
