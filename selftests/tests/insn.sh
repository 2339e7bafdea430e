# SPDX-License-Identifier: GPL-2.0
# Every instruction form bare against probed; and in what a jump covers.
#
# timeout: 300
. /kp/lib.sh
ktap_begin
load_kprobes optimization=0
run_kmod insn_test
unload_kprobes
load_kprobes
run_kmod insn_test jump=1
unload_kprobes
if [ "$KP_ARCH" != x86_64 ]; then
	# back from each slot by a breakpoint
	load_kprobes optimization=0 no_reach=1
	run_kmod insn_test
	unload_kprobes
fi
plan_end
