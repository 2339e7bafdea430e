# SPDX-License-Identifier: GPL-2.0
# Instances of return probes run short in the interrupt that asks for more, and on a CPU
# that goes off.
#
# kernels: standalone stock
# arch: x86_64
# vm: own
. /kp/lib.sh
. /kp/side.sh

cpu1=/sys/devices/system/cpu/cpu1/online
client=/sys/module/return_low/parameters

ktap_begin
load_kprobes
run_kmod return_low
unload_kprobes

# a new pool: the calls of CPU 1 use up the first group that it takes from
load_kprobes
check 'return_low.ko loads' insmod /kp/kmod/return_low.ko cpu=1 depth=63 \
	path=sched_cpu_dying
check 'CPU 1 goes' eval "echo 0 >$cpu1"
check 'CPU 1 comes' eval "echo 1 >$cpu1"
expect 'it was hit on its way' 1 cat $client/returned
expect 'it did not move a watch there' -16 cat $client/moved
expect 'its irq_works run' 1 cat $client/runs
check 'return_low.ko unloads' rmmod return_low
unload_kprobes
plan_end
