/* SPDX-License-Identifier: GPL-2.0 */
/* The hit path: from a trap to the handlers and back. */
#ifndef KP_HIT_HIT_H
#define KP_HIT_HIT_H

#include <linux/preempt.h>
#include <linux/types.h>

#include <hit/cpu.h>

struct kp_probe;
struct kprobe;
struct kretprobe_instance;
struct probepoint;
struct pt_regs;

/*
 * Around handlers outside of traps. Kernels that are never preempted need not
 * count; this does all the same. So page faults of handlers do not sleep, and
 * detours know by the count that no handler is running.
 */
static __always_inline void kp_atomic_enter(void)
{
	__preempt_count_add(PREEMPT_OFFSET);
	barrier();
}

static __always_inline void kp_atomic_exit(void)
{
	if (IS_ENABLED(CONFIG_PREEMPTION)) {
		preempt_enable_notrace();
	} else {
		barrier();
		__preempt_count_sub(PREEMPT_OFFSET);
	}
}

/* hit.c */
int kp_hit_breakpoint(struct pt_regs *regs, unsigned long addr);
void kp_hit_ftrace(struct pt_regs *regs, unsigned long addr);
void kp_hit_resume(struct probepoint *pp, struct pt_regs *regs);
void kp_hit_go_on(struct probepoint *pp, struct pt_regs *regs);
void kp_hit_moved(struct pt_regs *regs);
bool kp_hit_post(struct pt_regs *regs, struct probepoint *pp);
bool kp_hit_detour(struct pt_regs *regs, struct probepoint *pp);
void kp_hit_resched(void);
bool kp_hit_entry(struct pt_regs *regs, struct probepoint *pp);

/* What a detour calls for many probes, for none. */
extern struct kp_probe kp_many_probes, kp_no_probe;
void kp_probe_prepare(struct kp_probe *probe);
int kp_run_return(struct kprobe *kp, struct pt_regs *regs,
		  struct probepoint *pp, struct kp_probe *probe);

/* return_hit.c */
void kp_hit_return(struct pt_regs *regs, struct kretprobe_instance *ri);

/* jprobe_hit.c */
int kp_jprobe_entry(struct kprobe *kp, struct pt_regs *regs);
void *kp_jprobe_enter(struct pt_regs *regs, struct probepoint *pp,
		      unsigned long *stack);
void kp_jprobe_forgot(struct probepoint *pp);
void kp_jprobe_leave(struct pt_regs *regs, struct probepoint *pp);

#endif /* KP_HIT_HIT_H */
