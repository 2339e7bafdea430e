# SPDX-License-Identifier: GPL-2.0
# Faults in handlers and probed instructions, with and without fault_handler.
# arch: x86_64
# timeout: 60
. /kp/lib.sh

ktap_begin
load_kprobes
run_kmod fault_handlers
run_kmod fault_calls
unload_kprobes
plan_end
