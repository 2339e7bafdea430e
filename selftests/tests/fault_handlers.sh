# SPDX-License-Identifier: GPL-2.0
# Faults in handlers and probed instructions, with and without fault_handler.
# timeout: 60
. /kp/lib.sh

ktap_begin
load_kprobes
run_kmod fault_handlers asked_first=$KP_ASKED_FIRST
# calls through memory are x86's
[ "$KP_ARCH" != x86_64 ] || run_kmod fault_calls
unload_kprobes
plan_end
