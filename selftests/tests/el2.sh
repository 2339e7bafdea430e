# SPDX-License-Identifier: GPL-2.0
# A kernel that runs at EL2, as hosts do: breakpoints in each context, watches; and a guest
# of KVM's while every function that may be probed is, by jumps and then by breakpoints.
#
# kernels: standalone stock
# arch: arm64
# cpu: max,pauth-impdef=on
# machine: virtualization=on
# timeout: 600
# mem: 1G
. /kp/lib.sh
. /kp/every.sh

# a_guest_runs DESCRIPTION: where there is KVM
a_guest_runs()
{
	if [ -e /dev/kvm ]; then
		check "a guest runs, $1" kvm_guest 100
	else
		check "work goes on, $1" work 1
	fi
}

ktap_begin
check 'the kernel runs at EL2' \
	sh -c 'dmesg | grep "detected: Virtualization Host Extensions"'
a_guest_runs 'without probes'
load_kprobes optimization=0
for module in vector_test insn_test api_semantics return_api; do
	run_kmod $module
done
unload_kprobes
load_kprobes
run_kmod jump_test
! has_watches || { run_kmod watch_api; run_kmod watch_text; }
load_every max_probes=200000
order snapshot
check 'all that may be probed are taken up' order accept
check 'all are registered' order all
check 'none waits to be a jump' settle
echo "# $(state accepted) probes, $(jumps) jumps"
a_guest_runs 'with jumps'
check 'probes are hit' more_than_before
echo 0 >/sys/module/kprobes/parameters/optimization
a_guest_runs 'with breakpoints'
check 'probes are hit' more_than_before
check 'removed' order remove
check 'text is as before' order compare
check 'every_test.ko unloads' rmmod every_test
unload_kprobes
plan_end
