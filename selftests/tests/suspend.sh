# SPDX-License-Identifier: GPL-2.0
# The machine is suspended to RAM and woken up by its clock while all is probed that may
# be, by jumps and by breakpoints. QEMU's clock of instructions stands still meanwhile.
#
# kernels: hostile stock generic
# arch: x86_64
# timeout: 900
# mem: 1G
# clock: host
. /kp/lib.sh
. /kp/every.sh

alarm=/sys/class/rtc/rtc0/wakealarm

sleeps()
{
	local before after
	before=$(cat /sys/power/suspend_stats/success) || return 1
	echo 0 >$alarm
	echo +5 >$alarm || return 1
	echo mem >/sys/power/state || return 1
	after=$(cat /sys/power/suspend_stats/success)
	[ "$after" = $((before + 1)) ] && [ "$(cat $cpu1)" = 1 ]
}

ktap_begin
echo deep >/sys/power/mem_sleep
check 'sleeps and wakes up, without probes' sleeps
load_kprobes
load_every max_probes=200000
order snapshot
check 'all that may be probed is' register_everywhere 1
check 'none waits to be a jump' settle
echo "# $(state accepted) probes, $(jumps) jumps"
check 'sleeps and wakes up, with jumps' sleeps
check 'probes are hit' more_than_before
echo 0 >/sys/module/kprobes/parameters/optimization
check 'sleeps and wakes up, with breakpoints' sleeps
check 'probes are hit' more_than_before
check 'removed' order remove
check 'text is as before' order compare
check 'every_test.ko unloads' rmmod every_test
unload_kprobes
plan_end
