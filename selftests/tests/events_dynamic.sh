# SPDX-License-Identifier: GPL-2.0
# Files of tracefs that are the kernel's own and have ours in them: dynamic_events and
# error_log; definitions that are deleted one by one; what stays when the module goes.
#
# kernels: tracing stock debug
# arch: x86_64 arm64 ppc64le
# timeout: 180
. /kp/lib.sh
. /kp/side.sh

tracing=/sys/kernel/tracing
events=$tracing/${KP_FILES}_events
dynamic=$tracing/dynamic_events
group=$tracing/events/$KP_GROUP
symbol=${KP_SYS}sethostname
other=${KP_SYS}chroot
writer=trace_$KP_FILES

add()
{
	printf '%s\n' "$1" >>$events
}

# to_dynamic LINE
to_dynamic()
{
	printf '%s\n' "$1" >>$dynamic
}

# A pattern of functions, of which some can be probed and others cannot.
mixed()
{
	awk '{ word = $(NR == FNR ? 2 : 3); sub("_.*", "_*", word) }
		NR == FNR { refused[$2]; next }
		$2 !~ /[tT]/ || NF != 3 || $3 !~ /._/ { next }
		$3 in refused { some[word]; next }
		{ num[word]++ }
		END {
			for (word in some)
				if (num[word] > 1 && num[word] < 100)
					print word
		}' $KP_DEBUGFS/blacklist /proc/kallsyms | sort | head -n 1
}

hits()
{
	sed -n 's/^[^#].*: ev: (\([a-z0-9_]*\)+.*) /\1 /p' $tracing/trace
	echo >$tracing/trace
}

hit()
{
	hostname abc
	chroot / /bin/true
}

# Of an event with two, that one goes, whether it is the first.
test_parts()
{
	add "p:ev $symbol a=\\1"
	add "p:ev $other a=\\2"
	echo 1 >$group/ev/enable
	check 'one of two is deleted, enabled as it is' add "-:ev $symbol"
	check 'its probe has gone' not grep -w $symbol $KP_DEBUGFS/list
	expect 'the other stays' "p:$KP_GROUP/ev $other a=\\2" cat $events
	echo >$tracing/trace
	hit
	expect 'and is hit' "$other a=0x2" hits
	check 'one more' add "p:ev $symbol a=\\3"
	hit
	expect 'both are hit' "$symbol a=0x3
$other a=0x2" hits
	check 'by an argument that it has' add "-:ev $symbol a=\\3"
	check 'not by one that it has not' not add "-:ev $other a=\\3"
	check 'nor by a place' not add "-:ev $symbol"
	check 'nor the last while it is enabled' not add "-:ev $other"
	expect 'its format' 1 grep -c 'field:u64 a;' $group/ev/format
	echo 0 >$group/ev/enable
	check 'the last one' add "-:ev $other a=\\2"
	check 'and the event with it' not ls $group/ev
	check 'an address has no %all' not add 'p:ev 0xffffffff81000000%all'
	check 'lines are obeyed still' sh -c "
		echo 'p:ev $symbol' >>$events
		echo '-:ev' >>$events"
	check 'an event that the kernel has' not add "p:sched/sched_switch $symbol"
	check 'is nowhere by half' not grep -s sched_switch $events $dynamic
	check 'nor are its files' not ls $KP_DEBUGFS/event/sched
	pattern=$(mixed)
	check "$pattern: some can be probed" add "p:ev $pattern"
	check 'what is refused is listed' grep -q /ev: $KP_DEBUGFS/refused
	add "p:ev $symbol"
	add "-:ev $pattern"
	check 'what was refused is forgotten' not grep /ev: $KP_DEBUGFS/refused
	add '-:ev'
	expect 'nothing is probed' '' cat $KP_DEBUGFS/list
}

# What both logs say of refused lines.
logs()
{
	local log
	for log in $KP_DEBUGFS/error_log $tracing/error_log; do
		sed 's/^\[[^]]*\] [a-z_]*: //' $log >/tmp/$(basename $(dirname $log))
	done
	[ $(grep -c error: /tmp/tracing) = "$1" ] || return
	diff /tmp/$(basename $KP_DEBUGFS) /tmp/tracing
}

test_errors()
{
	local i
	echo >$tracing/error_log
	: >$KP_DEBUGFS/error_log
	check 'a line is refused' not add "p:ev $symbol a=%nothing"
	expect 'with a caret' "$writer: error: There is no such register
  Command: p:ev $symbol a=%nothing
           $(echo "p:ev $symbol a=" | sed 's/./ /g')^" \
		sed 's/^\[[^]]*\] //' $tracing/error_log
	check 'as in our own log' logs 1
	add "p:ev $(sed -n '1s/-.*//p' $KP_DEBUGFS/blacklist)"
	check 'one that kprobes.ko refuses, with its reason' logs 2
	check 'which is there' grep '(-22: ' $tracing/error_log
	i=0
	while [ $i -lt 10 ]; do
		add "p:ev $symbol a=%no$i"
		add "p:ev $symbol a=+0(\$arg1"
		add 'r:ev'
		i=$((i + 1))
	done
	check 'the last eight of many' logs 8
} 2>/dev/null

# The kernel's own file has ours, and others.
test_dynamic()
{
	local others=0 lines="p:kprobes/ev
r:kprobes/two"
	check 'a definition by it' to_dynamic "p:ev $symbol a=\\1"
	to_dynamic "r:two $other"
	if grep -q '^CONFIG_SYNTH_EVENTS=y' /kp/config; then
		to_dynamic 's:syn u64 a;'
		others=1 lines="$lines
s:synthetic/syn"
	fi
	if grep -q '^CONFIG_UPROBE_EVENTS=y' /kp/config; then
		to_dynamic 'p:up/user /bin/busybox:0x1000'
		others=$((others + 1)) lines="$lines
p:up/user"
	fi
	expect 'lists them' "$lines" awk '{ print $1 }' $dynamic
	check 'as they were written' grep -qxF "p:kprobes/ev $symbol a=\\1" $dynamic
	expect 'ours are in our file' "p:kprobes/ev $symbol a=\\1
r:kprobes/two $other" cat $events
	echo 1 >$group/ev/enable
	check 'an enabled one keeps all' not sh -c ": >$dynamic"
	check 'and itself' not to_dynamic '-:ev'
	expect 'they are there' $((2 + others)) sh -c "wc -l <$dynamic"
	echo 0 >$group/ev/enable
	check 'one goes' to_dynamic "-:kprobes/ev $symbol a=\\1"
	check 'one goes, as the kernel writes it' to_dynamic "!r:two $other"
	expect 'others stay' $others sh -c "wc -l <$dynamic"
	check 'none that there is not' not to_dynamic '-:ev'
	check 'all of a group' sh -c "
		echo 'p:grp/one $symbol' >>$dynamic
		echo 'p:grp/two $symbol' >>$dynamic
		echo '-:grp/' >>$dynamic
		! ls -d $tracing/events/grp"
	check 'a mistake is refused' not to_dynamic 'p:ev no_such_function'
	check 'and in error_log' grep "Command: p:ev no_such" $tracing/error_log
	add "p:ev $symbol"
	: >$events
	expect 'our file deletes ours alone' $others sh -c "wc -l <$dynamic"
	add "p:ev $symbol"
	: >$dynamic
	expect 'this one all' '' cat $dynamic $events
	to_dynamic "p:ev $symbol"
	to_dynamic "p:ev $other"
	check 'both of an event' to_dynamic '-:ev'
	check 'and the event' not ls $group/ev
	to_dynamic "p:ev $symbol"
	to_dynamic "p:ev $other"
	echo 1 >$group/ev/enable
	check 'but not the last, if it is enabled' not to_dynamic '-:ev'
	expect 'it stays alone' 1 grep -c ':kprobes/ev ' $dynamic
	echo 0 >$group/ev/enable
	echo 1 >$KP_DEBUGFS/event/kprobes/ev/enable
	check 'nor if it is by our own file' not to_dynamic '-:ev'
	echo 0 >$KP_DEBUGFS/event/kprobes/ev/enable
	check 'then it does' to_dynamic '-:ev'
	expect 'nothing is probed' '' cat $KP_DEBUGFS/list
	add "p:ev $symbol"
	add "p:ev $other"
	add "-:ev $symbol"
	check 'it unloads with the first definition deleted' rmmod kprobe_events
	check 'and loads' insmod /kp/kprobe_events.ko
} 2>/dev/null

# An event probe refers to an event without enabling it.
test_reference()
{
	grep -q 'e\[:' $tracing/README || {
		skip 'an event probe' 'the kernel has none'
		return
	}
	add "p:kpm/ev $symbol a=\\5"
	to_dynamic 'e:ep/on kpm.ev x=$a'
	check 'an event probe keeps its event' not add '-:kpm/ev'
	check 'in the other file too' not to_dynamic '-:kpm/ev'
	check 'and kprobe_events.ko' not rmmod kprobe_events
	to_dynamic '-:ep/on'
	check 'then it is deleted' add '-:kpm/ev'
} 2>/dev/null

# Files are open and written while it comes and goes.
test_life()
{
	local i=0 loaded=0
	add "p:ev $symbol"
	not add 'p:ev no_such_function' 2>/dev/null
	exec 3<$dynamic 4<$tracing/error_log
	# a defined event keeps it there
	[ $KP_FILES = kprobe ] || add '-:ev'
	check 'open files do not keep it' rmmod kprobe_events
	expect 'one has nothing of ours' '' cat <&3
	check 'texts of errors stay' grep 'There is no such symbol' <&4
	exec 3<&- 4<&-
	while [ ! -e /tmp/stop ]; do
		to_dynamic "p:ev $symbol"
		to_dynamic 'p:ev no_such_function'
		cat $dynamic $tracing/error_log
		to_dynamic "p:ev $other"
		to_dynamic "-:ev $symbol"
		to_dynamic '-:ev'
	done >/dev/null 2>&1 &
	while [ $i -lt 100 ] || [ $loaded -le 10 ] && [ $i -lt 3000 ]; do
		! insmod /kp/kprobe_events.ko || loaded=$((loaded + 1))
		rmmod kprobe_events
		i=$((i + 1))
	done 2>/dev/null
	touch /tmp/stop
	wait
	rmmod kprobe_events 2>/dev/null
	check "loaded while it is written: $loaded times" [ $loaded -gt 10 ]
	expect 'nothing is left' '' cat $dynamic
	check 'texts of errors are there' cat $tracing/error_log
	check 'it loads again' insmod /kp/kprobe_events.ko
}

ktap_begin
has_trace_events || {
	skip 'trace events' 'on this kernel there are none of ours'
	plan_end
	exit
}
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
test_parts
test_errors
# who has the file: see kernel/trace/Kconfig
if grep -q '^CONFIG_DYNAMIC_EVENTS=y' /kp/config; then
	if [ $KP_FILES = kprobe ]; then
		test_dynamic
	else
		skip 'ours in dynamic_events' 'the kernel has kprobe events of its own'
	fi
	test_reference
	test_life
else
	skip 'dynamic_events' 'the kernel was built without'
fi
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
