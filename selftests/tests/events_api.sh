# SPDX-License-Identifier: GPL-2.0
# Events by lines of text: the language, its errors and where the caret is, and
# what a hit prints.
#
# kernels: standalone debug stock tracing
# timeout: 120
. /kp/lib.sh
. /kp/side.sh
. /kp/events.sh

symbol=${KP_SYS}sethostname

# a hit of the function that nobody else calls
hit()
{
	hostname "${1:-kprobes}"
}

# All lines of trace_pipe so far, without what changes.
lines()
{
	cat $KP_DEBUGFS/trace_now |
		sed -E 's/^ *([^ ]*)-[0-9]+ +\[[0-9]+\] +[0-9]+\.[0-9]{6}: /\1 /
			s,\+0x[0-9a-f]+/0x[0-9a-f]+,,g' | undotted
}

# prints DEFINITION: what it prints at a hit
prints()
{
	one "$1" || return
	echo '*' >$KP_DEBUGFS/set_event
	lines >/dev/null
	hit abc
	lines
	echo >$KP_DEBUGFS/set_event
}

# A hit of `ev` whose arguments are ARGS prints VALUES.
try()
{
	expect "$1" "hostname ev: ($symbol) $2" prints "p:ev $symbol $1"
}

# refuse 'LINE WITH ^ IN IT' TEXT [ERRNO]: it is refused, with the caret there.
refuse()
{
	local line=${1%%^*}${1#*^} before=${1%%^*}
	write_refused "$line" "${3-}" || return
	[ "$(sed -n 2p $KP_DEBUGFS/error_log)" = "  Command: $line" ] &&
		[ "$(sed -n 3p $KP_DEBUGFS/error_log)" = \
			"$(printf '%*s^' $((11 + ${#before})) '')" ] &&
		grep -q "error: $2" $KP_DEBUGFS/error_log || {
		cat $KP_DEBUGFS/error_log
		return 1
	}
}

test_lines()
{
	expect 'an event without arguments' "hostname ev: ($symbol)" \
		prints "p:ev $symbol"
	expect 'what was defined' "p:$KP_GROUP/ev $symbol" cat $events
	expect 'a name that is made' "p:$KP_GROUP/p_${symbol}_0 $symbol" \
		sh -c "echo p $symbol >$events; cat $events"
	expect 'a group' "r5:grp/ev $symbol ret=\$retval:x64" \
		sh -c "echo 'r5:grp/ev $symbol ret=\$retval:x64' >$events; cat $events"
	expect 'a comment behind it' "p:$KP_GROUP/ev $symbol" \
		sh -c "echo 'p:ev $symbol # why' >$events; cat $events"
	expect 'no events' '' sh -c "echo >$events; cat $events"
	try 'a=\5:u8 b=\-1:s8 c=\0x1234:x8' 'a=5 b=-1 c=0x34'
	try 'a=\65535:s16 b=\65:char c=\0xf0:b4@4/8' "a=-1 b='A' c=15"
	try 'a=\"abc" b=$comm' 'a="abc" b="hostname"'
	try '\1' 'arg1=0x1'
}

test_symbol()
{
	local address
	if has_symbol linux_proc_banner; then
		try 's=@linux_proc_banner:char[3] t=@linux_proc_banner+1:char' \
			"s={'%','s',' '} t='s'"
		return
	fi
	# kallsyms has functions only
	check 'data have no names' refuse \
		"p:ev $symbol ^s=@linux_proc_banner:char[3]" 'After @' "$no_entry"
	address=0x$(kernel_address $symbol)
	check 'what is at a function' sh -c "echo '$(prints \
		"p:ev $symbol a=@$symbol+4:x32 b=+4(\\$address):x32")' |
		grep -E '^hostname ev: .* a=(0x[0-9a-f]+) b=\1\$'"
}

test_memory()
{
	expect 'a string of user space, by a register' \
		"hostname ev: (do_sys_openat2) name=\"/etc/abc\"" \
		open_prints 'name=+0($arg2):ustring'
	# AT_FDCWD, -100
	expect 'registers, by their size' \
		'hostname ev: (do_sys_openat2) a=156 b=65436 c=0xffffff9c d=-100' \
		open_prints 'a=$arg1:u8 b=$arg1:u16 c=$arg1:x32 d=$arg1:s32'
	expect 'also as u0' "hostname ev: (do_sys_openat2) name=\"/etc/abc\"" \
		open_prints 'name=+u0($arg2):string'
	expect 'an array' \
		"hostname ev: (do_sys_openat2) a={0x2f,0x65,0x74}" \
		open_prints 'a=+u0($arg2):x8[3]'
	expect 'what cannot be read' \
		"hostname ev: (do_sys_openat2) a=(fault) b=0x0" \
		open_prints 'a=+0(\8):string b=+0(\8):x64'
}

# file_prints DEFINITION CONDITION: what it prints when a shell reads /proc/version
file_prints()
{
	one "$1" || return
	echo "comm == \"sh\" && $2" >$KP_DEBUGFS/event/$KP_GROUP/ev/filter || return
	echo ev >$KP_DEBUGFS/set_event
	lines >/dev/null
	sh -c 'read line </proc/version'
	echo >$KP_DEBUGFS/set_event
	lines | sort -u
}

test_types()
{
	local address
	expect 'the name of a file' 'sh ev: (vfs_read) name="version"' \
		file_prints 'p:ev vfs_read name=$arg1:%pD' 'name == "version"'
	expect 'of a directory entry' 'sh ev: (dput) name="version"' \
		file_prints 'p:ev dput name=$arg1:%pd' 'name == "version"'
	address=0x$(kernel_address $symbol)
	try "a=\\$address:symbol" "a=$symbol"
	expect 'the name of a function as a string' \
		'sh ev: (single_open) a="version_proc_show"' file_prints \
		'p:ev single_open a=$arg2:symstr' 'a ~ "version_*"'
}

# The register of the first argument.
test_register()
{
	# of an address; ppc64's programs are low
	local register=di digits=9
	case $KP_ARCH in
	arm64) register=x0 ;;
	ppc64le) register=gpr3 ;;
	ppc64) register=gpr3 digits=8 ;;
	esac
	check "%$register is \$arg1" sh -c "echo '$(prints \
		"p:ev $symbol a=%$register b=\$arg1")' |
		grep -E '^hostname ev: .* a=(0x[0-9a-f]{$digits,}) b=\1\$'"
}

open_prints()
{
	one "p:ev do_sys_openat2 $1" || return
	echo 'comm == "hostname" && common_pid > 0' \
		>$KP_DEBUGFS/event/$KP_GROUP/ev/filter || return
	echo ev >$KP_DEBUGFS/set_event
	lines >/dev/null
	hostname -F /etc/abc 2>/dev/null
	lines | grep -v 'proc\|/lib\|passwd' | tail -n 1
}

# The second line of the last stack, behind ksys_read().
called_by_syscall()
{
	sed -n '/<stack trace>/,$p' /tmp/stack | sed -n 3p |
		grep -q '=> .*sys_read\|=> .*do_syscall_64\|=> .*system_call' || {
		cat /tmp/stack
		return 1
	}
}

test_returns()
{
	one "r:ev $symbol ret=\$retval:s32"
	echo 1 >$KP_DEBUGFS/event/$KP_GROUP/ev/enable
	lines >/dev/null
	hit
	check 'a return' sh -c "echo '$(lines)' |
		grep -Eq '^hostname ev: \(.* <- $symbol\) ret=0\$'"
	one 'r:ev vfs_read len=$arg3:u64 ret=$retval:s64'
	echo 'comm == "dd"' >$KP_DEBUGFS/event/$KP_GROUP/ev/filter
	echo 1 >$KP_DEBUGFS/event/$KP_GROUP/ev/enable
	dd if=/proc/version bs=7 count=1 of=/dev/null 2>/dev/null
	check 'an argument, as it was at the entry' sh -c "echo '$(lines)' |
		grep -Eq '^dd ev: \(.* <- vfs_read\) len=7 ret=7\$'"
	echo 1 >$KP_DEBUGFS/event/$KP_GROUP/ev/stacktrace
	dd if=/proc/version bs=7 count=1 of=/dev/null 2>/dev/null
	cat $KP_DEBUGFS/trace_now >/tmp/stack
	check 'a stack has the caller of where it returns to' called_by_syscall
	one 'r:ev hrtimer_nanosleep t=$latency'
	echo 'comm == "sleep"' >$KP_DEBUGFS/event/$KP_GROUP/ev/filter
	echo 1 >$KP_DEBUGFS/event/$KP_GROUP/ev/enable
	lines >/dev/null
	sleep 2
	check 'a second and more takes ten digits of nanoseconds' sh -c \
		"echo '$(lines)' | grep -Eq '^sleep ev: .* t=[0-9]{10,12}\$'"
	one "p:ev $symbol%return"
	expect '%return' "r:$KP_GROUP/ev $symbol" cat $events
}

test_filter()
{
	one "p:ev $symbol a=\\5"
	for condition in 'a==5' 'a == 4 || a > 4' '!(a == 4) && comm ~ "host*"' \
		'a & 4' 'a>=5&&a<=5'; do
		echo "$condition" >$KP_DEBUGFS/event/$KP_GROUP/ev/filter
		echo 1 >$KP_DEBUGFS/event/$KP_GROUP/ev/enable
		lines >/dev/null
		hit
		expect "passes: $condition" "hostname ev: ($symbol) a=0x5" lines
	done
	for condition in 'a!=5' 'a == 5 && a == 4' 'comm == "no"' 'a&2'; do
		echo "$condition" >$KP_DEBUGFS/event/$KP_GROUP/ev/filter
		hit
		expect "does not: $condition" '' lines
	done
	for condition in 'a' 'b==1' 'a ~ "x"' '(a==1' 'a==1)' 'a==1 &&' '!' \
		'a == 1 | a == 2'; do
		check "refused: $condition" not sh -c \
			"echo '$condition' 2>/dev/null >$KP_DEBUGFS/event/$KP_GROUP/ev/filter"
	done
	expect 'the last good one stays' 'a&2' \
		cat $KP_DEBUGFS/event/$KP_GROUP/ev/filter
	echo 0 >$KP_DEBUGFS/event/$KP_GROUP/ev/filter
	hit
	expect 'none any more' "hostname ev: ($symbol) a=0x5" lines
}

test_several()
{
	one "p:ev $symbol a=\\1"
	echo "p:ev ${KP_SYS}setdomainname a=\\1" >>$events
	echo 1 >$KP_DEBUGFS/event/$KP_GROUP/ev/enable
	lines >/dev/null
	hit
	expect 'several probes' "hostname ev: ($symbol) a=0x1" lines
	check 'both have a line in profile' \
		[ "$(grep -c '^  ev ' $KP_DEBUGFS/profile)" = 2 ]
	undotted <$KP_DEBUGFS/profile >/tmp/profile
	check 'with hits and misses' grep -Eq "^  ev +1 +0  $symbol" /tmp/profile
	refused "^r:ev $symbol a=\\1" 'The event exists, and' "$exists"
	refused "p:ev $symbol ^b=\\1" 'The event exists, with' "$exists"
	refused "p:ev $symbol ^a=\\1:u8" 'The event exists, with' "$exists"
	refused "^p:ev $symbol a=\\1" 'The event has exactly' "$exists"
	refused '-:^ev' 'The event is enabled' "$busy"
	check 'nor is all cleared' not sh -c "echo 2>/dev/null >$events"
	echo >$KP_DEBUGFS/set_event
	check 'it is deleted' sh -c "echo -:ev >>$events"
	expect 'and gone' '' cat $events
	refused '-:^ev' 'There is no such event' "$no_entry"
}

test_errors()
{
	refused '^x vfs_read' 'A line begins'
	refused 'p^100 vfs_read' 'Only a return probe takes'
	refused 'r^1a111 vfs_read' 'The number of calls'
	refused 'r^100000 vfs_read' 'The number of calls is more'
	refused 'p ^non_exist_func' 'There is no such symbol' "$no_entry"
	refused 'p ^hoge-fuga' 'There is no such symbol'
	refused 'p ^hoge+1000-1000' 'There is no such symbol'
	refused 'p ^vfs_raed' \
		'There is no such .* (-2: .*; did you mean vfs_read?)' "$no_entry"
	refused 'r ^vfs_read+10' 'A return probe goes'
	refused 'p ^vfs_read+10%return' 'A return probe goes'
	refused 'p vfs_read^%hoge' 'After a place'
	refused 'p:^/bar vfs_read' 'There is no group'
	refused 'p:^foo.1/bar vfs_read' 'A group'
	refused 'p:^ vfs_read' 'There is no event'
	refused 'p:foo/^bar.1 vfs_read' 'An event'
	refused 'p:foo/^12345678901234567890123456789012345678901234567890123456789012345 vfs_read' 'The event'
	refused 'p:^12345678901234567890123456789012345678901234567890123456789012345/bar vfs_read' 'The group'
	refused 'p vfs_read ^$retval' 'Only a return probe has'
	refused 'p vfs_read ^$stack10000' 'The stack'
	refused 'p vfs_read ^$arg10000' 'A function has no'
	refused 'p vfs_read ^$none_var' 'There is no such \$'
	refused 'p vfs_read ^%none_reg' 'There is no such register'
	refused 'p vfs_read ^@12345678abcde' 'After @'
	refused 'p vfs_read ^@+10' 'The kernel has no offsets'
	refused 'p vfs_read ^a=@no_such' 'After @' "$no_entry"
	refused 'p vfs_read arg1=\^x' 'After the backslash'
	refused 'p vfs_read arg1=\"abcd^' 'The text does not end'
	refused 'p vfs_read ^+0@0)' 'After the offset'
	refused 'p vfs_read ^+0ab1(@0)' 'The offset is'
	refused 'p vfs_read +0(+0(@0^)' 'The brace'
	refused 'p vfs_read +0(^$comm)' 'This is a text'
	refused 'p vfs_read ^&1' 'An argument begins'
	refused 'p vfs_read +0(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@0))))))))))))))' 'More than 14'
	refused 'p vfs_read +0(@11):u8[10^' "The array's bracket"
	refused 'p vfs_read +0(@11):u8[10]^a' 'Something'
	refused 'p vfs_read +0(@11):u8[^10a]' "The array's size"
	refused 'p vfs_read +0(@11):u8[^256]' 'The array has'
	refused 'p vfs_read @11:^unknown_type' 'There is no such type'
	refused 'p vfs_read $stack0:^string' 'This type'
	refused 'p vfs_read @11:^b10@a/16' 'A bit field'
	refused 'p vfs_read ^arg123456789012345678901234567890=@11' 'The argument'
	refused 'p vfs_read ^=@11' 'There is no name'
	refused 'p vfs_read ^var.1=@11' 'An argument'
	refused 'p vfs_read var1=@11 ^var1=@12' 'The name is used'
	refused 'p vfs_read ^+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(@1234))))))' 'The argument'
	refused 'p vfs_read arg1=^' 'There is nothing'
	refused 'p ^nothing_like_it_*' 'No function' "$no_entry"
	expect 'nothing of it is defined' '' cat $events
}

# Which functions are refused is another matter on each kernel: what a few hundred names
# begin with, some of them listed in `blacklist`, most not. Not all that are listed are
# refused: at a call site of the tracer less is.
refused_prefixes()
{
	awk 'NR == FNR { if ($3 != "[kprobes]") refused[$2]; next }
		$2 !~ /^[tT]$/ || NF != 3 { next }
		{ prefix = $3; sub(/^[.]/, "", prefix); sub(/_.*/, "_", prefix) }
		prefix !~ /^[a-z]+_$/ { next }
		$3 in refused { bad[prefix]++; next }
		{ good[prefix]++ }
		END { for (prefix in bad)
			if (good[prefix] > bad[prefix] + 20 && good[prefix] < 300)
				print prefix
		}' $KP_DEBUGFS/blacklist /tmp/kallsyms
}

# The kernel's table may have a dot ahead of a name (ppc64).
refused_have_reasons()
{
	local prefix
	for prefix in $(refused_prefixes); do
		one "p:v $prefix*" &&
			grep -q "^$KP_GROUP/v: [.]*$prefix.*: -[0-9]* (.*)\$" \
				$KP_DEBUGFS/refused && return
	done
	return 1
}

test_wildcards()
{
	check 'a wildcard' one 'p:v vfs_*'
	check 'probes many' [ "$(wc -l <$KP_DEBUGFS/profile)" -gt 20 ]
	echo v >$KP_DEBUGFS/set_event
	lines >/dev/null
	cat /proc/version >/dev/null
	undotted <$KP_DEBUGFS/trace_now >/tmp/trace
	check 'a hit says which' grep -q '(vfs_read+0' /tmp/trace
	echo >$KP_DEBUGFS/set_event
	check 'the refused have a reason' refused_have_reasons
	echo >$events
	expect 'which goes with the event' '' cat $KP_DEBUGFS/refused
}

# Hits on one CPU, more than a buffer of 32 KiB holds: which are lost is told.
test_lost()
{
	local i=0
	check 'it loads with a small buffer' \
		insmod /kp/kprobe_events.ko buffer_kb=32
	one "p:ev $symbol"
	echo ev >$KP_DEBUGFS/set_event
	taskset 1 sh -c "i=0
		while [ \$i -lt 600 ]; do hostname abc; i=\$((i + 1)); done"
	echo >$KP_DEBUGFS/set_event
	cat $KP_DEBUGFS/trace_now >/tmp/lost
	check 'what was lost is told' awk '
		/^CPU:0 \[LOST [0-9]+ EVENTS\]$/ { lost += $3 }
		/ ev: / { lines++ }
		END { print lines, lost; exit !(lost > 0 && lines + lost == 600) }' \
		/tmp/lost
	: >$events
	check 'it unloads' rmmod kprobe_events
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
test_lines
test_symbol
test_memory
test_types
test_register
test_returns
test_filter
echo >$KP_DEBUGFS/set_event
test_several
test_errors
test_wildcards
echo >$KP_DEBUGFS/set_event
check 'kprobe_events.ko unloads' rmmod kprobe_events
test_lost
unload_kprobes
plan_end
