# SPDX-License-Identifier: GPL-2.0
# How long nothing else runs, with 30,000 probes and 3,000 tasks: instructions are
# counted, so that a nanosecond is one.
#
# kernels: standalone stock-5.10
# arch: x86_64
# timeout: 400
# icount: yes
# mem: 1G
. /kp/lib.sh
. /kp/side.sh

LIMIT=1000000
parameters=/sys/module/stop_test/parameters

# In `stats`: all CPUs, one.
stops()
{
	sed -n 's/^longest stop: \([0-9]*\) ns of all CPUs, \([0-9]*\) ns of one.*/\1 \2/p' \
		$KP_DEBUGFS/stats
}

waiting()
{
	sed -n 's/^slots: .*, \([0-9]*\) waiting/\1/p' $KP_DEBUGFS/stats
}

within_limit()
{
	echo "# $1: $2"
	# 0: not measured
	[ "$2" -gt 0 ] && [ "$2" -lt $LIMIT ]
}

ktap_begin
load_kprobes optimization=0
check 'tasks sleep' insmod /kp/kmod/stop_test.ko
echo 1 >$parameters/probe
check 'probes are registered' test $? = 0
echo 0 >$parameters/probe
check 'and unregistered' test "$(waiting)" -gt 30000
check 'all slots come back' eventually is 0 waiting
set -- $(stops)
check 'stats has the longest stop' test $# = 2
expect 'never have all CPUs been stopped' 0 echo "$1"
check 'each task was looked at' test "$2" -gt 0
check 'no look at a task takes long' within_limit 'one task' "$2"
check 'no interrupt comes late' within_limit 'interrupts' \
	"$(cat $parameters/late)"
rmmod stop_test
unload_kprobes
plan_end
