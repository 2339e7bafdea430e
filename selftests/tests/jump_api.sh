# SPDX-License-Identifier: GPL-2.0
# Probes that are jumps: when they become one and when not, what handlers see
# and change, the same as with a trap.
#
# kernels: standalone preempt preempt_tasks debug stock
# timeout: 120
. /kp/lib.sh

if [ "$KP_DEBUGFS" = /sys/kernel/debug/kprobes ]; then
	sysctl=/proc/sys/debug/kprobes-optimization
else
	sysctl=/proc/sys/debug/kprobes_module-optimization
fi

# reads WANTED FILE
reads()
{
	[ "$(cat "$2")" = "$1" ]
}

# set_to VALUE FILE: true if it was taken
set_to()
{
	(printf %b "$1" >"$2") 2>/dev/null
}

refuses()
{
	! set_to "$@"
}

ktap_begin
load_kprobes
parameter=/sys/module/kprobes/parameters/optimization
check 'it starts switched on' reads 1 $sysctl
for value in 0 n N '0\n' off; do
	check "the sysctl takes '$value'" set_to "$value" $sysctl
	check "'$value' switches off" reads 0 $sysctl
	check 'which the parameter shows' reads 0 $parameter
	set_to 1 $sysctl
done
for value in 1 y Y '1\n' on; do
	set_to 0 $sysctl
	check "the sysctl takes '$value'" set_to "$value" $sysctl
	check "'$value' switches on" reads 1 $sysctl
	check 'which the parameter shows' reads 1 $parameter
done
for value in 2 maybe '' ' ' xyzzyxyzzyxyzzyxyzzyxyzzyxyzzy; do
	refuses "$value" $sysctl
	check "'$value' changes nothing" reads 1 $sysctl
done
check "the sysctl refuses 'maybe'" refuses maybe $sysctl
run_kmod jump_test
# the kernels that preempt in the kernel; a branch covers but itself
case $KP_ARCH-$KP_KERNEL in
x86_64-debug | x86_64-preempt*)
	# it keeps a task off its CPU for as long as it takes
	throttle=$(cat /proc/sys/kernel/sched_rt_runtime_us)
	echo -1 >/proc/sys/kernel/sched_rt_runtime_us
	run_kmod jump_preempt
	echo "$throttle" >/proc/sys/kernel/sched_rt_runtime_us
	;;
*)
	skip 'preempted in what a jump is to cover' 'the kernel is not preempted'
	;;
esac
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
unload_kprobes
check 'the sysctl goes too' test ! -e $sysctl

load_kprobes optimization=0
check 'it can start switched off' reads 0 $sysctl
unload_kprobes
plan_end
