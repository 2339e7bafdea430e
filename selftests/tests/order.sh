# SPDX-License-Identifier: GPL-2.0
# All slots, one sync, all breakpoints, one sync; the same for jumps; and never a
# slot reused early.
#
# kernels: standalone preempt preempt_tasks debug stock
# timeout: 90
. /kp/lib.sh

ktap_begin
load_kprobes optimization=0
run_kmod order_test
unload_kprobes
plan_end
