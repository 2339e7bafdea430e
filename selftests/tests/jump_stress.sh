# SPDX-License-Identifier: GPL-2.0
# Jumps are switched 10,000 times while tasks spin in what they cover and CPUs
# come and go.
#
# kernels: standalone preempt preempt_tasks debug
# timeout: 300
# vm: own
. /kp/lib.sh

cpu=/sys/devices/system/cpu/cpu1/online

hotplug()
{
	while :; do
		echo 0 >$cpu
		usleep 200000
		echo 1 >$cpu
		usleep 2000000
		echo $((cycles += 1)) >/tmp/cycles
	done
}

ktap_begin
load_kprobes
echo 0 >/tmp/cycles
hotplug 2>/dev/null &
# There a switch takes ten times as long.
SWITCHES=10000
[ "$KP_ARCH" = x86_64 ] || SWITCHES=2000
[ "$KP_KERNEL" != debug ] || SWITCHES=2000
run_kmod jump_stress switches=$SWITCHES
check 'CPUs came and went meanwhile' [ "$(cat /tmp/cycles)" -gt 0 ]
kill $!
echo 1 >$cpu 2>/dev/null
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
unload_kprobes
plan_end
