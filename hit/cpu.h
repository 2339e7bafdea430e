/* SPDX-License-Identifier: GPL-2.0 */
/* What the hit path keeps per CPU, and what it finds the rest by. */
#ifndef KP_HIT_CPU_H
#define KP_HIT_CPU_H

#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/types.h>

struct kp_table;
struct kp_trap;
struct pt_regs;

/**
 * struct kp_cpu - what the hit path keeps per CPU
 * @running: the probe whose handler is running here, or NULL
 * @regs: the registers that handler was given; says on which stack it runs
 * @jprobe_regs: the registers that the jprobe whose handler is running here was
 *	entered with, or NULL
 * @in_fault_handler: a fault_handler is running; not to be called again
 */
struct kp_cpu {
	struct kprobe *running;
	struct pt_regs *regs;
	struct pt_regs *jprobe_regs;
	bool in_fault_handler;
};

DECLARE_PER_CPU(struct kp_cpu, kp_cpu);

/*
 * Some handler has set where to go on, or a jprobe may have. A task on its way
 * there may be preempted.
 */
extern bool kp_ip_was_set;

/* The current generation of the probe table, see hit/probe_table.h. */
extern struct kp_table __rcu *kp_table;

/* Stands in its empty slots; found for what is not there. */
extern struct kp_trap kp_no_trap;

/* Stands for a return probe that was unregistered. */
extern struct kretprobe kp_return_gone;

/*
 * Queued by a hit when CPUs run short of instances of return probes; and that it was, until
 * somebody has looked after them.
 */
extern struct irq_work kp_returns_low;
extern bool kp_returns_told;

#endif /* KP_HIT_CPU_H */
