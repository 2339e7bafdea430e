// SPDX-License-Identifier: GPL-2.0
/* The hit path's data: per CPU, and pointers to what it looks up. */
#include <hit/cpu.h>
#include <hit/probepoint.h>

DEFINE_PER_CPU(struct kp_cpu, kp_cpu);

bool kp_ip_was_set;

struct kp_table __rcu *kp_table;

/* No trap is at address 0. */
struct kp_trap kp_no_trap = { .kind = KP_TRAP_NONE };

struct kretprobe kp_return_gone;

/* kp_returns_init() says what it does, before a return probe is hit. */
struct irq_work kp_returns_low;
bool kp_returns_told;
