# SPDX-License-Identifier: GPL-2.0
# perf_event_open() and BPF on our events: by their number, and by the PMU kprobe where
# the kernel has none.
#
# kernels: tracing stock debug
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

tracing=/sys/kernel/tracing
events=$tracing/${KP_FILES}_events
symbol=${KP_SYS}sethostname
has_bpf=
! grep -q '^CONFIG_BPF_EVENTS=y' /kp/config || has_bpf=1

has_three()
{
	awk -v event="$1" '$1 == event && $2 == 3 && $3 == 0' \
		$tracing/${KP_FILES}_profile | grep .
}

# The event GROUP/ev, by its number; programs of TYPE are for it, not of OTHER.
by_number()
{
	local id type=$3 other=$4
	check "$1: an event" sh -c "echo '$2:$1/ev $symbol a=\\5 s=\$comm' >$events"
	id=$(cat $tracing/events/$1/ev/id)
	expect "$1: it is counted" 'count 3' perf_client -t $id
	check "$1: in the profile, too" has_three ev
	if [ "$has_bpf" ]; then
		expect "$1: a program runs" 'count 3
bpf 3' perf_client -b $type -t $id
		check "$1: one of another type does not" \
			not perf_client -b $other -t $id
	fi
	check "$1: both at once" sh -c "echo 1 >$tracing/events/$1/ev/enable;
		echo >$tracing/trace; perf_client -t $id &&
		[ \$(grep -c ' ev: (.*$symbol' $tracing/trace) = 3 ]"
	echo 0 >$tracing/events/$1/ev/enable
	held "$1" -t $id
	check "$1: it is deleted then" sh -c ": >$events"
}

# held NAME OPTIONS: while perf has it open, it and the module stay.
held()
{
	local name=$1
	shift
	mkfifo /tmp/fifo
	perf_client -w "$@" </tmp/fifo >/tmp/held &
	exec 4>/tmp/fifo
	check "$name: it is open" eventually grep -q open /tmp/held
	[ "$name" != PMU ] || {
		expect 'PMU: a second time' 'count 3' perf_client "$@"
		expect 'PMU: has the same event' 1 \
			grep -c "p:kprobe_pmu/.* $symbol\$" $events
	}
	check "$name: no event is deleted" not sh -c ": 2>/dev/null >$events"
	check "$name: the module stays" not rmmod kprobe_events
	exec 4>&-
	wait
	rm /tmp/fifo
	expect "$name: and counts" 'open
count 3' cat /tmp/held
}

# guarded WHAT LINE: to open it takes rights, though it is only counted, and armed by that
guarded()
{
	local id
	check "$1: an event" sh -c "echo '$2' >$events"
	id=$(cat $tracing/events/kpm/guarded/id)
	expect "$1: it is not for everybody" 'perf_event_open: Permission denied' \
		perf_client -n -t $id
	expect "$1: root may" 'count 0' perf_client -t $id
	check "$1: it is deleted" sh -c ": >$events"
}

# Users without rights, as the kernel lets them where Debian does not.
by_nobody()
{
	local paranoid=/proc/sys/kernel/perf_event_paranoid before
	before=$(cat $paranoid)
	echo 2 >$paranoid
	check 'nobody: an event' sh -c "echo 'p:kpm/ev $symbol' >$events"
	expect 'nobody: a function of the kernel may be counted' open \
		perf_client -n -t $(cat $tracing/events/kpm/ev/id)
	if has_watches; then
		guarded 'a watch' 'w:kpm/guarded w@panic_timeout'
	fi
	if has_symbol uprobe_register; then
		guarded 'a program' "u:kpm/guarded /kp/bin/user_target:user_add"
	fi
	: >$events
	echo $before >$paranoid
}

none_of_pmu()
{
	! grep kprobe_pmu $events
}

grace_periods()
{
	sed -n 's/^grace periods: //p' $KP_DEBUGFS/stats
}

are_open()
{
	[ "$(grep -c open /tmp/held)" = $1 ]
}

# Those that are closed at once are deleted at once: where closing takes long in a few rounds,
# but not one by one, with a grace period each.
many_of_pmu()
{
	local function before
	mkfifo /tmp/fifo
	: >/tmp/held
	for function in $(sed -n "s/^.* [Tt] \(${KP_SYS}s[a-z]*\)$/\1/p" \
		/tmp/kallsyms | sort -u | head -n 20); do
		perf_client -w -k $function </tmp/fifo >>/tmp/held &
	done
	exec 4>/tmp/fifo
	check 'PMU: 20 are open' eventually are_open 20
	expect 'PMU: 20 events' 20 grep -c kprobe_pmu $events
	before=$(grace_periods)
	exec 4>&-
	wait
	rm /tmp/fifo
	check 'PMU: none is left' eventually none_of_pmu
	check 'PMU: they went together' \
		[ $(($(grace_periods) - before)) -lt 20 ]
}

by_pmu()
{
	local address
	expect 'PMU: a function' 'count 3' perf_client -k $symbol
	expect 'PMU: its return' 'count 3' perf_client -r -k $symbol
	expect 'PMU: an offset' 'count 3' perf_client -k $symbol -o $KP_INSIDE
	address=0x$(kernel_address $symbol)
	expect 'PMU: an address' 'count 3' perf_client -a $address
	check 'PMU: what there is not' not perf_client -k no_such_function
	check 'PMU: what is no symbol' not perf_client -k 'vfs_*'
	if [ "$has_bpf" ]; then
		expect 'PMU: a program' 'count 3
bpf 3' perf_client -b kprobe -k $symbol
		expect 'PMU: a program, at return' 'count 3
bpf 3' perf_client -b kprobe -r -k $symbol
	fi
	held PMU -k $symbol
	check 'PMU: nothing is left, a little later' eventually none_of_pmu
	many_of_pmu
}

ktap_begin
has_trace_events || {
	skip 'trace events' 'on this kernel there are none of ours'
	plan_end
	exit
}
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
if [ $KP_FILES = kprobe ]; then
	by_number kprobes p kprobe tracepoint
	by_number kprobes r kprobe tracepoint
	by_pmu
fi
by_number kpm p tracepoint kprobe
by_number kpm r tracepoint kprobe
by_nobody
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
