# SPDX-License-Identifier: GPL-2.0
# What the API promises: order, disabling, changed registers, misses, reuse.
#
# timeout: 100
. /kp/lib.sh

ktap_begin
load_kprobes
run_kmod api_semantics
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
unload_kprobes
plan_end
