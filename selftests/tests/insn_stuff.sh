# SPDX-License-Identifier: GPL-2.0
# Where the kernel's returns are counted, which changes status flags: every instruction
# form bare against probed.
#
# kernels: stock-6.12 stock-7.3
# arch: x86_64
# cpu: Skylake-Client
# append: retbleed=stuff spectre_v2=retpoline
# timeout: 300
. /kp/lib.sh
ktap_begin
check 'returns are counted' grep -q Stuffing \
	/sys/devices/system/cpu/vulnerabilities/retbleed
load_kprobes optimization=0
run_kmod insn_test
unload_kprobes
load_kprobes
# there are few jumps
run_kmod insn_test jump=1 most=0,0,0,0
unload_kprobes
plan_end
