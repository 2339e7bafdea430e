# SPDX-License-Identifier: GPL-2.0
# A debugger of the kernel beside probes: its breakpoints on, within and beside jumps and
# breakpoints of ours, in each order; its steps through hits; entered from handlers, and
# on all CPUs.
#
# kernels: hostile preempt
# arch: x86_64
# timeout: 300
# vm: own
. /kp/lib.sh

optimization=/sys/module/kprobes/parameters/optimization

ktap_begin
load_kprobes
check 'kgdb_target.ko loads' insmod /kp/kmod/kgdb_target.ko
run_kmod kgdb_test jumps=1
check 'breakpoints alone' eval "echo 0 >$optimization"
run_kmod kgdb_test
check 'kgdb_target.ko unloads' rmmod kgdb_target
unload_kprobes
plan_end
