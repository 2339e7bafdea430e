# SPDX-License-Identifier: GPL-2.0
# The kernel's tracepoint on the way of a breakpoint to us, notifier_run: what records
# its events is refused, or is hit no more often than it is run into. What handlers run
# into does not go that way where we have the gate.
#
# kernels: stock-6.12 stock-7.3
# arch: x86_64
# timeout: 120
. /kp/lib.sh
. /kp/gate.sh

tracing=/sys/kernel/debug/tracing
event=$tracing/events/notifier/notifier_run

switch_event()
{
	echo "$1" >$event/enable
}

is_listed()
{
	awk -F '\t' -v name="$1" '$2 == name && $3 ~ /between a trap and its handler/ { found = 1 }
		END { exit !found }' $KP_DEBUGFS/blacklist
}

# Of those that can be probed, a breakpoint is hit while events are recorded.
probe_recorder()
{
	insmod /kp/kmod/api_client.ko symbol="$1" post=0 2>/dev/null || return 0
	PROBED="$PROBED $1"
	cat /proc/version
	rmmod api_client
}

on_the_way()
{
	grep -c 'notifier_run: die_notify' $tracing/trace
}

ktap_begin
check 'there is the event' test -e $event/enable
load_kprobes int3_gate=0 optimization=0
for symbol in ring_buffer_lock_reserve ring_buffer_unlock_commit trace_event_buffer_reserve \
	trace_event_raw_event_notifier_info perf_trace_notifier_info __bpf_trace_notifier_info; do
	check "$symbol is not probed by a breakpoint" is_listed $symbol
done
insmod /kp/kmod/api_client.ko symbol=vfs_read offset=$KP_INSIDE post=0
switch_event 1
cat /proc/version >/dev/null
check 'hits are recorded' test "$(on_the_way)" -gt 0
rmmod api_client
echo 1 >$tracing/events/sched/sched_switch/enable
# shellcheck disable=SC2013 # words
for symbol in $(sed -nE 's/^[0-9a-f]+ [tT] ((rb_|ring_buffer_|trace_event_buffer_|__trace_)[a-z_]*)$/\1/p' \
	/proc/kallsyms | grep -E 'lock|commit|reserve|event|wake|move|time|soft|page' | head -n 60); do
	probe_recorder "$symbol" >/dev/null
done
echo "# probed:$PROBED"
check 'what is probed there is hit no more often than it is run into' test -n "$PROBED"
echo 0 >$tracing/events/sched/sched_switch/enable
switch_event 0
unload_kprobes

load_kprobes optimization=0
check 'there is a gate' [ "$(way)" = 'by a gate of our own' ]
switch_event 1
echo >$tracing/trace
run_kmod gate_test nested=1
switch_event 0
check 'what handlers run into does not go by the notifier' test "$(on_the_way)" = 0
unload_kprobes
plan_end
