# SPDX-License-Identifier: GPL-2.0
# Watches while CPUs, modules and other users of debug registers come and go.
# arch: x86_64 arm64
# vm: own
. /kp/lib.sh
. /kp/side.sh

CLIENT=/sys/module/watch_client/parameters
CPU1=/sys/devices/system/cpu/cpu1/online

# The standard error of the shell itself is in the way.
set_client()
{
	(echo "$2" >"$CLIENT/$1") 2>/dev/null
}

client()
{
	cat "$CLIENT/$1"
}

# hits_of CPU WORD: how many hits a write there gives
hits_of()
{
	local before
	before=$(client hits)
	echo "$1 $2" >$CLIENT/write
	echo $(($(client hits) - before))
}

test_hotplug()
{
	check 'two words are watched' set_client watch 2
	expect 'CPU 1 hits' 1 hits_of 1 0
	echo 0 >$CPU1
	expect 'CPU 1 offline: CPU 0 hits' 1 hits_of 0 1
	check 'CPU 1 offline: a third word' set_client watch 3
	expect 'and CPU 0 hits' 1 hits_of 0 2
	echo 1 >$CPU1
	for word in 0 1 2; do
		expect "CPU 1 is back: it hits word $word" 1 hits_of 1 $word
		expect 'and says that it did' 1 client cpu
	done
	echo 0 >$CPU1
	check 'CPU 1 offline: unregistered' set_client watch 0
	echo 1 >$CPU1
	expect 'CPU 1 is back: no hit' 0 hits_of 1 0
	check 'all four can be had' set_client watch 4
	expect 'CPU 1 hits the last' 1 hits_of 1 3
	check 'and no more' not set_client watch 5
	set_client watch 0
}

test_enabled()
{
	set_client watch 1
	echo 0 >$KP_DEBUGFS/enabled
	expect 'disarmed: no hit' 0 hits_of 0 0
	check 'disarmed: it is listed so' listed 'words.* write 4 \[DISARMED\]$'
	check 'disarmed: its debug register is free' take perf 4
	check 'disarmed: another is registered' set_client watch 2
	echo 0 >$CPU1
	echo 1 >$CPU1
	echo 1 >$KP_DEBUGFS/enabled
	expect 'armed again: a hit' 1 hits_of 0 0
	expect 'of the other too' 1 hits_of 1 1
	check 'it is listed' listed "^[0-9a-f]*  w  words.* write 4\$"
	set_client watch 0
}

test_files()
{
	set_client watch 1
	hits_of 0 0 >/dev/null
	hits_of 1 0 >/dev/null
	check 'list has it' listed '  w  words.*watch_client. write 4$'
	check 'stats count its hits' grep -q \
		'  w  words.* write 4 number 0 hits 2$' $KP_DEBUGFS/stats
	set_client watch 0
	expect 'list is empty' '' cat $KP_DEBUGFS/list
}

# --- others that use debug registers

# take perf|ptrace NUM: they can be had
take()
{
	[ "$(/kp/bin/watch_holder "$1" "$2" </dev/null)" = "took $2" ]
}

# hold perf|ptrace NUM: in the background; HOLDER, until let_go
hold()
{
	rm -f /tmp/input /tmp/took
	mkfifo /tmp/input
	/kp/bin/watch_holder "$1" "$2" </tmp/input >/tmp/took &
	HOLDER=$!
	exec 3>/tmp/input
	check "$1 takes $2" eventually grep -qx "took $2" /tmp/took
}

let_go()
{
	exec 3>&-
	wait "$HOLDER"
}

# The child of HOLDER is what is traced.
traced()
{
	pidof watch_holder | tr ' ' '\n' | grep -vx "$HOLDER"
}

refused()
{
	tail -n 1 $KP_DEBUGFS/refusals | grep -e "$1"
}

test_perf()
{
	hold perf 3
	check 'one is left' set_client watch 1
	check 'not two' not set_client watch 2
	check 'refusals say who has them' refused \
		"register_kwatch_probe words.*: -28 (no debug register is free: watch 0, perf of watch_holder $HOLDER)\$"
	expect 'the first works' 1 hits_of 1 0
	let_go
	check 'when perf has gone there are four' set_client watch 4
	check 'none for perf then' not take perf 1
	set_client watch 3
	check 'one for perf' take perf 1
	set_client watch 0
}

test_ptrace()
{
	hold ptrace 4
	check 'none is left' not set_client watch 1
	check 'refusals say who has them' refused \
		"-28 (no debug register is free: ptrace of watch_holder $(traced))\$"
	let_go
	check 'when ptrace has gone there are four' set_client watch 4
	check 'none for ptrace then' not take ptrace 1
	expect 'and ours work' 1 hits_of 1 3
	set_client watch 0
}

# --- modules

test_gone()
{
	insmod /kp/kmod/watch_target.ko
	insmod /kp/kmod/watch_client.ko symbol=watch_target_word watch=1
	echo >/sys/module/watch_target/parameters/poke
	expect "a module's variable is watched" 1 client hits
	rmmod watch_target
	check 'when it has gone, so is the watch' \
		listed '  w  (unloaded) write 4 \[GONE\]$'
	check 'its debug register is free' take perf 4
	insmod /kp/kmod/watch_target.ko
	echo >/sys/module/watch_target/parameters/poke
	expect 'it does not come back with the module' 1 client hits
	set_client watch 0
	check 'registered again it does' set_client watch 1
	echo >/sys/module/watch_target/parameters/poke
	expect 'and hits' 2 client hits
	rmmod watch_client
	rmmod watch_target
}

ktap_begin
has_watches || {
	skip 'watches' 'this kernel was built without KALLSYMS_ALL'
	plan_end
	exit
}
load_kprobes
insmod /kp/kmod/watch_client.ko
test_hotplug
test_files
test_enabled
test_perf
test_ptrace
rmmod watch_client
test_gone
unload_kprobes
plan_end
