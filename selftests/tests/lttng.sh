# SPDX-License-Identifier: GPL-2.0
# Debian's LTTng, its modules unmodified and built by client.mk for a kernel without
# kprobes: events by --probe and --function, recorded by its daemons, and counted.
#
# kernels: tools
# arch: x86_64
# timeout: 600
# third_party: yes
. /kp/lib.sh
. /kp/side.sh
. /kp/third.sh

symbol=${KP_SYS}sethostname
trace=/tmp/trace

# What of the trace has that in it, counted.
seen()
{
	grep -c "$1" /tmp/view
}

# address SYMBOL: as LTTng prints it.
address()
{
	sed -n "s/^0*\\([0-9a-f]*\\) [tT] $1\$/0x\\1/p" /proc/kallsyms | tr a-f A-F
}

# Each after those that need it.
none_of_lttng()
{
	lsmod | sed -n 's/^\(lttng[^ ]*\).*/\1/p' | while read -r module; do
		rmmod "$module" 2>/dev/null
	done
	not grep '^lttng' /proc/modules
}

# An event at the second instruction: what is no instruction is refused.
inside()
{
	for offset in 1 2 3 4 5 6 7 8 9; do
		lttng enable-event --kernel --probe=$symbol+$offset inside && return
	done
	return 1
}

work()
{
	for name in one two three; do
		hostname $name
	done
}

ktap_begin
third_setup
check 'the daemon starts' lttng-sessiond --daemonize
check 'a session' lttng create session --output=$trace
check 'an event by --probe' lttng enable-event --kernel --probe=$symbol entry
check 'an event inside the function' inside
check 'an event by --function' lttng enable-event --kernel --function=$symbol call
check 'a context' lttng add-context --kernel --type=procname
expect 'kprobes.ko was loaded for it' 1 grep -c '^kprobes ' /proc/modules
work
check 'it starts' lttng start
work
hostname four
listed "$symbol"
check 'it stops' lttng stop
work
lttng view >/tmp/view 2>/tmp/view.err
head -n 20 /tmp/view /tmp/view.err
expect '--probe: each call' 4 seen ' entry: '
expect 'with its address' 4 seen "entry: .*ip = $(address $symbol) "
expect 'with its context' 4 seen ' entry: .*procname = "hostname"'
expect '--probe with an offset: each call' 4 seen ' inside: '
expect '--function: each entry' 4 seen ' call_entry: '
expect '--function: each return' 4 seen ' call_exit: '
check 'a function that is not there is refused' not \
	lttng enable-event --kernel --probe=no_such_function none
check 'the session ends' lttng destroy session
expect 'no probe is left' '' cat "$KP_DEBUGFS/list"
kill "$(cat /run/lttng/lttng-sessiond.pid)"
check 'the daemon ends' eventually not pidof lttng-sessiond
check 'its modules leave' eventually none_of_lttng
# The daemon removes what it has loaded, with what that needed.
check 'and kprobes.ko with them' not grep '^kprobes ' /proc/modules
plan_end
