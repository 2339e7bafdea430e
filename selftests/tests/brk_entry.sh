# SPDX-License-Identifier: GPL-2.0
# Breakpoints are taken at the entry of the kernel's function for them, as on
# kernels without hooks. Those of others go on to the kernel; the function is as it
# was afterwards.
#
# kernels: standalone debug stock
# arch: arm64
# timeout: 120
. /kp/lib.sh

ktap_begin
for round in 1 2; do
	load_kprobes brk_entry=1 vector_call=0 optimization=0
	for module in insn_test api_semantics return_api jprobe_api; do
		run_kmod $module
	done
	check 'breakpoints of user space are' breakpoint
	unload_kprobes
	check 'and without us' breakpoint
done
load_kprobes brk_entry=1 vector_call=0
for module in insn_test jump_test; do
	run_kmod $module
done
unload_kprobes
plan_end
