# SPDX-License-Identifier: GPL-2.0
# Events as trace events of the kernel: files, lines, filters, triggers, instances;
# what may be deleted and unloaded, and when.
#
# kernels: tracing stock debug
# timeout: 180
. /kp/lib.sh
. /kp/side.sh

tracing=/sys/kernel/tracing
events=$tracing/${KP_FILES}_events
group=$tracing/events/$KP_GROUP
symbol=${KP_SYS}sethostname
other=${KP_SYS}setdomainname

hit()
{
	hostname abc
}

# What is in the trace, without what changes; and no more then.
lines()
{
	sed -En '/^#/d
		s/^ *([^ ]*)-[0-9]+ +\[[0-9]+\] +[^ ]+ +[0-9]+\.[0-9]{6}: /\1 /
		s,\+0x[0-9a-f]+/0x[0-9a-f]+,,g
		p' ${1:-$tracing}/trace
	echo >${1:-$tracing}/trace
}

# one LINE...: these are the only definitions
one()
{
	echo 0 2>/dev/null >$group/enable
	: >$events || return
	for line; do
		printf '%s\n' "$line" >>$events || return
	done
	echo >$tracing/trace
}

# of ARGUMENTS VALUES: a hit of an event prints that.
of()
{
	expect "$1" "hostname ev: ($symbol) $2" prints "p:ev $symbol $1"
}

prints()
{
	one "$1" || return
	echo 1 >$group/ev/enable || return
	hit
	lines
	echo 0 >$group/ev/enable
}

# refuse LINE TEXT: it is, and that is the error.
refuse()
{
	! printf '%s\n' "$1" 2>/dev/null >>$events || return
	tail -n 3 $KP_DEBUGFS/error_log | grep "$2"
}

fields()
{
	# of strings the sign, of arrays the size, differs between versions
	sed -n 's/^\tfield:\(.*\)$/\1/p' $group/ev/format | grep -v common_ |
		sed '/__data_loc/s/signed:.;/signed:X;/;s/l\[3\]/l[]/'
	sed -n 's/^print fmt: //p' $group/ev/format
}

test_format()
{
	check 'a definition' one \
		"p:ev $symbol a=\\5 b=\\-1:s8 s=\$comm l=@linux_proc_banner:char[3]"
	expect 'is listed' \
		"p:$KP_GROUP/ev $symbol a=\\5 b=\\-1:s8 s=\$comm l=@linux_proc_banner:char[3]" \
		cat $events
	for file in enable filter format id trigger; do
		check "has $file" [ -e $group/ev/$file ]
	done
	expect 'its format' 'unsigned long __probe_ip;	offset:8;	size:8;	signed:0;
u64 a;	offset:16;	size:8;	signed:0;
s8 b;	offset:24;	size:1;	signed:1;
__data_loc char[] s;	offset:25;	size:4;	signed:X;
char l[];	offset:29;	size:3;	signed:0;
"(%lx) a=0x%llx b=%d s=\"%s\" l={'"'%c','%c','%c'"'}", REC->__probe_ip, REC->a, REC->b, __get_str(s), REC->l[0], REC->l[1], REC->l[2]' \
		fields
}

test_lines()
{
	expect 'no arguments' "hostname ev: ($symbol)" prints "p:ev $symbol"
	of 'a=\5:u8 b=\-1:s8 c=\0x1234:x8' 'a=5 b=-1 c=0x34'
	of 'a=\65535:s16 b=\65:char c=\0xf0:b4@4/8' "a=-1 b='A' c=15"
	of 'a=\"abc" b=$comm c=\7' 'a="abc" b="hostname" c=0x7'
	of 's=@linux_proc_banner:char[3]' "s={'%','s',' '}"
	of 's=+0(@linux_proc_banner):string' 's=(fault)'
	of 'a=+0(\8):string b=+0(\8):x64' 'a=(fault) b=0x0'
	of 'a=\"(fault)"' 'a="(fault)"'
	check 'a return' sh -c "
		echo 'r:ev $symbol ret=\$retval:s32 len=\$arg1' >$events
		echo 1 >$group/ev/enable; hostname abc; echo 0 >$group/ev/enable
		grep -E 'ev: \(.* <- $symbol\) ret=0 len=0x[0-9a-f]+\$' $tracing/trace"
}

test_filter()
{
	one "p:ev $symbol a=\\5 s=\$comm"
	echo 1 >$group/ev/enable
	for condition in 'a == 5' 's ~ "host*"' 'a & 4 && common_pid > 0'; do
		check "a filter: $condition" \
			sh -c "echo '$condition' >$group/ev/filter"
		hit
		expect 'passes' "hostname ev: ($symbol) a=0x5 s=\"hostname\"" lines
	done
	for condition in 'a != 5' 's == "no"'; do
		check "a filter: $condition" \
			sh -c "echo '$condition' >$group/ev/filter"
		hit
		expect 'does not pass' '' lines
	done
	check 'a filter of nothing is refused' not \
		sh -c "echo 'none == 1' 2>/dev/null >$group/ev/filter"
	echo 0 >$group/ev/enable
}

test_triggers()
{
	one "p:ev $symbol a=\\5" "p:two $other"
	if grep -q '^CONFIG_HIST_TRIGGERS=y' /kp/config; then
		check 'a histogram' sh -c "echo 'hist:keys=a' >$group/ev/trigger"
		hit
		hit
		check 'counts' grep -q '{ a: *5 } hitcount: *2' $group/ev/hist
		check 'its event is not deleted' refuse '-:ev' 'The event is'
		echo '!hist:keys=a' >$group/ev/trigger
	else
		skip 'a histogram' 'the kernel has no HIST_TRIGGERS'
	fi
	check 'one event enables another' sh -c \
		"echo 'enable_event:$KP_GROUP:two' >$group/ev/trigger"
	check 'which is not deleted then' refuse '-:two' 'The event is'
	expect 'it is, softly' '0*' cat $group/two/enable
	hit
	expect 'by a hit' '1*' cat $group/two/enable
	echo "!enable_event:$KP_GROUP:two" >$group/ev/trigger
	echo 0 >$group/two/enable
	echo stacktrace >$group/ev/trigger
	hit
	check 'a stack by a trigger' grep -q '<stack trace>' $tracing/trace
	echo '!stacktrace' >$group/ev/trigger
	echo 1 >$tracing/options/stacktrace
	echo 1 >$group/ev/enable
	echo >$tracing/trace
	hit
	echo 0 >$tracing/options/stacktrace
	check 'a stack by the option' sh -c \
		"lines=\$(cat $tracing/trace); echo \"\$lines\" | grep -q '<stack trace>' &&
		 echo \"\$lines\" | grep -q '=> .*do_syscall_64\|=> .*el0_svc\|=> .*system_call'"
	echo 0 >$group/ev/enable
	check 'all are deleted' one
}

# enabled_by FUNCTION: one that is not hit meanwhile
enabled_by()
{
	echo "$1:enable_event:$KP_GROUP:ev" >$tracing/set_ftrace_filter &&
		is '0*' cat $group/ev/enable && is_armed
}

not_enabled_by()
{
	echo "!$1:enable_event:$KP_GROUP:ev" >$tracing/set_ftrace_filter
}

is_armed()
{
	grep "$symbol" $KP_DEBUGFS/list | grep -qv DISABLED
}

test_function_commands()
{
	local never=kernel_restart
	grep -qx $never $tracing/available_filter_functions || {
		skip 'enabled by a function' 'the kernel has no function tracer'
		return
	}
	one "p:ev $symbol"
	check 'enabled by a function' enabled_by $never
	check 'not any more' not_enabled_by $never
	check 'soon disarmed' eventually not is_armed
	check 'enabled again' enabled_by $never
	check 'not any more' not_enabled_by $never
	check 'deleted at once' one
	one "p:ev $symbol"
	check 'enabled again' enabled_by $never
	check 'not any more' not_enabled_by $never
	check 'and again' sh -c "echo 1 >$group/ev/enable"
	hit
	expect 'is hit' "hostname ev: ($symbol)" lines
	check 'stays armed' is_armed
	echo 0 >$group/ev/enable
	check 'disarmed' not is_armed
	mkdir $tracing/instances/one
	echo "$never:enable_event:$KP_GROUP:ev" >$tracing/instances/one/set_ftrace_filter
	check 'by a function of an instance' is_armed
	check 'which goes' rmdir $tracing/instances/one
	check 'deleted at once' one
}

test_instances()
{
	one "p:ev $symbol a=\\5"
	mkdir $tracing/instances/one
	check 'an instance has it' \
		[ -e $tracing/instances/one/events/$KP_GROUP/ev/enable ]
	echo 1 >$tracing/instances/one/events/$KP_GROUP/ev/enable
	hit
	expect 'its line' "hostname ev: ($symbol) a=0x5" lines $tracing/instances/one
	expect 'is there alone' '' lines
	echo 1 >$group/ev/enable
	hit
	expect 'a line in both: one' "hostname ev: ($symbol) a=0x5" \
		lines $tracing/instances/one
	expect 'a line in both: two' "hostname ev: ($symbol) a=0x5" lines
	echo 0 >$group/ev/enable
	check 'it is not deleted' refuse '-:ev' 'The event is'
	rmdir $tracing/instances/one
	check 'without the instance it is' one
	check 'and its directory' not [ -e $group ]
}

test_profile()
{
	one "p:ev $symbol" "p:ev $other" "p:grp/three $symbol"
	echo 1 >$group/ev/enable
	hit
	expect 'profile' 'ev 1 0
ev 0 0
three 0 0' sh -c "awk '{ print \$1, \$2, \$3 }' $tracing/${KP_FILES}_profile"
	check 'an enabled event stays' refuse "-:$KP_GROUP/ev" 'The event is'
	check 'nor are all deleted' not sh -c ": 2>/dev/null >$events"
	expect 'none of them' 3 sh -c "wc -l <$events"
	echo 0 >$tracing/events/enable
	check 'a name that the kernel has' \
		refuse "p:sched/sched_switch $symbol" 'The kernel has an event'
	check 'two of one name and two types' refuse "r:ev $symbol" 'do not mix'
	check 'by set_event' sh -c "echo '$KP_GROUP:ev' >$tracing/set_event"
	expect 'it is enabled' 1 cat $group/ev/enable
	: >$tracing/set_event
	check 'a name that has been' one "p:ev $symbol b=\\6:u8"
	echo 1 >$group/ev/enable
	hit
	expect 'has its new arguments' "hostname ev: ($symbol) b=6" lines
	echo 0 >$group/ev/enable
}

# Of the group that is for BPF's tracepoints, or on a kernel that has its own.
test_eprobe()
{
	grep -q 'e\[:' $tracing/README || {
		skip 'an event on ours' 'the kernel has no event probes'
		return
	}
	one "p:kpm/ev $symbol a=\\5"
	check 'an event on ours' sh -c \
		"echo 'e:ep/on kpm.ev x=\$a' >>$tracing/dynamic_events"
	check 'keeps it' refuse '-:kpm/ev' 'The event is'
	check 'and kprobe_events.ko' not rmmod kprobe_events
	echo 1 >$tracing/events/ep/on/enable
	echo >$tracing/trace
	hit
	expect 'and has its argument' 'hostname on: (kpm.ev) x=0x5' lines
	echo 0 >$tracing/events/ep/on/enable
	echo '-:ep/on' >>$tracing/dynamic_events
	check 'it is deleted then' one
}

test_life()
{
	one "p:ev $symbol"
	echo 1 >$group/ev/enable
	check 'an enabled event keeps kprobe_events.ko' not rmmod kprobe_events
	echo 0 >$group/ev/enable
	exec 3<$events
	check 'an open file does' not rmmod kprobe_events
	exec 3<&-
	exec 3<$group/ev/format
	if [ $KP_FILES = kpm ]; then
		check 'so does an event that eprobes may refer to' not rmmod kprobe_events
		check 'it is deleted' sh -c "echo '-:ev' >>$events"
	fi
	check 'a defined event does not' rmmod kprobe_events
	check 'a file of it that was open has nothing' not grep 'name: ev' <&3
	exec 3<&-
	check 'no file is left' not ls $events $tracing/${KP_FILES}_profile
	check 'no event is' not ls $group
	hit
	while [ ! -e /tmp/stop ]; do
		cat $events $tracing/${KP_FILES}_profile
		# these keep it
		[ $KP_FILES != kpm ] || continue
		echo "p:ev $symbol" >>$events
		cat $group/ev/format
		echo 1 >$group/ev/enable
		echo 0 >$group/ev/enable
	done >/dev/null 2>&1 &
	i=0 loaded=0
	while [ $i -lt 100 ] || [ $loaded -le 10 ] && [ $i -lt 500 ]; do
		! insmod /kp/kprobe_events.ko || loaded=$((loaded + 1))
		rmmod kprobe_events 2>/dev/null
		i=$((i + 1))
	done 2>/dev/null
	touch /tmp/stop
	wait
	check "loaded while files are opened: $loaded times" [ $loaded -gt 10 ]
	rmmod kprobe_events 2>/dev/null
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
check 'tracefs has our files' ls $events $tracing/${KP_FILES}_profile
test_format
test_lines
test_filter
test_triggers
test_function_commands
test_instances
test_profile
test_eprobe
test_life
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
