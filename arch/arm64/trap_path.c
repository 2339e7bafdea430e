// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: the functions that run between a breakpoint and our re-entry check, and
 * between our last handler and the return. A breakpoint in one of them would
 * be hit again while it is handled, without end.
 *
 * They are found by following direct calls and jumps from the exception's
 * vector on. brk_handler() and its like are called through pointers. What
 * cannot be reached from a breakpoint in the kernel is not followed.
 *
 * And those that run where no exception can be taken at all, found likewise.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <asm/byteorder.h>

#include <arch/contract.h>
#include <kernel/calls.h>
#include <kernel/ksyms.h>

/* Those that are not inlined. The first is there on all kernels. */
static const char * const roots[] = {
	"el1h_64_sync_handler", "el1h_64_sync", "ret_to_kernel",
	"el1_dbg", "do_debug_exception", "brk_handler", "call_break_hook",
	"do_el1_brk64",
	/* the steps of watches, where there is no hook for them */
	"do_el1_softstep",
	/* a debug register has no event any more there, and is on still */
	"arch_uninstall_hw_breakpoint", "hw_breakpoint_control", "write_wb_reg",
	/* what follows is not called; a trap there loses why user space came */
	"__swpan_entry_el0", "__swpan_exit_el0",
};

/*
 * KVM where the kernel runs at EL2: exceptions have other vectors there, so that a fault
 * of a handler that the function tracer has called would be the end, too.
 */
static const char * const kvm_roots[] = {
	"__kvm_vcpu_run", "__kvm_vcpu_run_vhe", "__guest_enter", "__guest_exit",
	"__guest_exit_panic", "__kvm_hyp_vector", "__bp_harden_hyp_vecs",
	"kvm_unexpected_el2_exception", "kvm_hyp_handle_fpsimd",
	"kvm_hyp_handle_sysreg", "kvm_hyp_handle_sysreg_vhe",
	"kvm_hyp_handle_cp15_32", "kvm_hyp_handle_ptrauth",
	"kvm_hyp_handle_iabt_low", "kvm_hyp_handle_dabt_low",
	"kvm_hyp_handle_watchpt_low", "kvm_hyp_handle_eret",
	"kvm_hyp_handle_memory_fault", "kvm_hyp_handle_mops",
	"kvm_hyp_handle_impdef",
	/* called there through pointers */
	"__vgic_v3_read_iar", "__vgic_v3_write_eoir", "__vgic_v3_write_dir",
	"__vgic_v3_read_igrpen0", "__vgic_v3_write_igrpen0",
	"__vgic_v3_read_igrpen1", "__vgic_v3_write_igrpen1",
	"__vgic_v3_read_bpr0", "__vgic_v3_write_bpr0", "__vgic_v3_read_bpr1",
	"__vgic_v3_write_bpr1", "__vgic_v3_read_apxr0",
	"__vgic_v3_write_apxr0", "__vgic_v3_read_apxr1",
	"__vgic_v3_write_apxr1", "__vgic_v3_read_apxr2",
	"__vgic_v3_write_apxr2", "__vgic_v3_read_apxr3",
	"__vgic_v3_write_apxr3", "__vgic_v3_read_hppir",
	"__vgic_v3_read_pmr", "__vgic_v3_write_pmr", "__vgic_v3_read_rpr",
	"__vgic_v3_read_ctlr", "__vgic_v3_write_ctlr", NULL
};

static const char * const not_followed[] = {
	/* other exceptions */
	"el1_abort", "el1_pc", "el1_undef", "el1_bti", "el1_fpac",
	"do_mem_abort", "do_sp_pc_abort", "do_undefinstr", "do_el1_undef",
	"do_el1_bti", "do_el1_fpac", "el1_gcs", "el1_mops", "el1_breakpt",
	"el1_softstp", "el1_watchpt",
	"do_breakpoint", "do_watchpoint", "__panic_unhandled",
	"kgdb_single_step_handler",
	/* behind the entry where ours are taken: brk_entry.c */
	"call_el1_break_hook", "bug_brk_handler", "reserved_fault_brk_handler",
	"cfi_brk_handler", "kasan_brk_handler", "ubsan_brk_handler",
	"kgdb_brk_handler", "kgdb_compiled_brk_handler", "kprobe_brk_handler",
	"kprobe_ss_brk_handler", "kretprobe_brk_handler",
	/* only for breakpoints of user space */
	"send_user_sigtrap", "arm64_apply_bp_hardening",
	/* only if nobody wants the breakpoint, or to report a bug */
	"arm64_notify_die", "die", "panic", "_printk", "__warn_printk",
	"__printk_ratelimit",
	"dump_stack", "lockdep_rcu_suspicious", "debug_locks_off",
	"kasan_report", "kasan_report_invalid_free",
	/* not with preemption or interrupts off, as they are */
	"preempt_schedule", "preempt_schedule_notrace", "preempt_schedule_irq",
	"irq_work_queue_on", "irq_work_queue", "raise_softirq_irqoff",
	"rcu_preempt_deferred_qs_irqrestore",
	/* not in NMI-like context: lockdep is off there */
	"__lock_acquire", "mark_held_locks", "reacquire_held_locks",
	"trace_hardirqs_on", "trace_hardirqs_off",
	NULL
};

int kp_arch_trap_path(int (*report)(unsigned long start, unsigned long end,
				    void *data), void *data)
{
	struct kp_calls *calls;
	unsigned int i;
	int ret;

	if (!kp_ksyms_lookup(roots[0])) {
		pr_err("kernel symbol %s not found (CONFIG_KALLSYMS)\n",
		       roots[0]);
		return -ENOENT;
	}
	calls = kp_calls_init(not_followed, NULL);
	if (!calls)
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(roots); i++)
		kp_calls_add(calls, kp_ksyms_lookup(roots[i]));
	ret = kp_calls_report(calls, report, data);
	kp_calls_free(calls);
	return ret;
}

/*
 * A CPU that comes up, until RCU knows of it; one that wakes up, until its
 * vectors are there; one that leaves. The first is what SMP kernels have. They
 * are called through registers, when the MMU goes on or off.
 */
static const char * const no_trap_roots[] = {
	"secondary_start_kernel", "__secondary_switched", "_cpu_resume",
	"cpu_soft_restart", "machine_kexec", NULL
};

static const char * const no_trap_ends[] = {
	"rcu_cpu_starting", "rcutree_report_cpu_starting",
	/* what it calls first can be probed; itself not */
	"machine_kexec", NULL
};

/* What is called with the MMU off, or from where text has another address. */
static const char * const elsewhere[][2] = {
	{ "__idmap_text_start", "__idmap_text_end" },
	{ "__hyp_idmap_text_start", "__hyp_idmap_text_end" },
	{ "__hibernate_exit_text_start", "__hibernate_exit_text_end" },
	{ "__relocate_new_kernel_start", "__relocate_new_kernel_end" },
};

static void add_from_elsewhere(struct kp_calls *calls)
{
	unsigned long start, end;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(elsewhere); i++) {
		start = kp_ksyms_lookup(elsewhere[i][0]);
		end = kp_ksyms_lookup(elsewhere[i][1]);
		if (start && end > start)
			kp_calls_add_from(calls, start, end);
	}
}

static int report_kvm(int (*report)(unsigned long start, unsigned long end,
				    void *data), void *data)
{
	struct kp_calls *calls = kp_calls_init(not_followed, NULL);
	int ret;

	if (!calls)
		return -ENOMEM;
	kp_calls_add_all(calls, kvm_roots);
	ret = kp_calls_report(calls, report, data);
	kp_calls_free(calls);
	return ret;
}

int kp_arch_no_trap_path(int (*report)(unsigned long start, unsigned long end,
				       void *data), void *data)
{
	struct kp_calls *calls;
	int ret;

	if (IS_ENABLED(CONFIG_SMP) && !kp_ksyms_lookup(no_trap_roots[0])) {
		pr_err("kernel symbol %s not found (CONFIG_KALLSYMS)\n",
		       no_trap_roots[0]);
		return -ENOENT;
	}
	calls = kp_calls_init(kp_calls_elsewhere, no_trap_ends);
	if (!calls)
		return -ENOMEM;
	kp_calls_add_all(calls, no_trap_roots);
	add_from_elsewhere(calls);
	ret = kp_calls_report(calls, report, data) ?: report_kvm(report, data);
	kp_calls_free(calls);
	return ret;
}
