# SPDX-License-Identifier: GPL-2.0
# The tool kp: what it prints, and that it leaves nothing.
#
# kernels: standalone debug stock tracing
# arch: x86_64 arm64 ppc64le
# timeout: 180
. /kp/lib.sh
. /kp/side.sh

symbol=${KP_SYS}sethostname
case $KP_ARCH in
arm64)
	caller=invoke_syscall
	# the compiler may have inlined it
	has_symbol invoke_syscall || caller=do_el0_svc
	;;
ppc64*) caller=system_call_exception ;;
*) caller=do_syscall_64 ;;
esac

# shows NUM ARGUMENTS...: the first lines of kp, of one call
shows()
{
	local num=$1
	shift
	kp -n "$num" "$@" >/tmp/kp.out 2>&1 &
	eventually grep -q '^kp[0-9]' "$KP_DEBUGFS/set_event" || return
	hostname abc
	wait $!
	sed -E 's/^ *([^ ]*)-.*: ([^ ]*: )/\1 \2/;s,\+0x[^/]*/0x[0-9a-f]+,,g
		s/\(.* <- /(TO <- /' /tmp/kp.out
}

# function_of NAME SUFFIX: as it is called on this kernel
function_of()
{
	sed -n "s/.* T \($1\($2\)\{0,1\}\)\$/\1/p" /proc/kallsyms | head -n 1
}

# A hit and the top of its stack, by kp that goes on until it is ended.
stack()
{
	kp stack "$symbol" >/tmp/kp.out 2>&1 &
	eventually grep -q . "$KP_DEBUGFS/set_event" || return
	hostname abc
	eventually grep -q '^ => ' /tmp/kp.out
	kill $!
	wait $!
	sed -nE 's/^ *([^ ]*)-.*: ([^ ]*): .*/\1 \2/p
		s,^ => ([^+]*)\+0x.*,\1,p' /tmp/kp.out | head -n 3
}

# Of another one with the same function kp prints nothing.
shows_ours()
{
	echo "p:other $symbol" >>$KP_DEBUGFS/events
	echo other >>$KP_DEBUGFS/set_event
	shows 1 "p $symbol a=\\5"
	echo '!other' >>$KP_DEBUGFS/set_event
	echo '-:other' >>$KP_DEBUGFS/events
}

# pid_of_kp: its events have it in their group
pid_of_kp()
{
	sed -n 's/^.:kp\([0-9]*\).*/\1/p' $KP_DEBUGFS/events
}

# ended SIGNAL ARGUMENTS...: kp runs, and gets that; what is left then
ended()
{
	local signal="$1"
	shift
	(eventually grep -q '^kp[0-9]' $KP_DEBUGFS/set_event &&
		kill -$signal $(pid_of_kp)) &
	# in the background it would ignore INT
	kp "$@" >/tmp/ended 2>&1
	wait $! || echo 'it was not running'
	cat $KP_DEBUGFS/events
}

# hist COMMAND ARGUMENTS...: kp hist, while that runs
hist()
{
	local command="$1" kp
	shift
	kp "$@" >/tmp/hist 2>&1 &
	kp=$!
	eventually grep -q '^kp[0-9]' $KP_DEBUGFS/set_event || return
	$command
	kill $kp
	wait $kp
	cat /tmp/hist
}

# On one CPU.
call_600()
{
	taskset 1 sh -c 'i=0
		while [ $i -lt 600 ]; do hostname abc; i=$((i + 1)); done'
}

# A buffer of 32 KiB holds less than 500. All are counted, or told to be lost.
counts_600()
{
	hist call_600 hist $symbol
	awk '/ ns / { sum += $3 }
		/ calls/ { calls = $1; lost = /lost/ ? $3 : 0 }
		END { exit !(sum == calls && calls > 500 && calls + lost == 600) }' \
		/tmp/hist
}

# What sleeps a second takes that long; kp itself sleeps less.
measures_second()
{
	hist 'sleep 1' -i 'comm == "sleep"' hist hrtimer_nanosleep
	awk '/ ns / && $1 > 500000000 { sum += $3 }
		END { exit !sum }' /tmp/hist
}

# storm FUNCTION: a histogram of what kp itself calls all the time ends, and has no more
# lines than a number has bits
storm()
{
	kp hist "$1" 1 >/tmp/hist || return
	tail -n 3 /tmp/hist
	[ "$(wc -l </tmp/hist)" -le 65 ] && grep -q '^[1-9][0-9]* calls' /tmp/hist
}

# kp of somebody else
as_nobody()
{
	mkdir -p /etc
	grep -qs '^nobody:' /etc/passwd ||
		echo 'nobody:x:65534:65534::/:/bin/sh' >>/etc/passwd
	# who may not see the file
	su -s /bin/sh nobody -c 'sh -s list' <"$(command -v kp)" 2>&1
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' \
	insmod /kp/kprobe_events.ko buffer_kb=32
expect 'a probe' "hostname $symbol: ($symbol) a=0x5" shows 1 "p $symbol a=\\5"
expect 'nothing is left' '' cat $KP_DEBUGFS/events
expect 'several spaces' "hostname $symbol: ($symbol) a=0x5" \
	shows 1 "p  $symbol   a=\\5"
expect 'two of one function' "hostname $symbol: ($symbol)
hostname ${symbol}_2: (TO <- $symbol)" shows 2 "p $symbol" "r $symbol"
expect 'no others' "hostname $symbol: ($symbol) a=0x5" shows_ours
# one of two names: with lockdep, and since 6.10
lock=$(function_of mutex_lock _nested)
alloc=$(function_of kmem_cache_alloc _noprof)
for signal in HUP INT QUIT; do
	expect "nothing is left after $signal" '' ended $signal "p $symbol"
	expect "nor of a histogram after $signal" '' ended $signal hist "$lock"
done
expect 'a condition' "hostname x: ($symbol) a=0x5" \
	shows 1 -i 'a == 5' "p:x $symbol a=\\5"
check 'a mistake is shown' sh -c "kp 'p nowhere' 2>&1 | grep -q '^ *^\$'"
check 'calls are counted' sh -c "kp -f 'vfs_r*' count 1 | grep -q ' vfs_read'"
expect 'nothing is left of it after INT' '' ended INT -f 'vfs_r*' count
check 'what was counted by then is shown' grep -q ' vfs_read' /tmp/ended
check 'a histogram of more calls than the buffer holds' counts_600
check 'has what takes a second' measures_second
for function in vfs_read "$lock" "$alloc"; do
	check "a histogram of $function" storm "$function"
	expect 'nothing is left of it' '' cat $KP_DEBUGFS/events
done
expect 'a stack' "hostname $symbol
$symbol
$caller" stack
expect 'nothing is left of it' '' cat $KP_DEBUGFS/events
check 'help' sh -c 'kp -h | grep -q Examples'
echo "p:mine $symbol" >$KP_DEBUGFS/events
echo mine >>$KP_DEBUGFS/set_event
hostname abc
: >$KP_DEBUGFS/set_event
check 'list' sh -c "kp list | grep -q '^p:$KP_GROUP/mine $symbol'"
check 'list has hits and misses' \
	sh -c "kp list | grep -qE '^ +mine +1 +0 +$symbol'"
expect 'it is for root alone' 'kp: needs root' as_nobody
expect 'what others have defined stays' "p:$KP_GROUP/mine $symbol" \
	cat $KP_DEBUGFS/events
check 'it is deleted' sh -c "echo '-:mine' >>$KP_DEBUGFS/events"
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
