# SPDX-License-Identifier: GPL-2.0
# Functions where a breakpoint would be the end of the machine are refused: those of
# exceptions that are in other text than it seems, of a CPU that starts or comes
# back, leaves or stops, of firmware, of KVM where traps have other vectors; and what is
# copied and run elsewhere.
#
# kernels: standalone debug stock hostile
# timeout: 30
. /kp/lib.sh

# Which of the names in /tmp/all are refused, in one go: to read the list takes seconds. So does
# a regular expression that is a string, which is compiled at each line.
look_up()
{
	awk 'NR == FNR { address[$1] = "" $2; next }
	{
		split($1, range, "-")
		sub(/0x/, "", range[1])
		sub(/0x/, "", range[2])
		# of one length: strings compare as numbers do
		for (name in address)
			if (address[name] >= range[1] && address[name] < range[2])
				print name
	}' /tmp/all /tmp/blacklist >/tmp/refused
}

is_refused()
{
	grep -qxF "$1" /tmp/refused
}

is_open()
{
	! is_refused "$1" || {
		grep -w "$1" /tmp/blacklist
		return 1
	}
}

# Lines "NAME ADDRESS" of those of the names that the kernel has.
addresses()
{
	echo "$*" | tr ' ' '\n' >/tmp/names
	awk 'NR == FNR { wanted[$1] = 1; next }
	# templates of x86 are no text, and cannot be probed anyway; nor can what lies behind
	# the text, as what kexec copies since 6.14
	$3 == "_etext" { is_behind = 1 }
	$2 !~ /^[tTwW]$/ { next }
	{
		name = $3
		sub(/^[.]/, "", name)
	}
	name in wanted && (!is_behind || NF > 3) {
		print name, $1
		delete wanted[name]
	}' /tmp/names /proc/kallsyms
}

# only IS: those of /tmp/all that are among the open ones, 1, or are not, 0
only()
{
	awk -v open=" $open " -v is="$1" '(index(open, " " $1 " ") > 0) == is' /tmp/all
}

ktap_begin
load_kprobes
cat "$KP_DEBUGFS/blacklist" >/tmp/blacklist
# names that mean something else elsewhere, where exceptions can be taken
case $KP_ARCH in
x86_64) some='machine_kexec restore_processor_state' ;;
arm64) some=machine_kexec ;;
*)
	# without kexec it runs while the kernel starts, alone
	some=
	! has_symbol kexec_sequence && ! has_symbol .kexec_sequence ||
		some=copy_and_flush
	;;
esac
# BPF of x86 writes there, where it has no static call for that
tracefs=/sys/kernel/debug/tracing
[ $KP_ARCH != x86_64 ] ||
	has_symbol __SCT__bpf_dispatcher_xdp_call ||
	! grep -qx bpf_dispatcher_xdp_func $tracefs/available_filter_functions \
		2>/dev/null || some="$some bpf_dispatcher_xdp_func"
# the walk from a CPU that starts ends when it can take exceptions
open='vfs_read notify_cpu_starting schedule kfree'
# where locks are debugged, more is reached from there
[ "$KP_KERNEL" = debug ] || open="$open try_to_wake_up"
[ "$KP_KERNEL-$KP_ARCH" != stock-x86_64 ] || open="$open mod_timer vsnprintf"
# shellcheck disable=SC2086 # a list of words
addresses $open vectors el1h_64_sync el1h_64_sync_handler __swpan_entry_el1 \
	__swpan_exit_el1 __swpan_entry_el0 __swpan_exit_el0 _cpu_resume \
	__guest_exit_panic __kvm_vcpu_run_vhe kvm_hyp_handle_dabt_low \
	sysreg_restore_guest_state_vhe kvm_unexpected_el2_exception \
	write_wb_reg hw_breakpoint_control \
	generic_secondary_smp_init __secondary_start early_setup_secondary \
	radix__early_init_mmu_secondary __restore_cpu_power9 tm_reclaim \
	opal_return __opal_call kexec_copy_flush kexec_sequence kexec_smp_wait kexec_wait \
	real_mode __enter_rtas rtas_return_loc kvmhv_vcpu_entry_p9 \
	load_spr_state store_vcpu_state restore_p9_host_os_sprs switch_pmu_to_guest \
	switch_pmu_to_host freeze_pmu timer_rearm_host_dec \
	kvmppc_p9_enter_guest kvmppc_p9_exit_hcall kvmppc_p9_exit_interrupt \
	kvmppc_p9_bad_interrupt kvmppc_realmode_machine_check reload_slb \
	kvmppc_hv_entry kvmppc_interrupt_hv kvmppc_fix_pmao kvmppc_h_enter \
	kvmppc_do_h_enter remove_revmap_chain kvmppc_read_intr \
	icp_rm_check_resend \
	power7_idle_type power9_idle_stop power10_idle_stop opal_call \
	split_core_secondary_loop virtual_mode \
	start_secondary native_write_cr4 cpu_init_exception_handling \
	load_current_idt load_percpu_segment secondary_startup_64 \
	secondary_startup_64_no_verify start_cpu0 early_setup_idt \
	wakeup_long64 do_suspend_lowlevel $some \
	restore_registers core_restore_code \
	native_idt_invalidate relocate_kernel identity_mapped \
	stop_this_cpu native_play_dead mwait_play_dead hlt_play_dead \
	cpuidle_play_dead acpi_idle_play_dead play_dead_common cpu_report_death \
	cpuhp_ap_report_dead cpuidle_get_cpu_driver cond_wakeup_cpu0 tboot_shutdown \
	acpi_mp_play_dead acpi_mp_stop_this_cpu asm_acpi_mp_play_dead \
	entry_untrain_ret retbleed_untrain_ret srso_untrain_ret \
	srso_alias_untrain_ret \
	virtual_mapped swap_pages kgdb_ll_trap hypercall_page \
	secondary_start_kernel __secondary_switched set_cpu_boot_mode_flag \
	finalise_el2 trans_pgd_stub_vectors arm64_relocate_new_kernel \
	ftrace_caller_end ftrace_regs_caller_end ftrace_epilogue \
	ftrace_no_trace ftrace_graph_stub ftrace_tramp_text \
	ftrace_graph_caller function_trace_call function_stack_trace_call return_to_handler \
	ftrace_return_to_handler perf_ftrace_function_call \
	arch_ftrace_ops_list_func vc_boot_ghcb vc_handle_exitcode vc_handle_cpuid \
	vc_handle_msr __vc_handle_msr sev_es_ghcb_hv_call snp_cpuid __pi_snp_cpuid \
	snp_cpuid_hv_ghcb __sev_cpuid_hv_ghcb \
	slb_initialize interrupt_nmi_exit_prepare search_kernel_restart_table \
	save_altivec load_vr_state restore_math pnv_cpu_offline_self \
	generic_check_cpu_restart ghes_sdei_normal_callback giveup_all \
	msr_check_and_set invoke_sdei_fn xen_iret xen_entry_SYSCALL_64 \
	optprobe_template_entry optinsn_slot xmon_bpt >/tmp/all
look_up
only 0 >/tmp/found
# So many of them has each kernel: what is not found is not looked at.
case $KP_KERNEL-$KP_ARCH in
standalone-x86_64) least=18 ;;
debug-x86_64) least=26 ;;
hostile-x86_64) least=35 ;;
stock-x86_64) least=18 ;;
*-arm64) least=10 ;;
*-ppc64*) least=18 ;;
*) least=9 ;;
esac
echo "# $(wc -l </tmp/found) of these names are found"
check "at least $least of the names are found" [ "$(wc -l </tmp/found)" -ge $least ]
while read -r name addr; do
	check "$name is refused" is_refused "$name"
done </tmp/found
# also where the function tracer would call, whose handlers may fault
[ $KP_ARCH != arm64 ] || ! symbol_lines __kvm_vcpu_run | grep -q ' T ' ||
	check 'those of KVM are refused in any way' \
		grep -q '__kvm_vcpu_run	.*no exception can be taken' /tmp/blacklist
check 'those of a CPU that starts were among them' \
	grep -q 'runs where no exception can be taken' /tmp/blacklist
only 1 >/tmp/found
check 'the others are there' \
	[ "$(wc -l </tmp/found)" = "$(echo "$open" | wc -w)" ]
while read -r name addr; do
	check "$name is not" is_open "$name"
done </tmp/found
echo "# $(grep -c 'no exception can be taken' /tmp/blacklist) functions" \
	'run where no exception can be taken'
unload_kprobes
plan_end
