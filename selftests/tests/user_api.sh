# SPDX-License-Identifier: GPL-2.0
# Probes in user space: in programs and libraries, before and after they start, in
# threads and children; by symbol, offset and inode; what they are told.
# kernels: debug stock
# arch: x86_64 arm64 ppc64le
# timeout: 180
. /kp/lib.sh
. /kp/side.sh

CLIENT=/sys/module/user_client/parameters
PROG=/tmp/user_target
PIE=/tmp/user_target_pie
LIB=/tmp/libuser_target.so

# client COMMAND...: prints what came of it
client()
{
	echo "$*" >$CLIENT/cmd
	cat $CLIENT/result
}

# does LINE...: what a program that begins now answers
does()
{
	echo "$*" | $RUN
}

# It goes on running: say LINE..., until stop.
start()
{
	rm -f /tmp/user.in /tmp/user.out
	mkfifo /tmp/user.in
	$RUN </tmp/user.in >/tmp/user.out &
	PID=$!
	exec 3>/tmp/user.in
	ANSWERS=0
}

say()
{
	echo "$*" >&3
	ANSWERS=$((ANSWERS + 1))
	eventually answered && tail -n 1 /tmp/user.out
}

answered()
{
	[ "$(wc -l </tmp/user.out)" -ge $ANSWERS ]
}

stop()
{
	exec 3>&-
	wait $PID
}

test_program()
{
	RUN=$1
	expect "$RUN: by symbol" 0 client path 0 $RUN user_add 0 ret
	expect "$RUN: it works" 6 does add 3
	expect "$RUN: hits" 3 client hits 0
	expect "$RUN: returns" 3 client returns 0
	expect "$RUN: arguments" '4 2' client args 0
	expect "$RUN: the value returned" 6 client value 0
	start
	say add 1 >/dev/null
	expect "$RUN: hits, one that runs" 4 client hits 0
	client del 0 >/dev/null
	say add 5 >/dev/null
	expect "$RUN: removed while it runs" 4 client hits 0
	expect "$RUN: and put there again" 0 client path 1 $RUN user_add 0
	say add 5 >/tmp/user.answer
	expect "$RUN: it still works" 10 cat /tmp/user.answer
	expect "$RUN: hits again" 5 client hits 1
	stop
	client del 1 >/dev/null
}

test_tasks()
{
	RUN=$PROG
	client path 0 $PROG user_add 0 ret >/dev/null
	expect 'threads work' 32000 does threads 16
	expect 'and all hit' 16000 client hits 0
	expect 'and return' 16000 client returns 0
	expect 'children work' 16 does fork 8
	expect 'and all hit' 16008 client hits 0
	start
	say add 1 >/dev/null
	# no answer to this
	echo exec >&3
	say add 1 >/tmp/user.answer
	expect 'after exec it works' 2 cat /tmp/user.answer
	expect 'and hits' 16010 client hits 0
	stop
	client del 0 >/dev/null
	client path 0 $PROG user_deep 0 ret >/dev/null
	expect 'recursion works' 31 does deep 30
	expect 'and hits' 31 client hits 0
	expect 'and returns' 31 client returns 0
	expect 'deeper than the kernel follows' 201 does deep 200
	expect 'all entries are hits' 232 client hits 0
	client del 0 >/dev/null
	client path 0 $PROG user_leave 0 ret >/dev/null
	expect 'longjmp works' 1 does jump
	expect 'its entry is a hit' 1 client hits 0
	expect 'but it does not return' 0 client returns 0
	client del 0 >/dev/null
}

test_pid()
{
	RUN=$PROG
	start
	client path 0 $PROG user_add 0 "ret only $PID" >/dev/null
	expect 'others work' 10 does add 5
	expect 'and do not hit' 0 client hits 0
	say add 2 >/dev/null
	expect 'the one does' '2 2' echo "$(client hits 0) $(client returns 0)"
	say fork 3 >/dev/null
	expect 'its children do not' 2 client hits 0
	say threads 2 >/dev/null
	expect 'its threads do' 2002 client hits 0
	echo exec >&3
	say add 4 >/dev/null
	expect 'it does after exec' 2006 client hits 0
	stop
	client del 0 >/dev/null
	expect 'no such process' -3 client path 0 $PROG user_add 0 only 30000
}

test_places()
{
	local offset odd
	RUN=$PROG
	client path 0 $PROG user_add 0 >/dev/null
	offset=$(sed -n 's/  u  user_add.*//p' $KP_DEBUGFS/list)
	expect 'by offset' 0 client path 1 $PROG - 0x$offset
	expect 'by inode' 0 client inode 2 $PROG 0x$offset ret
	does add 1 >/dev/null
	expect 'all at one place hit' '1 1 1' \
		echo "$(client hits 0) $(client hits 1) $(client hits 2)"
	check 'list has the symbol' listed \
		"^$offset  u  user_add+0x0  $PROG\$"
	check 'the offset' listed "^$offset  u  $PROG\$"
	check 'the inode' listed \
		"^$offset  u  inode $(stat -c %i $PROG) of .* \[RETURN\]\$"
	check 'stats have all' test 3 = \
		"$(grep -c '  u  .* hits 1 missed 0 returns [01]$' $KP_DEBUGFS/stats)"
	client remove 0 >/dev/null
	does add 1 >/dev/null
	expect 'one taken out does not' '1 2 2' \
		echo "$(client hits 0) $(client hits 1) $(client hits 2)"
	check 'and is listed so' listed 'user_add.* \[DISABLED\]$'
	expect 'inserted again' 0 client insert 0
	expect 'twice is fine' 0 client insert 0
	echo 0 >$KP_DEBUGFS/enabled
	does add 1 >/dev/null
	expect 'none when disarmed' '1 2 2' \
		echo "$(client hits 0) $(client hits 1) $(client hits 2)"
	check 'and listed so' test 3 = \
		"$(grep -c '  u  .* \[DISARMED\]$' $KP_DEBUGFS/list)"
	echo 1 >$KP_DEBUGFS/enabled
	check 'not when armed' not listed DISARMED
	does add 1 >/dev/null
	expect 'all when armed' '2 3 3' \
		echo "$(client hits 0) $(client hits 1) $(client hits 2)"
	for i in 0 1 2; do
		client del $i >/dev/null
	done
	client path 0 $PROG user_add 0 disabled >/dev/null
	does add 1 >/dev/null
	expect 'disabled' 0 client hits 0
	client insert 0 >/dev/null
	does add 1 >/dev/null
	expect 'enabled' 1 client hits 0
	client del 0 >/dev/null
	client path 0 $PROG user_add 0 ret >/dev/null
	client clear 0 >/dev/null
	expect 'its struct is cleared: the program goes on' 6 does add 3
	expect 'the pre_handler is called no more, the ret_handler is' '0 3' \
		echo "$(client hits 0) $(client returns 0)"
	client del 0 >/dev/null
	expect 'and it can be removed' '' cat $KP_DEBUGFS/list
	expect 'in a function' 0 client path 0 $PROG user_deep 4
	client del 0 >/dev/null
	odd=$(printf '/tmp/user\033x')
	cp $PROG "$odd"
	expect 'a file of an odd name' 0 client path 0 "$odd" user_add 0
	check 'is listed escaped' listed '  /tmp/user\\ex$'
	client del 0 >/dev/null
	expect 'no symbol in it' -2 client path 0 "$odd" user_none 0
	check 'is refused escaped' grep -q ' /tmp/user\\ex:user_none+0x0: ' \
		$KP_DEBUGFS/refusals
	rm "$odd"
}

test_library()
{
	RUN=$PIE
	expect 'in a library without a symbol table' 0 \
		client path 0 $LIB user_lib_add 0 ret
	expect 'which works' 7 does library $LIB
	expect 'hits' '1 1' echo "$(client hits 0) $(client returns 0)"
	client del 0 >/dev/null
	RUN=/bin/busybox
	expect 'in a stripped program, by offset' 0 client path 0 /bin/busybox \
		- 0x$(entry_of /bin/busybox)
	/bin/busybox true
	check 'hits' at_least 1 client hits 0
	client del 0 >/dev/null
}

# Where a program begins, if it is not loaded elsewhere than it wants to be.
entry_of()
{
	local entry base=0x400000
	[ "$KP_ARCH" != ppc64le ] || base=0x10000000
	entry=$(dd if="$1" bs=1 skip=24 count=4 2>/dev/null | hexdump -e '"%u"')
	printf %x $((entry >= base ? entry - base : entry))
}

at_least()
{
	local wanted=$1
	shift
	[ "$("$@")" -ge "$wanted" ]
}

test_many()
{
	RUN=$PROG
	expect '100 probes' 0 client many 100 $PROG
	expect 'all work' 4950 does many
	expect 'all hit' '100 0' client all
	expect 'all are listed' 100 grep -c '  u  user_many' $KP_DEBUGFS/list
	for i in $(seq 0 99); do
		client del "$i" >/dev/null
	done
	expect 'and work without' 4950 does many
	expect 'none hits' '100 0' client all
}

# step NAME WANTED: at that instruction of user_steps()
step()
{
	expect "post_handler at a $1" 0 \
		client path 0 $PROG "user_step_$1" 0 post fault
	expect "$1: it works" 12 does steps 7
	expect "$1: hits" 1 client hits 0
	expect "$1: calls, how far it went, the result so far" "$2" \
		client posts 0
	expect "$1: no fault" '0 0' client faults 0
	client del 0 >/dev/null
}

test_steps()
{
	RUN=$PROG
	case $KP_ARCH in
	arm64 | ppc64le) set -- 4 8 4 4 8 4 ;;
	x86_64) set -- 3 4 1 1 6 4 ;;
	esac
	step mov "1 $1 7"
	step jmp "1 $2 7"
	step push "1 $3 7"
	step pop "1 $4 7"
	step call "1 $5 7"
	step add "1 $6 12"
	client path 0 $PROG user_step_nop 0 post >/dev/null
	client path 1 $PROG user_step_nop 0 post >/dev/null
	client path 2 $PROG user_step_ret 0 post >/dev/null
	client path 3 $PROG user_step_add 0 post >/dev/null
	expect 'several' 12 does steps 7
	for i in 0 1 2 3; do
		check "post_handler $i" sh -c \
			"echo 'posts $i' >$CLIENT/cmd; grep '^1 ' $CLIENT/result"
	done
	for i in 0 1 2 3; do
		client del $i >/dev/null
	done
	client path 0 $PROG user_add 0 post >/dev/null
	expect 'post_handlers in threads' 32000 does threads 16
	check 'all are called' sh -c \
		"echo posts 0 >$CLIENT/cmd; grep '^16000 ' $CLIENT/result"
	client del 0 >/dev/null
}

test_faults()
{
	local page_fault=14
	case $KP_ARCH in
	# the exception class of a data abort from user space, as an int
	arm64) page_fault=-1879048192 ;;
	# si_code of the signal: SEGV_MAPERR
	ppc64le) page_fault=1 ;;
	esac
	RUN=$PROG
	client path 0 $PROG user_fault_insn 0 post fault >/dev/null
	does fault >/dev/null 2>&1
	expect 'the instruction faults' 1 client hits 0
	expect 'fault_handler: page fault' "1 $page_fault" client faults 0
	check 'no post_handler' sh -c \
		"echo posts 0 >$CLIENT/cmd; grep '^0 ' $CLIENT/result"
	for i in $(seq 2 30); do
		does fault >/dev/null 2>&1
	done
	expect 'and so all, as their programs die' "30 $page_fault" \
		client faults 0
	client del 0 >/dev/null
}

# led_away OPTION OPTION POST SKIP: probes 0 and 1, one with a post_handler, one whose
# pre_handler leads elsewhere; adds to MISSED
led_away()
{
	local missed
	client path 0 $PROG user_add 0 $1 >/dev/null
	client path 1 $PROG user_add 0 $2 >/dev/null
	expect "$1, then $2" 42 does add 3
	expect "$1, then $2: skip" 3 client hits $4
	check "$1, then $2: no post_handler" sh -c \
		"echo posts $3 >$CLIENT/cmd; grep '^0 ' $CLIENT/result"
	missed=$(awk '$2 == "u" {
		for (i = 3; i < NF; i++)
			if ($i == "missed")
				sum += $(i + 1)
		} END { print sum + 0 }' $KP_DEBUGFS/stats)
	expect "$1, then $2: hit or missed" 3 \
		echo $((missed + $(client hits $3)))
	MISSED=$((MISSED + missed))
	client del 0 >/dev/null
	client del 1 >/dev/null
}

test_ip()
{
	MISSED=0
	RUN=$PROG
	client path 0 $PROG user_add 0 skip >/dev/null
	expect 'a pre_handler makes a function return' 42 does add 3
	client del 0 >/dev/null
	client path 0 $PROG user_add 0 wrong >/dev/null
	expect 'one that returns 0 does not lead elsewhere' 6 does add 3
	client del 0 >/dev/null
	led_away post skip 0 1
	led_away skip post 1 0
	expect 'in one order they are missed' 3 echo $MISSED
}

test_mistakes()
{
	local refused
	expect 'no such file' -2 client path 0 /tmp/none user_add 0
	expect 'no such symbol' -2 client path 0 $PROG user_none 0
	expect 'data' -2 client path 0 $PROG stdout 0
	expect 'no file' -22 client path 0 /tmp user_add 0
	expect 'no program' -8 client path 0 /kp/lib.sh user_add 0
	expect 'an offset behind the end' -22 client path 0 $PROG - 100000000
	expect 'a negative offset' -22 client path 0 $PROG - -1
	expect 'a negative offset from a symbol' -22 \
		client path 0 $PROG user_add -1
	expect 'no file by inode' -22 client inode 0 /dev/null 0
	expect 'a file without a size' -22 \
		client inode 0 /proc/version 0
	expect 'a return in the midst of a function' -22 \
		client path 0 $PROG user_add 1 ret
	expect 'not registered: insert' -22 client insert 0
	expect 'not registered: remove' -22 client remove 0
	expect 'not registered: del' 0 client del 0
	refused=$(grep -c 'register_\(uprobe_path\|kprobe_user\) .*(.*)$' \
		$KP_DEBUGFS/refusals)
	check 'all have a reason' test "$refused" -ge 10
	check 'which one can read' grep -q \
		"user_client: register_uprobe_path $PROG:user_none+0x0: -2 (no such symbol in the file)" \
		$KP_DEBUGFS/refusals
	expect 'nothing is listed' '' cat $KP_DEBUGFS/list
	expect 'then a good one' 0 client path 0 $PROG user_add 0
	client del 0 >/dev/null
}

ktap_begin
cp /kp/bin/user_target /kp/bin/user_target_pie /kp/bin/libuser_target.so /tmp
load_kprobes
insmod /kp/kmod/user_client.ko
test_program $PROG
test_program $PIE
test_tasks
test_pid
test_places
test_library
test_many
test_steps
test_faults
test_ip
test_mistakes
expect 'handlers found all as it must be' 0 cat $CLIENT/wrong
expect 'nothing is listed in the end' '' cat $KP_DEBUGFS/list
rmmod user_client
unload_kprobes
rm -f $PROG $PIE $LIB /tmp/user.in /tmp/user.out /tmp/user.answer
plan_end
