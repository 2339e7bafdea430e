// SPDX-License-Identifier: GPL-2.0
/*
 * x86: the functions that run between a breakpoint and our re-entry check, and
 * between our last handler and the return. A breakpoint in one of them would
 * be hit again while it is handled, without end.
 *
 * They are found by following direct calls and jumps from the entry's half for
 * the kernel (kernel_half.c), and from the die notifiers that come before ours.
 * What cannot be reached from a breakpoint in the kernel is not followed.
 *
 * And those that run where no exception can be taken at all, found likewise.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/notifier.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>

#include <arch/contract.h>
#include <kernel/calls.h>
#include <kernel/ksyms.h>

#include <kp_x86_kernel_half.h>

#define ROOT		"exc_int3"

static const char * const not_followed[] = {
	/* only for breakpoints of user space */
	"do_int3_user", "do_trap", "irqentry_enter_from_user_mode",
	"irqentry_exit_to_user_mode",
	/* only for debug exceptions */
	"hw_breakpoint_handler", "perf_bp_event",
	/* only if kgdb is in use, and takes all breakpoints */
	"__kgdb_notify", "kgdb_handle_exception",
	/* only if nobody wants the breakpoint, or to report a bug */
	"die", "panic", "_printk", "printk", "__warn_printk", "__printk_ratelimit",
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

/* Its half for user space leads everywhere, where the compiler has put it inline. */
static int add_root(struct kp_calls *calls, unsigned long root,
		    int (*report)(unsigned long start, unsigned long end,
				  void *data), void *data)
{
	unsigned long size, offset;

	if (!kp_ksyms.kallsyms_lookup_size_offset(root, &size, &offset) ||
	    !kp_x86_add_kernel_half(calls, root, size)) {
		kp_calls_add(calls, root);
		return 0;
	}
	return report(root, root + size, data);
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
	calls = kp_calls_init(not_followed, NULL);
	if (!calls)
		return -ENOMEM;
	ret = add_root(calls, root, report, data);
	add_notifiers(calls);
	ret = ret ?: kp_calls_report(calls, report, data);
	kp_calls_free(calls);
	return ret;
}

/**
 * struct no_trap - a walk through what runs where no trap can be taken
 * @roots: where it begins
 * @ends: functions at whose call it ends, or NULL
 */
struct no_trap {
	const char * const *roots;
	const char * const *ends;
};

/*
 * A CPU that comes up: until it has an IDT, per-CPU data that stays where it is,
 * and RCU knows of it. The first is what SMP kernels have.
 */
static const char * const start_roots[] = {
	"start_secondary", "secondary_startup_64",
	"secondary_startup_64_no_verify", "start_cpu0", "soft_restart_cpu",
	"early_setup_idt", NULL
};

static const char * const start_ends[] = {
	"rcu_cpu_starting", "rcutree_report_cpu_starting", NULL
};

/* One that wakes up, or goes on in an image: until it has its GDT again. */
static const char * const resume_roots[] = {
	"wakeup_long64", "do_suspend_lowlevel", "restore_processor_state",
	"__restore_processor_state", "restore_image", "core_restore_code",
	"restore_registers", "kasan_unpoison_task_stack_below", NULL
};

static const char * const resume_ends[] = {
	/* on the way down all is there */
	"save_processor_state", "x86_acpi_enter_sleep_state",
	/* the last of its descriptors */
	"load_fixmap_gdt", NULL
};

/* One that leaves: no IDT, or page tables that do not map it. */
static const char * const leave_roots[] = {
	"machine_kexec", "native_idt_invalidate", "idt_invalidate",
	"native_gdt_invalidate", "load_trampoline_pgtable", "__efi64_thunk",
	/* for an argument of relocate_kernel() */
	"cc_platform_has",
	/* TDX: another of these exceptions before it has been read is fatal */
	"tdx_get_ve_info", NULL
};

/* What it calls first can be probed, even spin locks; itself not. */
static const char * const leave_ends[] = { "machine_kexec", NULL };

/*
 * A CPU that starts in a guest of SEV-ES or SEV-SNP has one handler, for what is intercepted,
 * of which it runs cpuid, rdmsr and wrmsr. No call leads there.
 */
static const char * const intercept_roots[] = {
	"vc_handle_cpuid", "vc_handle_msr",
	/* what these call, where they are inlined; the names have a prefix since 6.17 */
	"vc_handle_cpuid_snp", "snp_cpuid", "__pi_snp_cpuid",
	"__vc_handle_msr", "sev_es_ghcb_hv_call",
	/* by a pointer, since then */
	"snp_cpuid_hv_ghcb", "__sev_cpuid_hv_ghcb", NULL
};

static const struct no_trap no_traps[] = {
	{ start_roots, start_ends },
	{ intercept_roots, NULL },
	{ resume_roots, resume_ends },
	{ leave_roots, leave_ends },
};

static int walk_no_trap(const struct no_trap *walk,
			int (*report)(unsigned long start, unsigned long end,
				      void *data), void *data)
{
	struct kp_calls *calls = kp_calls_init(kp_calls_elsewhere, walk->ends);
	int ret;

	if (!calls)
		return -ENOMEM;
	kp_calls_add_all(calls, walk->roots);
	ret = kp_calls_report(calls, report, data);
	kp_calls_free(calls);
	return ret;
}

int kp_arch_no_trap_path(int (*report)(unsigned long start, unsigned long end,
				       void *data), void *data)
{
	int i, ret = 0;

	if (IS_ENABLED(CONFIG_SMP) && !kp_ksyms_lookup(start_roots[0])) {
		pr_err("kernel symbol %s not found (CONFIG_KALLSYMS)\n",
		       start_roots[0]);
		return -ENOENT;
	}
	for (i = 0; i < ARRAY_SIZE(no_traps) && !ret; i++)
		ret = walk_no_trap(&no_traps[i], report, data);
	return ret;
}
