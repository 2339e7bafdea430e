# SPDX-License-Identifier: GPL-2.0
# Functions where a breakpoint would be the end of the machine are refused: those of
# exceptions that are in other text than it seems, of a CPU that starts or comes
# back, of firmware, and of KVM where traps have other vectors.
#
# kernels: standalone debug stock
# arch: arm64 ppc64le ppc64
# timeout: 30
. /kp/lib.sh

is_refused()
{
	awk -v addr="$1" '{
		split($1, range, "-")
		sub("0x", "", range[1])
		sub("0x", "", range[2])
		# of one length: strings compare as numbers do
		if ("" addr >= range[1] && "" addr < range[2])
			found = 1
	} END { exit !found }' $KP_DEBUGFS/blacklist
}

ktap_begin
load_kprobes
for name in vectors el1h_64_sync el1h_64_sync_handler __swpan_entry_el1 \
	__swpan_exit_el1 __swpan_entry_el0 __swpan_exit_el0 _cpu_resume \
	__guest_exit_panic __kvm_vcpu_run_vhe kvm_hyp_handle_dabt_low \
	sysreg_restore_guest_state_vhe kvm_unexpected_el2_exception \
	write_wb_reg hw_breakpoint_control \
	generic_secondary_smp_init __secondary_start early_setup_secondary \
	radix__early_init_mmu_secondary __restore_cpu_power9 tm_reclaim \
	opal_return __opal_call kexec_copy_flush kvmhv_vcpu_entry_p9 \
	load_spr_state store_vcpu_state restore_p9_host_os_sprs switch_pmu_to_guest \
	switch_pmu_to_host freeze_pmu timer_rearm_host_dec \
	kvmppc_p9_enter_guest kvmppc_p9_exit_hcall kvmppc_p9_exit_interrupt \
	kvmppc_p9_bad_interrupt kvmppc_realmode_machine_check reload_slb \
	kvmppc_hv_entry kvmppc_interrupt_hv kvmppc_fix_pmao kvmppc_h_enter \
	kvmppc_do_h_enter remove_revmap_chain kvmppc_read_intr \
	icp_rm_check_resend; do
	addr=$(awk -v name=$name '$3 == name || $3 == "." name {
			print $1
			exit
		}' /proc/kallsyms)
	if [ -n "$addr" ]; then
		check "$name is refused" is_refused "$addr"
	fi
done
check 'others are not' eval '! is_refused \
	"$(awk "/ [.]?vfs_read\$/ { print \$1; exit }" /proc/kallsyms)"'
unload_kprobes
plan_end
