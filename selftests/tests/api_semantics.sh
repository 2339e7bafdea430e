# SPDX-License-Identifier: GPL-2.0
# What the API promises: order, disabling, changed registers, misses, reuse.
#
# One CPU: QEMU 7.2 with a thread a CPU now and then goes on to run a breakpoint
# that another CPU has overwritten, for ever, if one CPU runs what the other
# patches. The kernel's own kprobes hang in the same way.
#
# timeout: 100
# smp: 1
. /kp/lib.sh

ktap_begin
load_kprobes
run_kmod api_semantics
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
unload_kprobes
plan_end
