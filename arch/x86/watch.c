// SPDX-License-Identifier: GPL-2.0
/*
 * x86: debug registers, through the kernel's hw_breakpoint layer. Intel SDM
 * volume 3, "Debug Registers"; AMD64 APM volume 2, "Software-Debug Resources".
 */
#include <linux/cpumask.h>
#include <linux/hw_breakpoint.h>
#include <linux/kernel.h>
#include <linux/kwatch.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/thread_info.h>
#include <asm/debugreg.h>
#include <asm/special_insns.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

static kp_watch_fn on_hit;

/* Of each CPU, the breakpoints in its debug registers. */
static struct perf_event * __percpu *installed(int i)
{
	return (struct perf_event * __percpu *)
	       (unsigned long)(kp_ksyms.bp_per_reg + i);
}

/* And the addresses in them. */
static unsigned long __percpu *address(int i)
{
	return (unsigned long __percpu *)
	       (unsigned long)(kp_ksyms.cpu_debugreg + i);
}

/**
 * kp_arch_watch_why() - see arch/contract.h
 * @type: KWATCH_*
 * @length: bytes
 */
const char *kp_arch_watch_why(u8 type, u8 length)
{
	if (type == KWATCH_READ)
		return "the CPU cannot watch for reads alone: KWATCH_RW can";
	return NULL;
}

/* Where the compiler has its stack protector's value, from %gs, if it has no name. */
#define CANARY_OFFSET	40
/* From 6.2 to 6.14: in struct pcpu_hot, how deep calls are and the top of the stack. */
#define HOT_USED	16
#define HOT_ALSO_USED	24

/*
 * Per CPU, what the entry of a debug exception may access before it disables watches:
 * the stack protector's value, what it writes to SPEC_CTRL, how deep calls are, and,
 * if it comes from a program, where the task's stack begins; and for all what it writes
 * to PRED_CMD. A watch of that would be hit in its own exception again, without end.
 */
static bool is_used_by_entry(unsigned long addr, u8 length)
{
	unsigned long hot = (unsigned long)kp_ksyms.pcpu_hot;
	const unsigned long used[] = {
		(unsigned long)kp_ksyms.stack_chk_guard ?: CANARY_OFFSET,
		(unsigned long)kp_ksyms.spec_ctrl_current,
		(unsigned long)kp_ksyms.call_depth,
		(unsigned long)kp_ksyms.top_of_stack,
		hot ? hot + HOT_USED : 0,
		hot ? hot + HOT_ALSO_USED : 0,
	};
	unsigned long start = (unsigned long)kp_ksyms.pred_cmd;
	int cpu, i;

	if (start && addr < start + sizeof(u64) && start < addr + length)
		return true;
	for_each_possible_cpu(cpu)
		for (i = 0; i < ARRAY_SIZE(used); i++) {
			start = used[i] + per_cpu_offset(cpu);
			if (used[i] && addr < start + sizeof(u64) &&
			    start < addr + length)
				return true;
		}
	return false;
}

/*
 * Where a program's registers are while its task is in the kernel: at the top of the stack.
 * A debug exception of a program (a step, int1) begins on the CPU's stack for debug
 * exceptions, and copies them from there. A hit by that copying begins at the top of the
 * same stack, over what has not been copied yet. And newer kernels (6.12, without PTI)
 * return to programs from there: what that reads is hit when it is done, before an
 * interrupt is taken, and the exception returns the same way, without end.
 */
static bool is_program_regs(unsigned long addr)
{
	unsigned long top = ALIGN(addr + 1, THREAD_SIZE);
	struct task_struct *process, *task;
	bool found = false;

	if (addr < top - TOP_OF_KERNEL_STACK_PADDING - sizeof(struct pt_regs))
		return false;
	/* a watch that is moved by each hit asks each time */
	if (IS_ENABLED(CONFIG_VMAP_STACK) && !is_vmalloc_addr((void *)addr))
		return false;
	rcu_read_lock();
	for_each_process_thread(process, task) {
		found = (unsigned long)task_stack_page(task) + THREAD_SIZE == top;
		if (found)
			goto out;
	}
out:
	rcu_read_unlock();
	return found;
}

/**
 * kp_arch_watch_check() - see arch/contract.h
 * @addr: address of data
 * @length: bytes
 */
int kp_arch_watch_check(unsigned long addr, u8 length)
{
	struct arch_hw_breakpoint info = {};
	struct perf_event_attr attr;

	if (!kp_ksyms.hw_breakpoint_arch_parse || !kp_ksyms.bp_per_reg ||
	    !kp_ksyms.cpu_debugreg)
		return -EOPNOTSUPP;
	if (addr < TASK_SIZE_MAX || is_used_by_entry(addr, length) ||
	    is_program_regs(addr))
		return -EINVAL;
	hw_breakpoint_init(&attr);
	attr.bp_addr = addr;
	attr.bp_len = length;
	attr.bp_type = HW_BREAKPOINT_W;
	return kp_ksyms.hw_breakpoint_arch_parse(NULL, &attr, &info);
}

/**
 * kp_arch_watch_attr() - see arch/contract.h
 * @type: KWATCH_*
 * @length: bytes
 * @attr: result
 */
void kp_arch_watch_attr(u8 type, u8 length, struct perf_event_attr *attr)
{
	attr->bp_type = type == KWATCH_RW ? HW_BREAKPOINT_RW : HW_BREAKPOINT_W;
	attr->bp_len = length;
}

/**
 * kp_arch_watch_init() - see arch/contract.h
 * @fn: what a hit calls
 */
void kp_arch_watch_init(kp_watch_fn fn)
{
	on_hit = fn;
}

/**
 * kp_arch_watch_trap() - see arch/contract.h
 * @event: the breakpoint
 * @data: unused
 * @regs: registers behind the access, or before the instruction
 *
 * Data trap behind the access; for instructions the kernel sets RF.
 *
 * A page fault's handler reads a variable of the CPU, and writes to its stack, before
 * it reads where the fault was: if that is watched, a fault in our handler must not take
 * its place. The kernel has this for NMIs alone.
 */
void kp_arch_watch_trap(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	unsigned long fault = read_cr2();

	on_hit(event, regs);
	if (unlikely(read_cr2() != fault))
		write_cr2(fault);
}

/**
 * kp_arch_watch_execute() - see arch/contract.h
 * @event: a breakpoint for a write of one byte, disabled
 *
 * A kernel without kprobes has no blacklist and refuses all others for its text.
 */
void kp_arch_watch_execute(struct perf_event *event)
{
	struct arch_hw_breakpoint *info = counter_arch_bp(event);

	info->type = X86_BREAKPOINT_EXECUTE;
	info->len = X86_BREAKPOINT_LEN_X;
}

/**
 * kp_arch_watch_addr() - see arch/contract.h
 * @event: a breakpoint
 */
unsigned long kp_arch_watch_addr(const struct perf_event *event)
{
	return READ_ONCE(event->hw.info.address);
}

/**
 * kp_arch_watch_move() - see arch/contract.h
 * @event: a breakpoint of this CPU
 * @addr: where to
 *
 * DR7 is left alone: it is 0 in the exceptions that this may be called from.
 */
void kp_arch_watch_move(struct perf_event *event, unsigned long addr)
{
	int i;

	WRITE_ONCE(event->hw.info.address, addr);
	for (i = 0; i < HBP_NUM; i++) {
		if (this_cpu_read(*installed(i)) != event)
			continue;
		/* hypervisors restore the register from here */
		this_cpu_write(*address(i), addr);
		set_debugreg(addr, i);
	}
}

/**
 * kp_arch_watch_holder() - see arch/contract.h
 * @cpu: a CPU
 * @i: number of the debug register
 */
const struct perf_event *kp_arch_watch_holder(int cpu, int i)
{
	if (!kp_ksyms.bp_per_reg)
		return NULL;
	return READ_ONCE(*per_cpu_ptr(installed(i), cpu));
}

/**
 * kp_arch_watch_traced() - see arch/contract.h
 * @task: a task
 */
bool kp_arch_watch_traced(const struct task_struct *task)
{
	int i;

	for (i = 0; i < HBP_NUM; i++)
		if (READ_ONCE(task->thread.ptrace_bps[i]))
			return true;
	return false;
}
