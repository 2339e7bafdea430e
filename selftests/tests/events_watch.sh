# SPDX-License-Identifier: GPL-2.0
# Watches as events: who writes a variable, with its value before and after.
#
# kernels: standalone stock tracing debug
# arch: x86_64 arm64
# timeout: 120
. /kp/lib.sh
. /kp/side.sh
. /kp/events.sh

variable=panic_timeout
tracefs=/sys/kernel/tracing
group=wprobes
[ $KP_GROUP = kprobes ] || group=$KP_GROUP

# write VALUE: by a shell
write()
{
	sh -c "echo $1 >/proc/sys/kernel/panic"
}

# The hits of DEFINITION when 7 is written where 3 was, and 7 again.
prints()
{
	write 3
	one "$1" || return
	[ -z "$2" ] || echo "$2" >$KP_DEBUGFS/event/$group/ev/filter || return
	echo ev >$KP_DEBUGFS/set_event || return
	cat $KP_DEBUGFS/trace_now >/dev/null
	write 7
	write 7
	echo >$KP_DEBUGFS/set_event
	sed -E 's/^ *([^ ]*)-[0-9]+ +\[[0-9]+\] +[0-9]+\.[0-9]{6}: /\1 /
		s/\([^)]*\)/(AT)/' $KP_DEBUGFS/trace_now
}

num_armed()
{
	grep -c ' w ' $KP_DEBUGFS/list
}

test_language()
{
	one 'p:other vfs_read'
	refused "w:ev $variable" 'A watch is r@, w@ or rw@'
	refused "w:ev x@$variable" 'A watch is r@, w@ or rw@'
	refused "w:ev ww@$variable" 'A watch is r@, w@ or rw@'
	refused "w:ev w@$variable:3" 'A watch is r@, w@ or rw@'
	refused "w:ev w@$variable:16" 'A watch is r@, w@ or rw@'
	refused 'w:ev w@nowhere' 'There is no such symbol' "$no_entry"
	refused 'w:ev w@panic_*' 'There is no such symbol'
	refused "w:ev w@$variable%return" 'There is no such symbol'
	refused "w:ev w@0x1000%return" 'There is no such symbol'
	refused "w:ev w@$variable+1" 'kprobes.ko refuses this (-22: [a-z].*)'
	refused 'w:ev w@0x1000' 'kprobes.ko refuses this'
	[ "$KP_ARCH" != x86_64 ] ||
		refused "w:ev r@$variable" 'kprobes.ko refuses this' \
			'Operation not supported'
	refused "w:ev w@$variable \$arg1" 'There is no such \$ variable'
	refused "w:ev w@$variable \$retval" 'Only a return probe has'
	refused 'p:ev vfs_read $old' 'There is no such \$ variable'
	refused "w:$KP_GROUP/other w@$variable" 'The event exists, and p, r, w and u do not mix' "$exists"
	one "w:ev @$variable"
	expect 'access and length that are not said' \
		"w:$group/ev rw@$variable:4" cat $events
	refused "w:ev rw@$variable:4" 'The event has exactly this probe' "$exists"
	check 'another length' sh -c "echo w:ev rw@$variable:1 >>$events"
	check 'one of two is deleted' sh -c \
		"echo '-:ev rw@$variable:4' >>$events"
	expect 'the other one stays' "w:$group/ev rw@$variable:1" cat $events
}

test_hits()
{
	local args='old=$old:s32 new=$value:s32'
	expect 'who writes' "sh ev: (AT) old=3 new=7
sh ev: (AT) old=7 new=7" prints "w:ev w@$variable:4 $args"
	expect 'a condition' 'sh ev: (AT) old=3 new=7' \
		prints "w:ev w@$variable:4 $args" 'old < 5'
	expect 'one byte' 'sh ev: (AT) b=7
sh ev: (AT) b=7' prints "w:ev w@$variable:1 b=\$value:u8"
	expect 'an address, and memory there' 'sh ev: (AT) new=7
sh ev: (AT) new=7' prints "w:ev w@0x$(kernel_address $variable) new=+0(\$addr):u32"
	one "w:ev w@$variable"
	echo 1 >$KP_DEBUGFS/event/$group/ev/stacktrace
	echo ev >$KP_DEBUGFS/set_event
	write 9
	echo >$KP_DEBUGFS/set_event
	cat $KP_DEBUGFS/trace_now >/tmp/stack
	check 'the stack' grep -q '=> .*sys_write' /tmp/stack
	case $(sed -n 's/^ => \([^+]*\).*/\1/p' /tmp/stack | head -n 2 | xargs) in
	do_proc_dointvec_conv\ __do_proc_dointvec) ok 'with who has called what writes' ;;
	do_proc_dointvec_conv\ *) not_ok 'with who has called what writes'; cat /tmp/stack ;;
	*) skip 'with who has called what writes' 'another function writes' ;;
	esac
	expect 'what is off is not hit' '' sh -c \
		"echo 5 >/proc/sys/kernel/panic; cat $KP_DEBUGFS/trace_now"
	check 'hits are counted' grep -qE "^ +ev +1 +0 +$variable" \
		$KP_DEBUGFS/profile
}

# Each has a debug register only while it is enabled; x86 has four, arm64 of QEMU four or more.
test_registers()
{
	local i=0
	: >$events
	while [ $i -lt 20 ]; do
		echo "w:e$i w@$variable" >>$events || break
		i=$((i + 1))
	done
	expect 'more are defined than there are debug registers' 20 \
		grep -c . $events
	expect 'none is armed' 0 num_armed
	check 'all at once is too much' sh -c \
		"! (echo '*' >$KP_DEBUGFS/set_event) 2>/dev/null"
	expect 'then none is enabled' '' cat $KP_DEBUGFS/set_event
	expect 'and none is armed' 0 num_armed
	check 'two are enabled' sh -c "echo e0 >>$KP_DEBUGFS/set_event &&
		echo e1 >>$KP_DEBUGFS/set_event"
	expect 'they are armed' 2 num_armed
	check 'a second definition of one that is enabled' sh -c \
		"echo 'w:e0 w@$variable:1' >>$events"
	expect 'is armed at once' 3 num_armed
	check 'and deleted while it is enabled' sh -c \
		"echo '-:e0 w@$variable:1' >>$events"
	echo >$KP_DEBUGFS/set_event
	expect 'none is armed again' 0 num_armed
	: >$events
}

# A probe that is hit by what the hit of a watch does; and no other way round.
test_nested()
{
	one "w:ev w@$variable v=@$variable:u32"
	if grep -q '^CONFIG_KASAN=y' /kp/config; then
		skip 'what it hits itself' 'KASAN calls it where no exception can be taken'
		: >$events
		return
	fi
	check 'a probe in what it calls' sh -c \
		"echo 'p:inner copy_from_kernel_nofault' >>$events"
	echo '*' >$KP_DEBUGFS/set_event
	cat $KP_DEBUGFS/trace_now >/dev/null
	write 11
	echo >$KP_DEBUGFS/set_event
	check 'the hit of the watch' grep -q ' ev: .* v=11$' \
		$KP_DEBUGFS/trace_now
	check 'what it hits itself is missed, and counted' awk \
		'$1 == "inner" && $3 > 0 { found = 1 } END { exit !found }' \
		$KP_DEBUGFS/profile
	: >$events
}

test_trace_event()
{
	local files=$tracefs/${KP_FILES}_events
	echo "w:ev w@$variable new=\$value:s32" >$files
	echo >$tracefs/trace
	check 'a trace event is enabled' sh -c \
		"echo 1 >$tracefs/events/$group/ev/enable"
	write 13
	echo 0 >$tracefs/events/$group/ev/enable
	check 'and hit' grep -q ' ev: (.*) new=13$' $tracefs/trace
	expect 'not armed any more' 0 num_armed
	if grep -qs '^CONFIG_HIST_TRIGGERS=y' /kp/config; then
		check 'a histogram is wanted' sh -c \
			"echo hist:keys=new >$tracefs/events/$group/ev/trigger"
		write 14
		check 'and made' grep -q 'new: *14.*hitcount: *1' \
			$tracefs/events/$group/ev/hist
		echo '!hist:keys=new' >$tracefs/events/$group/ev/trigger
	else
		skip 'a histogram' 'the kernel has no HIST_TRIGGERS'
	fi
	: >$files
}

kp_watches()
{
	kp -n 1 watch $variable >/tmp/kp.out 2>&1 &
	eventually grep -q . $KP_DEBUGFS/set_event || return
	write 21
	write 22
	wait $!
	grep -q "w_${variable}_4: (.*) old=.* new=0x15$" /tmp/kp.out || {
		cat /tmp/kp.out
		return 1
	}
}

ktap_begin
has_watches || {
	skip 'watches' 'this kernel was built without KALLSYMS_ALL'
	plan_end
	exit
}
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
test_language
test_hits
test_registers
test_nested
[ ! -e $tracefs/${KP_FILES}_events ] || test_trace_event
check 'kp watch' kp_watches
write 0
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
