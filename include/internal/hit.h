/* SPDX-License-Identifier: GPL-2.0 */
/* The hit path: from a trap to the handlers and back. */
#ifndef KP_INTERNAL_HIT_H
#define KP_INTERNAL_HIT_H

#include <linux/percpu.h>
#include <linux/types.h>

struct kprobe;
struct pt_regs;

/**
 * struct kp_cpu - what the hit path keeps per CPU
 * @running: the probe whose handler is running here, or NULL
 * @regs: the registers that handler was given; says on which stack it runs
 * @in_fault_handler: a fault_handler is running; not to be called again
 */
struct kp_cpu {
	struct kprobe *running;
	struct pt_regs *regs;
	bool in_fault_handler;
};

DECLARE_PER_CPU(struct kp_cpu, kp_cpu);

int kp_hit_breakpoint(struct pt_regs *regs, unsigned long addr);
void kp_hit_ftrace(struct pt_regs *regs, unsigned long addr);

#endif /* KP_INTERNAL_HIT_H */
