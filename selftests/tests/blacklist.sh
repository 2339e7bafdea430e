# SPDX-License-Identifier: GPL-2.0
# Functions where a breakpoint would be the end of the machine are refused: those of
# exceptions that are in other text than it seems, of a CPU that comes back, and of
# KVM where traps have other vectors.
#
# kernels: standalone debug stock
# arch: arm64
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
	sysreg_restore_guest_state_vhe kvm_unexpected_el2_exception; do
	addr=$(awk -v name=$name '$3 == name { print $1; exit }' /proc/kallsyms)
	if [ -n "$addr" ]; then
		check "$name is refused" is_refused "$addr"
	fi
done
check 'others are not' eval '! is_refused \
	"$(awk "\$3 == \"vfs_read\" { print \$1; exit }" /proc/kallsyms)"'
unload_kprobes
plan_end
