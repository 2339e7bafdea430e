/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): debug registers. */
#ifndef KP_ARCH_CONTRACT_WATCH_H
#define KP_ARCH_CONTRACT_WATCH_H

#include <arch/contract/types.h>

/* watch.c: debug registers, through the kernel's hw_breakpoint layer. */

/**
 * kp_arch_watch_why() - whether the CPU cannot watch in some way
 * @type: KWATCH_*
 * @length: bytes
 *
 * Return: NULL, or the reason.
 */
const char *kp_arch_watch_why(u8 type, u8 length);

/**
 * kp_arch_watch_check() - whether data may be watched
 * @addr: its address
 * @length: bytes: 1, 2, 4 or 8
 *
 * Context: any.
 * Return: 0; -EINVAL if it is unaligned, not the kernel's, or what the CPU needs
 * to enter the kernel, or writes there; -EOPNOTSUPP if the kernel lacks a symbol.
 */
int __must_check kp_arch_watch_check(unsigned long addr, u8 length);

/**
 * kp_arch_watch_attr() - how the kernel is asked for a breakpoint
 * @type: KWATCH_*
 * @length: bytes
 * @attr: result: bp_type and bp_len
 */
void kp_arch_watch_attr(u8 type, u8 length, struct perf_event_attr *attr);

/**
 * typedef kp_watch_fn - a watch was hit
 * @event: the breakpoint
 * @regs: registers behind the access, or before the instruction
 *
 * Context: debug exception.
 */
typedef void (*kp_watch_fn)(struct perf_event *event, struct pt_regs *regs);

/**
 * kp_arch_watch_init() - say what kp_arch_watch_trap() calls
 * @fn: the function
 *
 * Context: module init, before there is a breakpoint.
 */
void kp_arch_watch_init(kp_watch_fn fn);

/**
 * kp_arch_watch_trap() - what the kernel calls when a breakpoint is hit
 * @event: the breakpoint
 * @data: unused
 * @regs: registers at the trap
 *
 * Sees to it that what kp_arch_watch_init() was given is called: behind the
 * access, or before the instruction; and that the same does not trap again.
 *
 * Context: debug exception.
 */
void kp_arch_watch_trap(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs);

/**
 * kp_arch_watch_execute() - make a breakpoint one for execution
 * @event: as kp_arch_watch_attr() has it for KWATCH_EXECUTE, disabled
 */
void kp_arch_watch_execute(struct perf_event *event);

/**
 * kp_arch_watch_addr() - what a breakpoint is on
 * @event: the breakpoint
 *
 * Context: any.
 */
unsigned long kp_arch_watch_addr(const struct perf_event *event);

/**
 * kp_arch_watch_move() - put a breakpoint on another address
 * @event: a breakpoint for data, of this CPU
 * @addr: where to, checked
 *
 * Also where all breakpoints of the CPU are off for the moment: it must not switch
 * them on.
 *
 * Context: interrupts off, or NMI.
 */
void kp_arch_watch_move(struct perf_event *event, unsigned long addr);

/**
 * kp_arch_watch_holder() - which breakpoint is in a debug register now
 * @cpu: whose
 * @i: from 0 to KP_ARCH_MAX_WATCHES - 1
 *
 * Context: any; the result is valid in a read-side critical section of RCU.
 * Return: the breakpoint, or NULL if there is none or it is not known.
 */
const struct perf_event *kp_arch_watch_holder(int cpu, int i);

/**
 * kp_arch_watch_traced() - whether ptrace has breakpoints in a task
 * @task: the task
 *
 * Context: any.
 */
bool kp_arch_watch_traced(const struct task_struct *task);

#endif /* KP_ARCH_CONTRACT_WATCH_H */
