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
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <internal/arch.h>
#include <internal/ksyms.h>

#define ROOT		"exc_int3"
#define MAX_FUNCTIONS	1024

/* Names end at the first dot: compilers add .isra.0 and the like. */
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
	"rcu_preempt_deferred_qs_irqrestore", "rcu_read_unlock_special",
	/* not in NMI-like context: lockdep is off there */
	"__lock_acquire", "mark_held_locks", "reacquire_held_locks",
	"trace_hardirqs_on", "trace_hardirqs_off",
};

/**
 * struct function - a function found on the way
 * @start: first byte
 * @size: bytes
 */
struct function {
	unsigned long start;
	unsigned long size;
};

static bool is_followed(unsigned long addr, char *namebuf)
{
	unsigned long size, offset;
	const char *name;
	char *module;
	int i;

	name = kp_ksyms.kallsyms_lookup(addr, &size, &offset, &module, namebuf);
	if (!name)
		return false;
	/* .cold parts report errors */
	if (strstr(name, ".cold"))
		return false;
	for (i = 0; i < ARRAY_SIZE(not_followed); i++) {
		size_t len = strlen(not_followed[i]);

		if (!strncmp(name, not_followed[i], len) &&
		    (name[len] == '\0' || name[len] == '.'))
			return false;
	}
	return true;
}

static unsigned int add_function(struct function *found, unsigned int num,
				 unsigned long addr, char *namebuf)
{
	unsigned long size, offset;
	unsigned int i;

	if (!kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
		return num;
	addr -= offset;
	for (i = 0; i < num; i++)
		if (found[i].start == addr)
			return num;
	if (num == MAX_FUNCTIONS || !is_followed(addr, namebuf))
		return num;
	found[num].start = addr;
	found[num].size = size;
	return num + 1;
}

/*
 * Die notifiers of the highest priority that are older than ours come before
 * it.
 */
static unsigned int add_notifiers(struct function *found, unsigned int num,
				  char *namebuf)
{
	struct notifier_block *nb;

	rcu_read_lock();
	for (nb = rcu_dereference(kp_ksyms.die_chain->head);
	     nb && nb->priority == INT_MAX; nb = rcu_dereference(nb->next))
		num = add_function(found, num, (unsigned long)nb->notifier_call,
				   namebuf);
	rcu_read_unlock();
	return num;
}

/* Where a direct call or jump goes; 0 for anything else. */
static unsigned long branch_target(const struct insn *insn, unsigned long addr)
{
	u8 op = insn->opcode.bytes[0];

	if (op == 0xe8 || op == 0xe9 || op == 0xeb || (op & 0xf0) == 0x70 ||
	    (op == 0x0f && (insn->opcode.bytes[1] & 0xf0) == 0x80))
		return addr + insn->length + insn->immediate.value;
	return 0;
}

static unsigned int follow(struct function *found, unsigned int num,
			   struct function function, char *namebuf)
{
	unsigned long addr = function.start, target;
	unsigned long end = function.start + function.size;
	struct insn insn;

	for (; addr < end; addr += insn.length) {
		if (kp_ksyms.insn_decode(&insn, (void *)addr, end - addr,
					 INSN_MODE_KERN))
			break;
		target = branch_target(&insn, addr);
		if (target && (target < function.start || target >= end))
			num = add_function(found, num, target, namebuf);
	}
	return num;
}

int kp_arch_trap_path(int (*report)(unsigned long start, unsigned long end,
				    void *data), void *data)
{
	unsigned long root = kp_ksyms_lookup(ROOT);
	struct function *found;
	unsigned int i, num;
	char *namebuf;
	int ret = -ENOMEM;

	if (!root) {
		pr_err("kernel symbol " ROOT " not found (CONFIG_KALLSYMS)\n");
		return -ENOENT;
	}
	found = kcalloc(MAX_FUNCTIONS, sizeof(*found), GFP_KERNEL);
	namebuf = kmalloc(KSYM_NAME_LEN, GFP_KERNEL);
	if (!found || !namebuf)
		goto free;

	num = add_function(found, 0, root, namebuf);
	num = add_notifiers(found, num, namebuf);
	for (i = 0; i < num; i++)
		num = follow(found, num, found[i], namebuf);
	if (num == MAX_FUNCTIONS) {
		pr_err("too many functions between a breakpoint and its handler\n");
		ret = -E2BIG;
		goto free;
	}
	for (i = 0, ret = 0; i < num && !ret; i++)
		ret = report(found[i].start, found[i].start + found[i].size,
			     data);
free:
	kfree(namebuf);
	kfree(found);
	return ret;
}
