# SPDX-License-Identifier: GPL-2.0
# A CPU with all that QEMU has: return addresses are signed (PAC), atomics are
# LSE's; landing pads (BTI) where the kernel has them checked; PSTATE.SSBS is set.
# kernels: stock
# arch: arm64
# cpu: max,pauth-impdef=on
# append: ssbd=force-off
# timeout: 200
. /kp/lib.sh

has_feature()
{
	grep -q "^Features.* $1\\( \\|\$\\)" /proc/cpuinfo
}

ktap_begin
for feature in paca pacg bti atomics; do
	check "the CPU has $feature" has_feature $feature
done
load_kprobes optimization=0
run_kmod insn_test
unload_kprobes
load_kprobes
run_kmod insn_test jump=1
for module in api_semantics return_api jprobe_api return_diff jump_test; do
	run_kmod $module
done
unload_kprobes
plan_end
