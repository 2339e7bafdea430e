// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: debug registers, through the kernel's hw_breakpoint layer. Arm
 * Architecture Reference Manual for A-profile, D2 "AArch64 Self-hosted Debug".
 * What a watch does that was hit is in watch_step.c.
 */
#include <linux/hw_breakpoint.h>
#include <linux/kwatch.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/sched.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <kp_arm64_watch.h>

#define ENABLE	1U

enum kp_arm64_steps kp_arm64_steps;

/* There is no way to name such a register by a number at run time. */
#define FOR_ALL_REGISTERS(DO)						       \
	DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)			       \
	DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)

static u64 read_control(enum kp_arm64_debug kind, int i)
{
	switch (kind << 4 | i) {
#define READ_CONTROL(n)							       \
	case KP_ARM64_WATCH << 4 | (n):					       \
		return read_sysreg(dbgwcr##n##_el1);			       \
	case KP_ARM64_BREAK << 4 | (n):					       \
		return read_sysreg(dbgbcr##n##_el1);
	FOR_ALL_REGISTERS(READ_CONTROL)
	}
	return 0;
}

static void write_control(enum kp_arm64_debug kind, int i, u64 value)
{
	switch (kind << 4 | i) {
#define WRITE_CONTROL(n)						       \
	case KP_ARM64_WATCH << 4 | (n):					       \
		write_sysreg(value, dbgwcr##n##_el1);			       \
		break;							       \
	case KP_ARM64_BREAK << 4 | (n):					       \
		write_sysreg(value, dbgbcr##n##_el1);			       \
		break;
	FOR_ALL_REGISTERS(WRITE_CONTROL)
	}
	isb();
}

static void write_watched(int i, u64 value)
{
	switch (i) {
#define WRITE_WATCHED(n)						       \
	case (n):							       \
		write_sysreg(value, dbgwvr##n##_el1);			       \
		break;
	FOR_ALL_REGISTERS(WRITE_WATCHED)
	}
	isb();
}

static struct perf_event * __percpu *installed(enum kp_arm64_debug kind, int i)
{
	struct perf_event **events = kind == KP_ARM64_WATCH ?
				     kp_ksyms.wp_on_reg : kp_ksyms.bp_on_reg;

	return (struct perf_event * __percpu *)
	       (void __force __percpu *)(events + i);
}

/**
 * kp_arm64_debug_event() - which breakpoint is in a debug register of this CPU
 * @kind: which registers
 * @i: from 0 to 15
 *
 * Context: preemption disabled.
 * Return: the breakpoint, or NULL if there is none.
 */
struct perf_event *kp_arm64_debug_event(enum kp_arm64_debug kind, int i)
{
	return this_cpu_read(*installed(kind, i));
}

/**
 * kp_arm64_debug_switch() - switch a debug register of this CPU on or off
 * @kind: which registers
 * @i: one that holds a breakpoint
 * @on: which
 *
 * Context: debug exception.
 * Return: whether it was the other before.
 */
bool kp_arm64_debug_switch(enum kp_arm64_debug kind, int i, bool on)
{
	u64 control = read_control(kind, i);

	if (!!(control & ENABLE) == on)
		return false;
	write_control(kind, i, control ^ ENABLE);
	return true;
}

/**
 * kp_arm64_watch_overlaps() - whether a breakpoint is on some of these bytes
 * @event: the breakpoint, for data
 * @addr: address
 * @length: bytes
 *
 * Context: any.
 */
bool kp_arm64_watch_overlaps(const struct perf_event *event, unsigned long addr,
			     unsigned int length)
{
	unsigned long start = kp_arch_watch_addr(event);

	return start < addr + length && addr < start + event->attr.bp_len;
}

/**
 * kp_arch_watch_why() - see arch/contract.h
 * @type: KWATCH_*
 * @length: bytes
 */
const char *kp_arch_watch_why(u8 type, u8 length)
{
	if (!kp_ksyms.wp_on_reg || !kp_ksyms.bp_on_reg)
		return "wp_on_reg and bp_on_reg are not found: KALLSYMS_ALL";
	if (kp_arm64_steps == KP_ARM64_NO_STEPS)
		return "the kernel's single steps cannot be taken";
	return NULL;
}

/**
 * kp_arch_watch_check() - see arch/contract.h
 * @addr: address of data
 * @length: bytes
 */
int kp_arch_watch_check(unsigned long addr, u8 length)
{
	if (addr < TASK_SIZE_MAX || addr & (length - 1))
		return -EINVAL;
	return 0;
}

/**
 * kp_arch_watch_attr() - see arch/contract.h
 * @type: KWATCH_*
 * @length: bytes
 * @attr: result
 */
void kp_arch_watch_attr(u8 type, u8 length, struct perf_event_attr *attr)
{
	static const u8 types[] = {
		[KWATCH_EXECUTE]	= HW_BREAKPOINT_X,
		[KWATCH_WRITE]		= HW_BREAKPOINT_W,
		[KWATCH_READ]		= HW_BREAKPOINT_R,
		[KWATCH_RW]		= HW_BREAKPOINT_RW,
	};

	attr->bp_type = types[type];
	attr->bp_len = type == KWATCH_EXECUTE ? HW_BREAKPOINT_LEN_4 : length;
}

/**
 * kp_arch_watch_execute() - see arch/contract.h
 * @event: a breakpoint
 */
void kp_arch_watch_execute(struct perf_event *event)
{
}

/**
 * kp_arch_watch_addr() - see arch/contract.h
 * @event: a breakpoint
 *
 * The register's is a multiple of 8; which bytes from there is in another.
 */
unsigned long kp_arch_watch_addr(const struct perf_event *event)
{
	return READ_ONCE(event->attr.bp_addr);
}

/**
 * kp_arch_watch_move() - see arch/contract.h
 * @event: a breakpoint of this CPU
 * @addr: where to
 */
void kp_arch_watch_move(struct perf_event *event, unsigned long addr)
{
	struct arch_hw_breakpoint *info = counter_arch_bp(event);
	unsigned int offset = addr & 7;
	u64 control;
	int i;

	WRITE_ONCE(event->attr.bp_addr, addr);
	info->address = addr - offset;
	info->ctrl.len = (BIT(event->attr.bp_len) - 1) << offset;
	for (i = 0; i < ARM_MAX_WRP; i++) {
		if (kp_arm64_debug_event(KP_ARM64_WATCH, i) != event)
			continue;
		control = read_control(KP_ARM64_WATCH, i);
		write_control(KP_ARM64_WATCH, i, control & ~ENABLE);
		write_watched(i, info->address);
		write_control(KP_ARM64_WATCH, i, (control & ENABLE) |
			      (encode_ctrl_reg(info->ctrl) & ~ENABLE));
	}
}

/**
 * kp_arch_watch_holder() - see arch/contract.h
 * @cpu: a CPU
 * @i: number of the debug register
 */
const struct perf_event *kp_arch_watch_holder(int cpu, int i)
{
	enum kp_arm64_debug kind = i < ARM_MAX_WRP ? KP_ARM64_WATCH :
						     KP_ARM64_BREAK;

	if (!kp_ksyms.wp_on_reg || !kp_ksyms.bp_on_reg)
		return NULL;
	return READ_ONCE(*per_cpu_ptr(installed(kind, i % ARM_MAX_WRP), cpu));
}

/**
 * kp_arch_watch_traced() - see arch/contract.h
 * @task: a task
 */
bool kp_arch_watch_traced(const struct task_struct *task)
{
	const struct debug_info *debug = &task->thread.debug;
	int i;

	for (i = 0; i < ARM_MAX_WRP; i++)
		if (READ_ONCE(debug->hbp_watch[i]))
			return true;
	for (i = 0; i < ARM_MAX_BRP; i++)
		if (READ_ONCE(debug->hbp_break[i]))
			return true;
	return false;
}
