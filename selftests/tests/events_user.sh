# SPDX-License-Identifier: GPL-2.0
# Functions of programs as events: their arguments, what they return, memory.
#
# kernels: tracing stock debug
# arch: x86_64 arm64 ppc64le
# timeout: 120
. /kp/lib.sh
. /kp/side.sh
. /kp/events.sh

program=/kp/bin/user_target
library=/kp/bin/libuser_target.so
tracefs=/sys/kernel/tracing

add()
{
	echo "add $1" | $program >/dev/null
}

# prints DEFINITION [LINE]: its hits when the program does that; when 2 and 2 are added
# to 0
prints()
{
	one "$1" || return
	echo ev >$KP_DEBUGFS/set_event || return
	cat $KP_DEBUGFS/trace_now >/dev/null
	echo "${2:-add 2}" | $program >/dev/null
	echo >$KP_DEBUGFS/set_event
	sed -E 's/^ *([^ ]*)-[0-9]+ +\[[0-9]+\] +[0-9]+\.[0-9]{6}: /\1 /
		s/\(0x[0-9a-f]+\)/(AT)/
		s/\(0x[0-9a-f]+ <- 0x[0-9a-f]+\)/(TO <- AT)/' \
		$KP_DEBUGFS/trace_now
}

test_language()
{
	one 'p:other vfs_read'
	refused 'u:ev user_add' 'A place in user space is /PATH'
	refused "u:ev $program" 'A place in user space is /PATH'
	refused "u:ev $program:" 'A place in user space is /PATH'
	refused "u:ev $program:user_*" 'There is no such symbol'
	refused "u:ev $program:user_add%all" 'There is no such symbol'
	refused "u:ev $program:nowhere" \
		'kprobes.ko refuses this (-2: [a-z].*)' "$no_entry"
	refused "u:ev /$(seq -s a 100):x" 'A place in user space is /PATH'
	refused "u:ev /nowhere:user_add" 'kprobes.ko refuses this (-2: ' "$no_entry"
	refused "u:ev /kp:user_add" 'kprobes.ko refuses this'
	refused "u:ev /proc/cpuinfo:user_add" 'kprobes.ko refuses this'
	# to open it takes the lock that is held
	[ ! -d $tracefs/events/sched ] || refused \
		"u:ev $tracefs/events/sched/sched_switch/enable:user_add" \
		'kprobes.ko refuses this'
	refused "u:ev $program:user_add \$arg1:%pd" 'There is no such type'
	refused "u:ev $program:user_add \$retval" 'Only a return probe has'
	refused "u:ev $program:user_add%return \$arg1" 'There is no such \$'
	refused "u:ev $program:user_add%return \$latency" 'There is no such \$'
	refused "u:$KP_GROUP/other $program:user_add" 'The event exists, and p, r, w and u do not mix' "$exists"
	check 'the reason is in refusals' grep -q \
		"register_uprobe_path $program:nowhere" $KP_DEBUGFS/refusals
	one "u:ev $program:user_add%return ret=\$retval"
	expect 'what was defined' \
		"u:$KP_GROUP/ev $program:user_add%return ret=\$retval" cat $events
	check 'it can be written again' sh -c "cat $events >/tmp/line;
		: >$events; cat /tmp/line >$events; cmp /tmp/line $events"
}

test_hits()
{
	expect 'arguments' 'user_target ev: (AT) a=0 b=2
user_target ev: (AT) a=2 b=2' \
		prints "u:ev $program:user_add a=\$arg1:u64 b=\$arg2:u64"
	expect 'what it returns' 'user_target ev: (TO <- AT) ret=2
user_target ev: (TO <- AT) ret=4' \
		prints "u:ev $program:user_add%return ret=\$retval:u64"
	# of nop this is the length
	local behind=1
	[ $KP_ARCH = x86_64 ] || behind=4
	expect 'behind a symbol' 'user_target ev: (AT) a=5' \
		prints "u:ev $program:user_step_nop+$behind a=\\5:u8" 'steps 3'
	expect 'a library' 'user_target ev: (AT) a=3 b=4' \
		prints "u:ev $library:user_lib_add a=\$arg1:u64 b=\$arg2:u64" \
		"library $library"
	expect 'a string of a program' 'user_target ev: (AT) path="/proc/self/exe"' \
		prints "u:ev $program:user_syscall path=+0(\$arg2):ustring" renew
	check 'memory, and the stack' sh -c "$(cat <<-END
		. /kp/lib.sh
		echo 'u:ev $program:user_add word=\$stack0:x64 same=+0(\$stack):x64' \
			>$events
		echo ev >$KP_DEBUGFS/set_event
		echo 'add 1' | $program >/dev/null
		echo >$KP_DEBUGFS/set_event
		cat $KP_DEBUGFS/trace_now >/tmp/stack
		grep -qE 'word=(0x[0-9a-f]*[1-9a-f][0-9a-f]*) same=\1$' /tmp/stack ||
			{ cat /tmp/stack; exit 1; }
	END
	)"
	one "u:ev $program:user_add"
	add 3
	check 'what is off is not hit' [ -z "$(cat $KP_DEBUGFS/trace_now)" ]
	echo ev >$KP_DEBUGFS/set_event
	add 3
	check 'hits are counted' grep -qE "^ +ev +3 +0 +user_add" \
		$KP_DEBUGFS/profile
	check 'a program that is deleted is held' sh -c \
		"cp $program /tmp/copy && echo 'u:two /tmp/copy:user_add' >>$events &&
		 rm /tmp/copy && echo two >>$KP_DEBUGFS/set_event"
	echo >$KP_DEBUGFS/set_event
	: >$events
	expect 'nothing is probed any more' '' cat $KP_DEBUGFS/list
}

test_trace_event()
{
	local files=$tracefs/${KP_FILES}_events
	echo "u:ev $program:user_add%return ret=\$retval:u64" >$files
	echo >$tracefs/trace
	echo 1 >$tracefs/events/$KP_GROUP/ev/enable
	add 1
	echo 0 >$tracefs/events/$KP_GROUP/ev/enable
	check 'as a trace event' grep -q ' ev: (.* <- .*) ret=2$' \
		$tracefs/trace
	: >$files
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
if has_symbol uprobe_register; then
	test_language
	test_hits
	[ ! -e $tracefs/${KP_FILES}_events ] || test_trace_event
else
	refused "u:ev $program:user_add" \
		'kprobes.ko refuses this (-95: the kernel has no uprobes' \
		'Operation not supported'
	expect 'nothing is defined' '' cat $events
fi
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
