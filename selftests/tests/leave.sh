# SPDX-License-Identifier: GPL-2.0
# Clients that leave with probes registered: exit forgets them, or init fails. The
# probes are removed and named, under hits on all CPUs; what others have at the same
# address stays.
# timeout: 200
. /kp/lib.sh
. /kp/side.sh

TARGET=/sys/module/leave_target/parameters
SLEEPERS=/sys/module/return_life_target/parameters
PROG=/tmp/user_target

# What the log says of probes that were left, without the module's name.
left()
{
	dmesg_since | sed -n "s/.*module $1 \(leaves\|ends its init\) with a probe\
 registered, which is removed: //p" |
		sed 's/ at \./ at /'	# ppc64's names of code have a dot
}

# soon COMMAND...: as eventually, and looks more often.
soon()
{
	local i=0
	while [ $i -lt 300 ] && ! "$@"; do
		usleep 100000
		i=$((i + 1))
	done
	"$@"
}

# Since the probes went, each CPU has called what was probed, and got the results.
goes_on()
{
	local now
	read -r now <$TARGET/calls
	soon more_calls "$now" && is 0 cat $TARGET/wrong
}

more_calls()
{
	local now
	read -r now <$TARGET/calls
	[ "$now" -gt $(($1 + 1000)) ]
}

# No probe is listed but those of others.
others=0
unlisted()
{
	is "$others" eval 'wc -l <"$KP_DEBUGFS/list"'
}

# What insmod says when init has failed as it was told to.
init_fails()
{
	insmod /kp/kmod/leave_client.ko fail=1 "$@" 2>&1 | grep -i 'cancel'
}

# One line of the log for each of NUM probes that begins so, or is the line that
# says how many more there are. insmod tries it twice if init fails.
named()
{
	local num=$1 begin="$2" shown inits
	inits=$(dmesg_since | grep -c 'leave_client: init$')
	shown=$((num > 16 ? 16 : num))
	shown=$((shown * (inits > 1 ? inits : 1)))
	left leave_client | grep -c "^$begin.*, struct .*" | grep -qx $shown &&
		is $shown eval 'left leave_client | wc -l' || {
		left leave_client
		return 1
	}
	[ "$num" -le 16 ] ||
		dmesg_since | grep "module leave_client: $((num - 16)) more"
}

# leave NUM NAMED PARAMETERS: NUM probes, named so, are left in both ways.
leave()
{
	local num=$1 name="$2"
	shift 2
	log_mark
	check "$*: init fails" init_fails "$@"
	check "$*: the log names $num" named "$num" "$name"
	check "$*: none is listed" unlisted
	check "$*: what was probed goes on" goes_on
	check "$*: loads again" insmod /kp/kmod/leave_client.ko "$@"
	log_mark
	check "$*: exit forgets" rmmod leave_client
	check "$*: the log names $num" named "$num" "$name"
	check "$*: none is listed" unlisted
	check "$*: what was probed goes on" goes_on
}

# What is the same everywhere is done on one kernel.
more()
{
	[ "$KP_KERNEL $KP_ARCH" != 'standalone x86_64' ] || "$@"
}

is_hit_more()
{
	local now
	read -r now </sys/module/api_client/parameters/hits
	[ "$now" -gt $(($1 + 1000)) ]
}

test_kinds()
{
	local at='at leave_called+0x'
	leave 1 "kprobe $at" kind=kprobe
	leave 1 "kprobe $at" kind=kprobe offset=$KP_INSIDE
	more leave 1 "kprobe $at" kind=post offset=$KP_INSIDE
	leave 100 "kprobe $at" kind=kprobe num=100
	more leave 1 "return probe $at" kind=return
	leave 3 "return probe $at" kind=return num=3
	leave 1 "jprobe $at" kind=jprobe
}

# By something else than the address of its struct in a module.
test_disabled()
{
	local kind
	for kind in kprobe post return jprobe; do
		more leave 1 "" kind=$kind disabled=1 wait=0
		leave 1 "" kind=$kind disabled=1 wait=0 heap=1
	done
}

test_watches()
{
	local word
	has_watches || {
		skip 'watches' 'there are none here'
		return
	}
	word=0x$(grep -m 1 -F ' leave_word	' /proc/kallsyms | cut -d' ' -f1)
	[ "$word" != 0x ] || {
		skip 'watches' 'data have no names here'
		return
	}
	leave 1 "watch 0 at leave_word+0x" kind=watch word="$word"
	leave 1 "watch 0 at leave_word+0x" kind=classic word="$word"
	echo 0 >"$KP_DEBUGFS/enabled"
	leave 1 "watch 0 at leave_word+0x" kind=watch word="$word" heap=1 wait=0
	echo 1 >"$KP_DEBUGFS/enabled"
}

test_user()
{
	local pid
	has_symbol uprobe_register || {
		skip 'probes in user space' 'the kernel has no uprobes'
		return
	}
	cp /kp/bin/user_target $PROG
	touch /tmp/go_on
	while [ -e /tmp/go_on ]; do
		echo 'threads 4' | $PROG >/dev/null
	done &
	pid=$!
	leave 1 "probe in user space at user_add+0x0" \
		kind=user path=$PROG symbol=user_add
	rm /tmp/go_on
	wait $pid
	leave 1 "probe in user space at user_add+0x0" \
		kind=user path=$PROG symbol=user_add disabled=1 heap=1 wait=0
}

# The others' probes at the same address are hit all the time.
test_beside()
{
	local before kind
	insmod /kp/kmod/api_client.ko symbol=leave_called post=0
	others=1
	for kind in kprobe return jprobe; do
		leave 1 "" kind=$kind
		read -r before </sys/module/api_client/parameters/hits
		check "$kind: that of another client is hit" \
			soon is_hit_more "$before"
	done
	rmmod api_client
	others=0
}

# What lies in the init part goes when init has succeeded.
test_early()
{
	case $KP_ARCH in
	ppc*)
		skip 'a probe of the init part' 'it stays on ppc64'
		return
		;;
	esac
	log_mark
	check 'a client whose struct and handler are in its init part' \
		insmod /kp/kmod/leave_client.ko kind=early
	check 'the log names the probe' is 1 eval 'left leave_client |
		grep -c "^kprobe at leave_called+0x[04]/"'
	check 'none is listed' unlisted
	check 'what was probed goes on' goes_on
	log_mark
	check 'the client leaves' rmmod leave_client
	check 'and the log says nothing of that' is '' left leave_client
}

# The handler's module goes, and the client stays; then nothing is there any more.
test_handler()
{
	local handler
	handler=0x$(grep -m 1 -F ' leave_pre	' /proc/kallsyms | cut -d' ' -f1)
	insmod /kp/kmod/leave_client.ko handler="$handler" wait=0 polite=1 \
		symbol=kernel_clone
	check 'the handler of another module is called' eventually not \
		is 0 cat $TARGET/handled
	log_mark
	check 'that module leaves' rmmod leave_target
	check 'the log names the probe' is 1 eval 'left leave_target |
		grep -c "^kprobe at kernel_clone+0x"'
	check 'none is listed' unlisted
	log_mark
	check 'the client unregisters it, and leaves' rmmod leave_client
	check 'the log says nothing of that' not eval \
		'dmesg_since | grep kprobes:'
	insmod /kp/kmod/leave_target.ko
	# nothing of the client's but that it has registered
	handler=0x$(grep -m 1 -F ' leave_pre	' /proc/kallsyms | cut -d' ' -f1)
	leave 1 "kprobe at leave_called+0x" handler="$handler" wait=0 heap=1 \
		disabled=1
}

# Tasks are in the function when its return probe goes.
test_in_flight()
{
	local pid
	insmod /kp/kmod/return_life_target.ko
	insmod /kp/kmod/leave_client.ko kind=return symbol=return_life_sleep \
		wait=0
	echo 20 >$SLEEPERS/start
	check '20 are in the function' eventually is 20 cat $SLEEPERS/asleep
	check 'their client leaves' rmmod leave_client
	echo 20 >$SLEEPERS/let_go
	check 'all return' eventually is 0 cat $SLEEPERS/asleep
	log_mark
	insmod /kp/kmod/leave_client.ko fail=1 kind=return \
		symbol=return_life_sleep &
	pid=$!
	check 'a client has a return probe there' eventually listed \
		return_life_sleep
	echo 20 >$SLEEPERS/start
	check 'its init fails' eventually eval 'left leave_client |
		grep "^return probe at return_life_sleep+0x"'
	# insmod's second try waits for calls that do not come, and fails for that; CPUs that
	# nothing keeps busy wait in no time
	rmmod leave_target
	wait $pid
	check 'and insmod' [ $? != 0 ]
	echo 20 >$SLEEPERS/let_go
	check 'all return' eventually is 0 cat $SLEEPERS/asleep
	check 'with the right results' is 0 cat $SLEEPERS/wrong
	rmmod return_life_target
}

ktap_begin
load_kprobes
insmod /kp/kmod/leave_target.ko
test_kinds
test_disabled
test_watches
test_user
test_beside
test_handler
test_early
test_in_flight
unload_kprobes
plan_end
