// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: the functions that run between a breakpoint and our re-entry check,
 * and between our last handler and the return. A breakpoint in one of them would
 * be hit again while it is handled, without end.
 *
 * They are found by following direct calls and jumps from the interrupt's entry
 * on. What cannot be reached from a breakpoint in the kernel is not followed.
 *
 * Others must not take an interrupt at all, whatever it is for: with MSR[RI] off
 * there is no return from it, and without translation (MSR[IR] and MSR[DR] off)
 * neither.
 */
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <kernel/calls.h>
#include <kernel/ksyms.h>

#include "vector.h"

/* Those that are not inlined. The first is there on all kernels. */
static const char * const roots[] = {
	"program_check_exception", "program_check_common",
	"do_program_check", "notify_die", "interrupt_return_srr",
	/* the debugger, if it is on: by a pointer, ahead of all notifiers */
	"xmon_bpt",
	/* notifiers of the same priority as ours, that are older */
	"hw_breakpoint_exceptions_notify", "kprobe_exceptions_notify",
	"interrupt_return_srr_kernel", "interrupt_exit_kernel_prepare",
	"interrupt_exit_kernel_restart", "rcu_is_watching",
	"ct_nmi_enter", "ct_nmi_exit", "rcu_nmi_enter", "rcu_nmi_exit",
};

/* Ours is in memory that may not be in the hashed tables yet. */
static const char * const hash_roots[] = {
	"do_slb_fault", "do_hash_fault",
	/* called through pointers */
	"pSeries_lpar_hpte_insert", "pSeries_lpar_hpte_remove",
	"pSeries_lpar_hpte_updatepp", "native_hpte_insert",
	"native_hpte_remove", "native_hpte_updatepp",
};

/*
 * No interrupts, or not elsewhere: see above. What the assembly of interrupts calls is found: it
 * is called with MSR[RI] off, or returns so.
 */
static const char * const no_interrupts[] = {
	/* part of that */
	"interrupt_exit_user_prepare_main",
	/* an interrupt restarts a part of it, by address */
	"arch_local_irq_restore",
	/* between two stacks */
	"_switch",
	/* to firmware and back */
	"enter_rtas", "rtas_restore_regs",
	/* without translation */
	"pseries_machine_check_realmode", "save_mce_event",
	"hmi_handle_debugtrig", "slb_restore_bolted_realmode",
	"__slb_restore_bolted_realmode",
	/* the stack's segment may be gone for an instruction */
	"slb_flush_and_restore_bolted", "switch_slb",
	/* to firmware and back, in the other byte order */
	"opal_return",
	/* with the registers of user space */
	"tm_reclaim", "__tm_recheckpoint", "restore_gprs",
	/* and its vectors: a large copy of a handler's would use them */
	"restore_math", "do_restore_fp", "do_restore_altivec",
	"load_fp_state", "store_fp_state", "load_vr_state", "store_vr_state",
	"save_fpu", "save_altivec", "__giveup_fpu", "__giveup_altivec",
	"__giveup_vsx", "giveup_fpu", "giveup_altivec", "giveup_vsx",
	"giveup_all", "save_all", "flush_all_to_thread",
	"msr_check_and_set", "__msr_check_and_clear", "enable_kernel_fp",
	"enable_kernel_altivec", "enable_kernel_vsx",
	/* a CPU that starts */
	"generic_secondary_smp_init", "generic_secondary_common_init",
	"enable_64b_mode", "relative_toc",
	"__secondary_start", "start_secondary_prolog",
	"__restore_cpu_cpufeatures", "__restore_cpu_power7",
	"__restore_cpu_power8", "__restore_cpu_power9", "__restore_cpu_power10",
	"__restore_cpu_ppc970", "early_setup_secondary",
	"radix__early_init_mmu_secondary", "hash__early_init_mmu_secondary",
	"slb_initialize", "radix__tlbiel_all", "hash__tlbiel_all",
	"setup_kup", "setup_kuap", "setup_kuep", "cpu_ready_for_interrupts",
	/* interrupts off in MSR[EE], but on by the kernel's own account */
	"prep_irq_for_idle", "prep_irq_for_idle_irqsoff",
	"replay_soft_interrupts", "__replay_soft_interrupts",
	"pseries_lpar_idle", "check_and_cede_processor",
	"dedicated_cede_loop", "shared_cede_loop", "cede_processor",
	"plpar_hcall_norets_notrace",
	/* wakes up elsewhere */
	"isa300_idle_stop_mayloss", "isa300_idle_stop_noloss",
	"isa206_idle_insn_mayloss", "idle_return_gpr_loss",
	/* wake up, or go to sleep, without translation; and what they call so */
	"power7_idle_insn", "power7_idle_type", "power7_offline",
	"power9_idle_stop", "power10_idle_stop", "arch300_idle_type",
	"arch300_offline_stop", "pnv_cpu_offline", "__ppc64_runlatch_on",
	"__ppc64_runlatch_off", "opal_call", "opal_config_cpu_idle_state",
	"opal_resync_timebase",
	/* a CPU that has said that it is dead: nobody waits for it */
	"pnv_cpu_offline_self", "pnv_flush_interrupts",
	"pnv_program_cpu_hotplug_lpcr", "generic_set_cpu_dead",
	"generic_check_cpu_restart", "cpu_core_split_required",
	"xive_flush_interrupt", "icp_opal_flush_interrupt",
	"icp_native_flush_interrupt", "irq_set_pending_from_srr1",
	"pmac_cpu_offline_self", "power4_idle", "opal_slw_set_reg",
	"opal_int_eoi", "opal_int_set_mfrr", "xive_flush_cpu_queue",
	"xive_flush_cpu_queue.constprop.0",
	/* devices of Macs: without MSR[DR], or without segments */
	"rmci_on", "rmci_off", "real_readb", "real_writeb", "real_205_readb",
	"real_205_writeb",
};

/*
 * What C that the assembly of interrupts calls may call before it sets MSR[RI].
 * Compilers may make one of the inline functions in each source file.
 */
static const char * const early[] = {
	"interrupt_enter_prepare", "interrupt_async_enter_prepare",
	"interrupt_nmi_enter_prepare", "is_implicit_soft_masked",
	"search_kernel_soft_mask_table",
	/* the first three have other names in 7.3 */
	"arch_interrupt_enter_prepare", "arch_interrupt_async_enter_prepare",
	"arch_interrupt_nmi_enter_prepare",
	/*
	 * What an NMI came in may start again from where the way out has noted, and a trap's
	 * would note its own there; machine checks call them without translation.
	 */
	"interrupt_nmi_exit_prepare", "arch_interrupt_nmi_exit_prepare",
	"search_kernel_restart_table", NULL
};

/*
 * Entering and leaving guests of KVM as a host: with a guest's context, where an
 * interrupt is taken for the guest's and ends in kvmppc_p9_bad_interrupt(); and, on
 * CPUs before POWER9, without translation. Assembly, from one function to
 * another; with what it calls.
 */
static const struct {
	const char *first;
	const char *last;
} assembly[] = {
	{ "kvmppc_hcall", "kvmppc_p9_bad_interrupt" },
	{ "kvmppc_hv_entry_trampoline", "kvmppc_fix_pmao" },
	/* of hosts that are guests themselves */
	{ "kvmppc_entry_trampoline", "kvmppc_handler_trampoline_exit" },
	/* not KVM's: while a core is split, without translation */
	{ "split_core_secondary_loop", "virtual_mode" },
	/* nor this: an image's memory over the kernel's, with r13 for its own use */
	{ "swsusp_arch_resume", "nothing_to_copy" },
};

static const char * const kvm_roots[] = {
	"kvmhv_vcpu_entry_p9",
	/* hypercalls without translation: called through a table */
	"kvmppc_h_enter", "kvmppc_h_read", "kvmppc_h_remove",
	"kvmppc_h_bulk_remove", "kvmppc_h_clear_mod", "kvmppc_h_clear_ref",
	"kvmppc_h_protect", "kvmppc_rm_h_page_init", "kvmppc_rm_h_confer",
	"kvmppc_rm_h_random", "xics_rm_h_cppr", "xics_rm_h_eoi",
	"xics_rm_h_ipi", "xics_rm_h_xirr", "xics_rm_h_xirr_x",
};

/* What these may call, but for what the kernel calls everywhere. */
static const char * const kvm_calls[] = {
	"load_vcpu_state", "load_spr_state", "load_fp_state", "load_vr_state",
	"store_vcpu_state", "store_spr_state", "store_fp_state",
	"store_vr_state", "restore_p9_host_os_sprs", "switch_pmu_to_guest",
	"switch_pmu_to_host", "freeze_pmu", "switch_mmu_to_guest_radix",
	"switch_mmu_to_guest_hpt", "switch_mmu_to_host",
	"save_clear_host_mmu", "save_clear_guest_mmu", "radix_clear_slb",
	"clear_slb_entry", "slb_clear_invalidate_partition",
	"check_need_tlb_flush", "flush_guest_tlb", "accumulate_time",
	"timer_rearm_host_dec", "kvmhv_p9_tm_emulation_early",
	"kvmppc_p9_realmode_hmi_handler", "kvmppc_realmode_machine_check",
	"kvmppc_realmode_mc_power7", "reload_slb", "get_mce_event",
	/* without translation */
	"kvmppc_do_h_enter", "kvmppc_do_h_remove", "kvmppc_get_hpa",
	"kvmppc_do_h_page_init_zero", "kvmppc_do_h_page_init_copy",
	"kvmppc_hv_find_lock_hpte", "kvmppc_invalidate_hpte",
	"kvmppc_clear_ref_hpte", "kvmppc_add_revmap_chain",
	"kvmppc_update_dirty_map", "remove_revmap_chain", "revmap_for_hpte",
	"compute_tlbie_rb", "global_invalidates", "do_tlbies",
	"inject_interrupt", "kvmhv_rm_send_ipi", "kvmppc_read_one_intr",
	"kvmppc_check_passthru", "kvmppc_deliver_irq_passthru",
	"wait_for_subcore_guest_exit", "wait_for_tb_resync",
	"icp_rm_set_vcpu_irq", "icp_rm_deliver_irq", "icp_rm_check_resend",
	"icp_rm_down_cppr", NULL
};

/*
 * Machine checks and hypervisor maintenance, without translation: what assembly
 * calls is found, but that goes on through pointers.
 */
static const char * const real_mode_roots[] = {
	"pnv_machine_check_early", "pseries_machine_check_realmode",
	"__machine_check_early_realmode_p7",
	"__machine_check_early_realmode_p8",
	"__machine_check_early_realmode_p9",
	"__machine_check_early_realmode_p10",
	"opal_hmi_exception_early", "opal_hmi_exception_early2",
};

static const char * const real_mode_calls[] = {
	"mce_handle_error", "mce_handle_ierror", "mce_handle_derror",
	"mce_handle_ue_error", "mce_find_instr_ea_and_phys", "addr_to_pfn",
	"mce_flush", "mce_in_guest", "flush_and_reload_slb", "flush_erat",
	"slb_flush_all_realmode", "radix__tlbiel_all", "hash__tlbiel_all",
	"save_mce_event", "mce_set_error_info", "mce_common_process_ue",
	"mce_irq_work_queue", "set_mce_pending_irq_work",
	"machine_check_ue_event", "machine_check_ue_work", "analyse_instr",
	"opal_handle_hmi", "opal_handle_hmi2", "opal_call",
	"mce_handle_err_realmode", "mce_handle_err_virtmode",
	"fwnmi_get_errinfo", "fwnmi_release_errinfo", "rtas_call_unlocked",
	"va_rtas_call_unlocked", "do_enter_rtas", "__do_enter_rtas",
	"slb_save_contents", NULL
};

/* Calls within calls: more than any of these makes, and an end to recursion. */
#define MAX_DEPTH	5

static const char * const not_followed[] = {
	/* only for traps of user space, and other program checks */
	"_exception", "_exception_pkey", "emulate_instruction",
	"emulate_single_step", "parse_fpe", "do_user_signal", "restore_math",
	"do_notify_resume", "schedule", "interrupt_exit_user_prepare",
	"account_cpu_user_entry", "alignment_exception",
	/* other events */
	"hw_breakpoint_handler", "single_step_dabr_instruction",
	/* only where the debugger has a breakpoint */
	"xmon_core",
	/* only if nobody wants the breakpoint, or to report a bug */
	"report_bug", "search_exception_tables", "die", "panic", "_printk", "__warn_printk",
	"dump_stack", "show_regs", "lockdep_rcu_suspicious",
	"debug_locks_off", "unrecoverable_exception",
	"kasan_report", "kasan_report_invalid_free",
	/* only where interrupts are on again, as they were not at a hit inside */
	"preempt_schedule", "preempt_schedule_notrace", "preempt_schedule_irq",
	"replay_soft_interrupts", "arch_local_irq_restore",
	"irq_work_queue_on", "irq_work_queue", "raise_softirq_irqoff",
	"rcu_preempt_deferred_qs_irqrestore",
	/* accesses to user space, and those that the kernel gets wrong */
	"hash__do_page_fault", "do_page_fault", "___do_page_fault",
	"bad_page_fault", "do_bad_page_fault_segv", "do_bad_slb_fault",
	NULL
};

static void add_all(struct kp_calls *calls, const char * const *names, int num)
{
	while (num--)
		kp_calls_add(calls, kp_ksyms_lookup(*names++));
}

typedef int (*report_fn)(unsigned long start, unsigned long end, void *data);

static int report_path(report_fn report, void *data)
{
	struct kp_calls *calls = kp_calls_init(not_followed, NULL);
	int ret;

	if (!calls)
		return -ENOMEM;
	add_all(calls, roots, ARRAY_SIZE(roots));
	if (!radix_enabled())
		add_all(calls, hash_roots, ARRAY_SIZE(hash_roots));
	ret = kp_calls_report(calls, report, data);
	kp_calls_free(calls);
	return ret;
}

/*
 * A CPU that comes up: without translation, and then until RCU knows of it; and
 * what kexec calls without translation. The first is what SMP kernels have.
 */
static const char * const no_trap_roots[] = {
	"start_secondary", "early_setup_secondary",
	/* its PACA has no per-CPU data; what it calls before can be probed */
	"default_machine_kexec", "setup_paca",
	/* in between translation is switched off, by what is found from here */
	"kexec_sequence", "kexec_smp_wait",
	/* the same loop is for CPUs that start and are not known */
	"kexec_wait",
	/* called through pointers */
	"mmu_cleanup_all", "native_hpte_clear", "pseries_hpte_clear_all", NULL
};

static const char * const no_trap_ends[] = {
	"rcu_cpu_starting", "rcutree_report_cpu_starting",
	"default_machine_kexec", NULL
};

/*
 * rfid, rfscv, hrfid, urfid. Ahead of one MSR[RI] is off, or a trap would change the registers
 * that it goes by; and it is how translation is switched off, or was on the way there. Names
 * do not tell: there are two functions real_mode, of kexec and of powernv.
 *
 * Source: Power ISA 3.1, book III, 4.3.1 "System Linkage Instructions".
 */
static bool is_interrupt_return(u32 word)
{
	return word == 0x4c000024 || word == 0x4c0000a4 ||
	       word == 0x4c000224 || word == 0x4c000264;
}

static int report_function(unsigned long addr, report_fn report, void *data)
{
	unsigned long size, offset;

	if (!addr ||
	    !kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
		return 0;
	return report(addr - offset, addr - offset + size, data);
}

static int report_interrupt_returns(report_fn report, void *data)
{
	unsigned long addr = kp_ksyms_lookup("_stext");
	unsigned long end = kp_ksyms_lookup("_etext");
	int ret = 0;

	for (; addr && addr < end && !ret; addr += KP_ARCH_MAX_INSN_SIZE)
		if (is_interrupt_return(*(const u32 *)addr))
			ret = report_function(addr, report, data);
	return ret;
}

int kp_arch_no_trap_path(report_fn report, void *data)
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
	ret = kp_calls_report(calls, report, data);
	kp_calls_free(calls);
	return ret ?: report_interrupt_returns(report, data);
}

static int report_no_interrupts(report_fn report, void *data)
{
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(no_interrupts) && !ret; i++)
		ret = report_function(kp_ksyms_lookup(no_interrupts[i]), report,
				      data);
	return ret;
}

static bool is_one_of(unsigned long addr, const char * const *names)
{
	char namebuf[KSYM_NAME_LEN];
	unsigned long size, offset;
	const char *name;
	char *module;

	name = kp_ksyms.kallsyms_lookup(addr, &size, &offset, &module, namebuf);
	return name && kp_calls_is_one_of(kp_ksyms_plain(name), names);
}

/* A function, and those of @names that it calls, and that these call. */
static int report_calls(unsigned long addr, const char * const *names,
			int depth, report_fn report, void *data)
{
	unsigned long size, offset, end, target;
	int ret;

	if (!addr ||
	    !kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
		return 0;
	addr -= offset;
	end = addr + size;
	ret = report(addr, end, data);
	for (; addr < end && !ret; addr += KP_ARCH_MAX_INSN_SIZE) {
		target = 0;
		kp_arch_branch_target(addr, end - addr, &target);
		if (depth && target &&
		    (target < end - size || target >= end) &&
		    is_one_of(target, names))
			ret = report_calls(target, names, depth - 1, report,
					   data);
	}
	return ret;
}

/* Assembly, and what it calls, and of @names what that calls. */
static int report_assembly(unsigned long start, unsigned long end,
			   const char * const *names, report_fn report,
			   void *data)
{
	int ret = report(start, end, data);
	unsigned long addr, target;

	for (addr = start; addr < end && !ret; addr += KP_ARCH_MAX_INSN_SIZE) {
		target = 0;
		kp_arch_branch_target(addr, end - addr, &target);
		if (target < start || target >= end)
			ret = report_calls(target, names, MAX_DEPTH, report,
					   data);
	}
	return ret;
}

static int report_roots(const char * const *first, unsigned int num,
			const char * const *names, report_fn report,
			void *data)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < num && !ret; i++)
		ret = report_calls(kp_ksyms_lookup(first[i]), names, MAX_DEPTH,
				   report, data);
	return ret;
}

static int report_listed(report_fn report, void *data)
{
	unsigned long start, end, size, offset;
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(assembly) && !ret; i++) {
		start = kp_ksyms_lookup(assembly[i].first);
		end = kp_ksyms_lookup(assembly[i].last);
		if (start && end > start &&
		    kp_ksyms.kallsyms_lookup_size_offset(end, &size, &offset))
			ret = report_assembly(start, end - offset + size,
					      kvm_calls, report, data);
	}
	return ret ?: report_roots(kvm_roots, ARRAY_SIZE(kvm_roots), kvm_calls,
				   report, data);
}

int kp_arch_trap_path(int (*report)(unsigned long start, unsigned long end,
				    void *data), void *data)
{
	unsigned long start = kp_ksyms_lookup("_stext");
	unsigned long end = kp_ksyms_lookup("__end_soft_masked");

	if (!kp_ksyms_lookup(roots[0]) || !start || end < start) {
		pr_err("kernel symbol %s not found (CONFIG_KALLSYMS)\n",
		       end < start ? "__end_soft_masked" : roots[0]);
		return -ENOENT;
	}
	return report_assembly(start, end, early, report, data) ?:
	       report_path(report, data) ?:
	       report_no_interrupts(report, data) ?:
	       report_roots(real_mode_roots, ARRAY_SIZE(real_mode_roots),
			    real_mode_calls, report, data) ?:
	       report_listed(report, data);
}

/**
 * kp_arch_trap_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_arch_trap_show(struct seq_file *m)
{
	const char *why = kp_ppc_vector_why();

	if (!why)
		seq_puts(m, "breakpoints: by a call of our own in the kernel's vector\n");
	else
		seq_printf(m, "breakpoints: by the kernel's notifiers: %s\n", why);
}
