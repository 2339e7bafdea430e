// SPDX-License-Identifier: GPL-2.0
/*
 * x86: the functions that run between a breakpoint and our re-entry check, and
 * between our last handler and the return. A breakpoint in one of them would
 * be hit again while it is handled, without end.
 *
 * They are found by following direct calls and jumps from the entry, and from
 * the die notifiers that come before ours. What cannot be reached from a
 * breakpoint in the kernel is not followed.
 */
#include <linux/errno.h>
#include <linux/notifier.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>

#include <internal/arch.h>
#include <internal/calls.h>
#include <internal/ksyms.h>

#define ROOT		"exc_int3"

static const char * const not_followed[] = {
	/* only for breakpoints of user space */
	"do_int3_user", "do_trap", "irqentry_enter_from_user_mode",
	"irqentry_exit_to_user_mode",
	/* only for debug exceptions */
	"hw_breakpoint_handler", "perf_bp_event",
	/* only for kgdb, which takes its own breakpoints */
	"kgdb_ll_trap",
	/* only if nobody wants the breakpoint, or to report a bug */
	"die", "panic", "_printk", "__warn_printk", "__printk_ratelimit",
	"dump_stack", "lockdep_rcu_suspicious", "debug_locks_off",
	"kasan_report", "kasan_report_invalid_free",
	/* not with preemption or interrupts off, as they are */
	"preempt_schedule", "preempt_schedule_thunk",
	"preempt_schedule_notrace", "preempt_schedule_notrace_thunk",
	"irq_work_queue_on", "irq_work_queue", "raise_softirq_irqoff",
	"rcu_preempt_deferred_qs_irqrestore",
	/* not in NMI-like context: lockdep is off there */
	"__lock_acquire", "mark_held_locks", "reacquire_held_locks",
	"trace_hardirqs_on", "trace_hardirqs_off",
	NULL
};

/*
 * Die notifiers of the highest priority that are older than ours come before
 * it.
 */
static void add_notifiers(struct kp_calls *calls)
{
	struct notifier_block *nb;

	rcu_read_lock();
	for (nb = rcu_dereference(kp_ksyms.die_chain->head);
	     nb && nb->priority == INT_MAX; nb = rcu_dereference(nb->next))
		kp_calls_add(calls, (unsigned long)nb->notifier_call);
	rcu_read_unlock();
}

int kp_arch_branch_target(unsigned long addr, size_t avail,
			  unsigned long *target)
{
	struct insn insn;
	u8 op;

	if (kp_ksyms.insn_decode(&insn, (void *)addr, avail, INSN_MODE_KERN))
		return -EILSEQ;
	op = insn.opcode.bytes[0];
	if (op == 0xe8 || op == 0xe9 || op == 0xeb || (op & 0xf0) == 0x70 ||
	    (op == 0x0f && (insn.opcode.bytes[1] & 0xf0) == 0x80))
		*target = addr + insn.length + insn.immediate.value;
	return insn.length;
}

int kp_arch_trap_path(int (*report)(unsigned long start, unsigned long end,
				    void *data), void *data)
{
	unsigned long root = kp_ksyms_lookup(ROOT);
	struct kp_calls *calls;
	int ret;

	if (!root) {
		pr_err("kernel symbol " ROOT " not found (CONFIG_KALLSYMS)\n");
		return -ENOENT;
	}
	calls = kp_calls_init(not_followed);
	if (!calls)
		return -ENOMEM;
	kp_calls_add(calls, root);
	add_notifiers(calls);
	ret = kp_calls_report(calls, report, data);
	kp_calls_free(calls);
	return ret;
}
