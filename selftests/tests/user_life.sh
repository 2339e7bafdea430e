# SPDX-License-Identifier: GPL-2.0
# Probes in user space while programs are killed in them, files are deleted and
# their file systems unmounted; and what is left behind.
# kernels: debug stock
# arch: x86_64 arm64 ppc64le
# timeout: 180
. /kp/lib.sh
. /kp/side.sh

CLIENT=/sys/module/user_client/parameters
PROG=/tmp/user_target

client()
{
	echo "$*" >$CLIENT/cmd
	cat $CLIENT/result
}

# does PROGRAM LINE...: what it answers
does()
{
	local program=$1
	shift
	echo "$*" | $program
}


test_killed()
{
	local pid i
	client path 0 $PROG user_sleep 0 ret >/dev/null
	for i in 1 2 3 4; do
		does $PROG sleep >/dev/null &
	done
	check 'four sleep in a probed function' eventually \
		is 4 client hits 0
	check 'killed there' killall -9 user_target
	wait
	check 'none is left' eventually not pidof user_target
	expect 'none has returned' 0 client returns 0
	does $PROG sleep >/dev/null &
	check 'another' eventually is 5 client hits 0
	client del 0 >/dev/null
	check 'killed when the probe is gone' killall -9 user_target
	wait
	client path 0 $PROG user_fault 0 ret >/dev/null
	does $PROG fault >/dev/null 2>&1
	expect 'one that dies by a fault' '1 0' \
		echo "$(client hits 0) $(client returns 0)"
	client del 0 >/dev/null
	client path 0 $PROG user_fault_insn 0 >/dev/null
	does $PROG fault >/dev/null 2>&1
	expect 'at the probed instruction' 1 client hits 0
	client del 0 >/dev/null
	# killed while handlers are being called
	client path 0 $PROG user_add 0 ret >/dev/null
	for i in 1 2 3 4 5 6 7 8 9 10; do
		does $PROG threads 8 >/dev/null &
		pid=$!
		killall -9 user_target 2>/dev/null
		wait $pid
	done
	client del 0 >/dev/null
	expect 'it still works' 6 does $PROG add 3
}

# Asleep in a system call, whose instruction is being stepped.
test_stepping()
{
	local i
	client path 0 $PROG user_pause_insn 0 post fault >/dev/null
	for i in 1 2 3 4; do
		does $PROG pause >/dev/null &
	done
	check 'four sleep in a probed instruction' eventually \
		is 4 client hits 0
	killall -9 user_target
	wait
	expect 'killed: no fault' '0 0' client faults 0
	check 'killed: not completed' sh -c \
		"echo posts 0 >$CLIENT/cmd; grep '^0 ' $CLIENT/result"
	for i in 1 2 3 4; do
		does $PROG pause >/dev/null &
	done
	check 'four more' eventually is 8 client hits 0
	client del 0 >/dev/null
	rmmod user_client
	check 'the probe and its client are gone' eventually \
		is '' cat $KP_DEBUGFS/list
	check 'kprobes.ko stays as long' not rmmod kprobes
	killall -9 user_target
	wait
	check 'and not longer' eventually rmmod kprobes
	insmod /kp/kprobes.ko
	insmod /kp/kmod/user_client.ko
}

# By a system call whose instruction is being stepped, and never done.
test_no_return()
{
	client path 0 $PROG user_syscall_insn 0 post fault >/dev/null
	expect 'a program exits in a probed instruction' '' does $PROG leave
	expect 'another begins anew in it' 6 \
		does $PROG "$(printf 'renew\nadd 3')"
	expect 'both hit' 2 client hits 0
	expect 'no fault' '0 0' client faults 0
	check 'not completed' sh -c \
		"echo posts 0 >$CLIENT/cmd; grep '^0 ' $CLIENT/result"
	rmmod user_client
	check 'kprobes.ko is not kept' rmmod kprobes
	insmod /kp/kprobes.ko
	insmod /kp/kmod/user_client.ko
}

# How many references kprobes.ko has
references()
{
	awk '$1 == "kprobes" { print $3 }' /proc/modules
}

# By a program that has breakpoints of its own where instructions are stepped.
test_copies_taken()
{
	local before
	cp /kp/bin/copies_taken /tmp
	before=$(references)
	expect 'a program to map over the copies' 0 \
		client path 0 /tmp/copies_taken taken 0 post fault
	# the kernel's uprobes do not expect this
	expect_begin 'WARNING: .*(uprobe_notify_resume|handle_singlestep)'
	expect 'breakpoints in place of copies' '1 20' /tmp/copies_taken 20 0
	expect_end
	expect 'all hit' 21 client hits 0
	check 'one step was done' sh -c \
		"echo posts 0 >$CLIENT/cmd; grep '^1 ' $CLIENT/result"
	expect 'none faulted' '0 0' client faults 0
	check 'kprobes.ko is not kept' eventually is "$before" references
	expect 'breakpoints, then copies' '4 20' /tmp/copies_taken 20 3
	check 'four more steps were done, each once' sh -c \
		"echo posts 0 >$CLIENT/cmd; grep '^5 ' $CLIENT/result"
	expect 'and no fault' '0 0' client faults 0
	check 'kprobes.ko is not kept longer' eventually is "$before" references
	client del 0 >/dev/null
	rm /tmp/copies_taken
}

# text_of PID OFFSET: four bytes of its program, from that offset in the file
text_of()
{
	local range perms offset rest start
	while read -r range perms offset rest; do
		case $perms,$rest in
		r-xp,*user_target) ;;
		*) continue ;;
		esac
		start=$((0x${range%-*} + $2 - 0x$offset))
		dd if=/proc/$1/mem bs=1 skip=$start count=4 2>/dev/null |
			hexdump -e '4/1 "%02x"'
		return
	done </proc/$1/maps
}

# The task that unregisters has a SIGKILL pending.
test_killer()
{
	local pid offset before
	rm -f /tmp/user.in /tmp/user.out
	mkfifo /tmp/user.in
	$PROG </tmp/user.in >/tmp/user.out &
	pid=$!
	exec 3>/tmp/user.in
	echo add 1 >&3
	check 'a program runs' eventually grep -q . /tmp/user.out
	client path 0 $PROG user_add 0 disabled >/dev/null
	offset=0x$(sed -n 's/  u  user_add.*//p' $KP_DEBUGFS/list)
	before=$(text_of $pid $offset)
	check 'its text is read' test ${#before} = 8
	client insert 0 >/dev/null
	check 'a breakpoint is in it' not is "$before" text_of $pid $offset
	(echo killed 0 >$CLIENT/cmd) 2>/dev/null
	expect 'a task that dies unregisters' '' cat $KP_DEBUGFS/list
	expect 'no breakpoint is in it' "$before" text_of $pid $offset
	echo add 3 >&3
	exec 3>&-
	wait $pid
	expect 'the program goes on' '2 6' echo $(cat /tmp/user.out)
	expect 'and has not hit' 0 client hits 0
}

test_deleted()
{
	cp $PROG /tmp/user_deleted
	client path 0 /tmp/user_deleted user_add 0 >/dev/null
	rm -f /tmp/user.in
	mkfifo /tmp/user.in
	/tmp/user_deleted </tmp/user.in >/tmp/user.out &
	exec 3>/tmp/user.in
	# the shell opens its files before it runs the program
	echo add 1 >&3
	check 'a program hits' eventually is 1 client hits 0
	rm /tmp/user_deleted
	echo add 3 >&3
	check 'deleted, it still does' eventually is 4 client hits 0
	exec 3>&-
	wait
	check 'and is listed still' listed '  u  user_add.*/tmp/user_deleted'
	client del 0 >/dev/null
	expect 'until it is removed' '' cat $KP_DEBUGFS/list
	cp $PROG /tmp/user_deleted
	expect 'another file of that name' 0 \
		client path 0 /tmp/user_deleted user_add 0
	does /tmp/user_deleted add 1 >/dev/null
	expect 'hits' 1 client hits 0
	rm /tmp/user_deleted
	client del 0 >/dev/null
}

# memory_below KB: what all file systems in memory have
memory_below()
{
	[ "$(awk '/^Shmem:/ { print $2 }' /proc/meminfo)" -lt "$1" ]
}

test_unmounted()
{
	local before
	before=$(awk '/^Shmem:/ { print $2 }' /proc/meminfo)
	mkdir -p /tmp/mnt
	mount -t tmpfs none /tmp/mnt
	dd if=/dev/zero of=/tmp/mnt/big bs=1M count=16 2>/dev/null
	cp $PROG /tmp/mnt/prog
	expect 'on another file system' 0 client path 0 /tmp/mnt/prog user_add 0
	does /tmp/mnt/prog add 2 >/dev/null
	expect 'hits' 2 client hits 0
	check 'it can be unmounted' umount /tmp/mnt
	check 'the probe is listed still' listed '/tmp/mnt/prog$'
	check 'the file system is there still' \
		not memory_below $((before + 8192))
	client del 0 >/dev/null
	check 'and goes with the probe' \
		eventually memory_below $((before + 8192))
	rmdir /tmp/mnt
}

test_unload()
{
	check 'kprobes.ko stays while its client does' not rmmod kprobes
	client path 0 $PROG user_add 0 ret >/dev/null
	client path 1 $PROG user_deep 0 >/dev/null
	rm -f /tmp/user.in
	mkfifo /tmp/user.in
	$PROG </tmp/user.in >/tmp/user.out &
	exec 3>/tmp/user.in
	echo add 2 >&3
	check 'a program runs' eventually is 2 client hits 0
	check 'its client goes, with its probes' rmmod user_client
	expect 'nothing is listed' '' cat $KP_DEBUGFS/list
	unload_kprobes
	echo add 3 >&3
	exec 3>&-
	wait
	expect 'the program goes on' '4 6' echo $(cat /tmp/user.out)
}

ktap_begin
cp /kp/bin/user_target /tmp
load_kprobes
run_kmod user_works program=$PROG
insmod /kp/kmod/user_client.ko
test_killed
# elsewhere the kernel's uprobes refuse system calls
if [ "$KP_ARCH" = x86_64 ]; then
	test_stepping
	test_no_return
	test_copies_taken
fi
test_killer
test_deleted
test_unmounted
expect 'handlers found all as it must be' 0 cat $CLIENT/wrong
test_unload
rm -f $PROG /tmp/user.in /tmp/user.out
plan_end
