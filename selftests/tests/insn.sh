# SPDX-License-Identifier: GPL-2.0
# Every instruction form bare against probed.
#
# timeout: 200
. /kp/lib.sh
ktap_begin
load_kprobes
run_kmod insn_test
unload_kprobes
plan_end
