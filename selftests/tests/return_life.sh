# SPDX-License-Identifier: GPL-2.0
# Instances of return probes: of calls that take long, that never return, whose
# probe is gone, and of CPUs that go. No cache of ours is one with others: what is left in it
# is told.
# timeout: 300
# append: slab_nomerge
. /kp/lib.sh
. /kp/side.sh

TARGET=/sys/module/return_life_target/parameters
CLIENT=/sys/module/return_life/parameters
CPU1=/sys/devices/system/cpu/cpu1/online

# finally COMMAND...: succeeds sooner or later; how soon is no matter here.
finally()
{
	local i=0
	while [ $i -lt 200 ]; do
		if "$@" >/dev/null 2>&1; then
			return 0
		fi
		sleep 1
		i=$((i + 1))
	done
	"$@"
}

# instances 'in use': how many are; also free, grown
instances()
{
	sed -n "/^return instances:/s/.* \([0-9]*\) $1.*/\1/p" "$KP_DEBUGFS/stats"
}

at_least()
{
	local wanted=$1 got
	shift
	got=$("$@") || return
	[ "$got" -ge "$wanted" ] || {
		echo "$*: $got is less than $wanted"
		return 1
	}
}

target()
{
	cat "$TARGET/$1"
}

client()
{
	cat "$CLIENT/$1"
}

# Threads are asleep, so many in all.
put_to_sleep()
{
	echo "$1" >$TARGET/start
	check "$2: $3 are asleep" finally is "$3" target asleep
}

let_go()
{
	echo "$1" >$TARGET/let_go
}

# Users are asleep in a function, so many in all; PIDS of those that are new.
put_users_to_sleep()
{
	local i=0
	PIDS=
	while [ $i -lt "$1" ]; do
		echo x >/sys/kernel/debug/return_life 2>/dev/null &
		PIDS="$PIDS $!"
		i=$((i + 1))
	done
	check "$2: $3 users are asleep" finally is "$3" target users
}

# What the client has counted, and that nothing was wrong. Nobody counts entries of
# probes without an entry handler.
BARE=
counted()
{
	local entries=$2
	[ -z "$BARE" ] || entries=0
	expect "$1: entries" "$entries" client entered
	expect "$1: returns" "$3" client returned
	all_is_well "$1"
}

all_is_well()
{
	expect "$1: no handler is called after unregistering" 0 client late
	expect "$1: handlers find all as it must be" 0 client wrong
	expect "$1: callers get the right results" 0 target wrong
}

load_client()
{
	check "$1: the client loads" insmod /kp/kmod/return_life.ko "$2" $3 $BARE
}

unload_client()
{
	check "$1: the client unloads" rmmod return_life
}

all_back()
{
	check "$1: all instances come back" finally is 0 instances 'in use'
}

# --- calls that take long

test_many()
{
	local what='1000 asleep'
	load_client "$what" functions=return_life_sleep maxactive=0
	put_to_sleep 1000 "$what" 1000
	expect "$what: as many instances are in use" 1000 instances 'in use'
	check "$what: the pool has grown" at_least 1 instances grown
	expect "$what: none was missed" 0 client missed
	let_go 1000
	expect "$what: none was missed in the end" 0 client missed
	counted "$what" 1000 1000
	expect "$what: all are back at once" 0 instances 'in use'
	unload_client "$what"
}

test_maxactive()
{
	local what='maxactive 5'
	load_client "$what" functions=return_life_sleep maxactive=5
	put_to_sleep 20 "$what" 20
	expect "$what: 15 of 20 are missed" 15 client missed
	expect "$what: 5 instances are in use" 5 instances 'in use'
	let_go 20
	counted "$what" 5 5
	put_to_sleep 3 "$what, again" 3
	expect "$what, again: no more are missed" 15 client missed
	let_go 3
	counted "$what, again" 8 8
	expect "$what: all are back at once" 0 instances 'in use'
	unload_client "$what"
}

# --- probes that are gone when calls return

test_unregister()
{
	local what='unregistered'
	load_client "$what" functions=return_life_sleep,return_life_outer "$1"
	put_to_sleep 20 "$what" 20
	expect "$what: two instances each" 40 instances 'in use'
	echo 0 >$CLIENT/on
	expect "$what: all are asleep still" 20 target asleep
	expect "$what: instances are in use still" 40 instances 'in use'
	echo 1 >$CLIENT/on
	put_to_sleep 5 "$what, on again" 25
	expect "$what, on again: none was missed" 0 client missed
	let_go 20
	expect "$what: 5 go on sleeping" 5 target asleep
	counted "$what" 50 0
	let_go 5
	counted "$what, on again" 50 10
	put_to_sleep 20 "$what, a third time" 20
	unload_client "$what"
	expect "$what: all are asleep though the client is gone" 20 target asleep
	load_client "$what, client again" functions=return_life_sleep "$1"
	put_to_sleep 5 "$what, client again" 25
	let_go 25
	counted "$what, client again" 5 5
	unload_client "$what, client again"
	all_back "$what"
}

test_hold()
{
	local what='rmmod kprobes'
	check "$what: while nobody is in a probed function" rmmod kprobes
	check "$what: loads again" insmod /kp/kprobes.ko
	load_client "$what" functions=return_life_sleep,return_life_outer
	put_to_sleep 4 "$what" 4
	unload_client "$what"
	check "$what: is refused" not rmmod kprobes
	expect "$what: instances are in use" 8 instances 'in use'
	check "$what: stats name a task" \
		grep -q "^return held by: life/3 $(pidof life/3)\$" \
		"$KP_DEBUGFS/stats"
	expect "$what: stats name all" 8 \
		grep -c '^return held by: life/[0-3] ' "$KP_DEBUGFS/stats"
	let_go 3
	expect "$what: one is left" 2 instances 'in use'
	check "$what: is refused as long" not rmmod kprobes
	let_go 1
	check "$what: succeeds in the end" finally rmmod kprobes
	expect "$what: callers get the right results" 0 target wrong
	check "$what: loads again in the end" insmod /kp/kprobes.ko
}

is_loaded()
{
	grep -q '^kprobes ' /proc/modules
}

logged()
{
	dmesg | grep -q "$1"
}

# A client that is not known has left one: kprobes.ko waits for who is in that function.
test_left()
{
	local what='of nobody'
	check "$what: the client loads" insmod /kp/kmod/left_probe.ko \
		returns=return_life_sleep
	check "$what: the client goes" rmmod left_probe
	if ! grep -q '  r  return_life_sleep+' "$KP_DEBUGFS/list"; then
		skip "$what" 'it is known: the compiler has made no jump'
		return
	fi
	put_to_sleep 2 "$what" 2
	# the last that has a client goes
	load_client "$what, and another" functions=return_life_outer
	unload_client "$what, and another"
	rmmod kprobes &
	sleep 3
	check "$what: kprobes.ko waits" is_loaded
	check "$what: and says for whom" finally logged \
		'waiting until life/[0-9]* [0-9]* returns from return_life_sleep'
	let_go 2
	check "$what: kprobes.ko goes" finally not is_loaded
	wait $!
	expect "$what: callers get the right results" 0 target wrong
	check "$what: kprobes.ko loads" insmod /kp/kprobes.ko
}

# One that comes when calls of the last client's keep kprobes.ko already: these may be joined
# by others without end, and nobody would ever find a time for rmmod.
test_left_later()
{
	local what='of nobody, later'
	load_client "$what" functions=return_life_sleep
	put_to_sleep 2 "$what" 2
	unload_client "$what"
	expect "$what: kprobes.ko is kept" 1 cat /sys/module/kprobes/refcnt
	check "$what: it loads" insmod /kp/kmod/left_probe.ko returns=return_life_sleep
	check "$what: and goes" rmmod left_probe
	if grep -q '  r  return_life_sleep+' "$KP_DEBUGFS/list"; then
		check "$what: kprobes.ko is not kept" \
			finally is 0 cat /sys/module/kprobes/refcnt
	else
		skip "$what: kprobes.ko is not kept" \
			'it is known: the compiler has made no jump'
	fi
	let_go 2
	check "$what: kprobes.ko goes" finally rmmod kprobes
	expect "$what: callers get the right results" 0 target wrong
	check "$what: kprobes.ko loads" insmod /kp/kprobes.ko
}

# One whose client is known, which does not hold kprobes.ko.
test_left_held()
{
	local what='of nobody who holds kprobes.ko' handler
	handler=$(grep -m 1 'return_life_sleep[[:space:]]' /proc/kallsyms)
	check "$what: the client loads" insmod /kp/kmod/left_probe.ko \
		symbol=return_life_sleep \
		handler="0x${handler%% *}"
	check "$what: the client goes" rmmod left_probe
	if ! grep -q '  k  return_life_sleep+' "$KP_DEBUGFS/list"; then
		skip "$what" 'it is known: the compiler has made no jump'
		return
	fi
	check "$what: kprobes.ko goes" rmmod kprobes
	check "$what: kprobes.ko loads" insmod /kp/kprobes.ko
}

# --- calls that never return

test_kill()
{
	local what='killed' pid
	load_client "$what" functions=return_life_user
	put_users_to_sleep 20 "$what" 20
	expect "$what: instances are in use" 20 instances 'in use'
	for pid in $PIDS; do
		[ $((pid % 2)) = 1 ] || kill -9 "$pid"
	done
	check "$what: half of them return" finally is 10 target users
	check "$what: and give back" finally is 10 instances 'in use'
	kill -9 $PIDS 2>/dev/null
	wait
	expect "$what: the others too" 0 target users
	counted "$what" 20 20
	all_back "$what"
	put_users_to_sleep 5 "$what, not" 5
	unload_client "$what, not"
	kill -9 $PIDS
	wait
	expect "$what, not: get the right results" 0 target wrong
	all_back "$what, not"
}

# run_and_exit NUM: so many processes
run_and_exit()
{
	local i=0
	while [ $i -lt "$1" ]; do
		(exit 0)
		i=$((i + 1))
	done
}

test_die()
{
	local what='threads that end'
	load_client "$what" functions=return_life_die,return_life_die_outer "$1"
	echo 30 >$TARGET/die
	all_back "$what"
	expect "$what: none was missed" 0 client missed
	counted "$what" 60 0
	echo 30 >$TARGET/die
	all_back "$what, again"
	expect "$what, again: none was missed" 0 client missed
	counted "$what, again" 120 0
	echo 30 >$TARGET/die
	unload_client "$what"
	all_back "$what, client gone"
}

# Of what may be probed of a process's end, all at once.
test_exit()
{
	local what='processes that end' calls
	load_client "$what" functions=do_exit,do_group_exit,kthread_exit,kthread_complete_and_exit,do_task_dead,return_life_die,return_life_user,exit_mm,exit_files,exit_notify
	client probed | sed 's/^/# /'
	check "$what: do_exit is probed" grep -qx do_exit $CLIENT/probed
	run_and_exit 100
	echo 20 >$TARGET/die
	put_users_to_sleep 10 "$what" 10
	kill -9 $PIDS
	wait
	check "$what: were seen" at_least 100 client entered
	check "$what: some calls do return" at_least 10 client returned
	# what looks at the count exits too
	echo 0 >$KP_DEBUGFS/enabled
	all_back "$what"
	echo 1 >$KP_DEBUGFS/enabled
	all_is_well "$what"
	expect "$what: none was missed" 0 client missed
	run_and_exit 20
	unload_client "$what"
	all_back "$what, client gone"
}

# --- traces

test_trace()
{
	local what='stack of a sleeper' i pid lines
	run_kmod return_life trace=1 functions=return_life_call,return_life_call_outer
	load_client "$what" functions=return_life_sleep,return_life_outer,return_life_user
	put_to_sleep 1 "$what" 1
	put_users_to_sleep 1 "$what" 1
	for pid in $(pidof life/0) $PIDS; do
		[ -r "/proc/$pid/stack" ] || {
			skip "$what" "/proc/$pid/stack cannot be read"
			continue
		}
		lines=$(wc -l <"/proc/$pid/stack")
		sed 's/^/# /' "/proc/$pid/stack"
		check "$what: has lines" [ "$lines" -gt 0 ]
		check "$what: has an end" [ "$lines" -lt 60 ]
	done
	let_go 1
	kill -9 $PIDS
	wait
	counted "$what" 3 3
	unload_client "$what"
	all_back "$what"
}

# The kernel is to find a stack with a stub in it not reliable, as live patching asks.
test_reliable()
{
	local what='stack for live patching'
	put_to_sleep 1 "$what" 1
	load_client "$what" functions=return_life_sleep
	put_to_sleep 1 "$what" 2
	echo "$(pidof life/0)" >$CLIENT/reliable
	if ! client reliable >/dev/null 2>&1; then
		skip "$what" 'the kernel has no function for it, or it is not called by its address'
		let_go 2
	else
		expect "$what: is reliable without a stub" 0 client reliable
		echo "$(pidof life/1)" >$CLIENT/reliable
		expect "$what: is not with one" -22 client reliable
		let_go 2
		put_to_sleep 1 "$what" 1
		echo 0 >$CLIENT/on
		echo "$(pidof life/0)" >$CLIENT/reliable
		expect "$what: nor when the probe has gone" -22 client reliable
		let_go 1
	fi
	unload_client "$what"
	all_back "$what"
}

# --- CPUs that idle, and that go

IDLE=do_idle,cpu_startup_entry,cpuidle_idle_call,default_idle_call,tick_nohz_idle_enter,tick_nohz_idle_exit,tick_nohz_idle_stop_tick,tick_nohz_idle_retain_tick,tick_nohz_idle_restart_tick,tick_nohz_idle_got_tick,tick_nohz_get_sleep_length,arch_cpu_idle_enter,arch_cpu_idle,arch_cpu_idle_dead,native_play_dead,hlt_play_dead,cpuhp_report_idle_dead,nohz_run_idle_balance,flush_smp_call_function_queue,tick_check_broadcast_expired,cpuidle_get_cpu_driver,cpuidle_not_available,cpuidle_select,menu_select,menu_reflect,schedule_idle,quiet_vmstat
LOAD=vfs_read,vfs_write,schedule_timeout,kernel_clone,try_to_wake_up,do_exit,smpboot_thread_fn,kthread_parkme,hrtimer_interrupt,finish_task_switch

load_begin()
{
	while :; do
		(: </proc/self/status) | cat >/dev/null
	done &
	LOAD_PID=$!
}

load_end()
{
	kill $LOAD_PID
	wait $LOAD_PID 2>/dev/null
}

# What idles, idles on: so do instances that it is in, but for a while.
test_idle()
{
	local what='idle' round
	load_client "$what" functions=$IDLE
	client probed | sed 's/^/# /'
	check "$what: functions are probed" at_least 3 grep -c . $CLIENT/probed
	for round in 1 2 3 4 5 6 7 8; do
		# both CPUs idle meanwhile
		sleep 1
		echo 0 >$CLIENT/on
		[ $((round % 2)) = 1 ] || sleep 1
		echo 1 >$CLIENT/on
	done
	check "$what: they were called" at_least 10 client entered
	check "$what: and returned" at_least 10 client returned
	expect "$what: none was missed" 0 client missed
	unload_client "$what"
	all_is_well_now "$what"
	all_back "$what"
}

# As all_is_well(), the client gone.
all_is_well_now()
{
	expect "$1: callers get the right results" 0 target wrong
}

# cycle_cpu WHAT: CPU 1 goes and comes, several times.
cycle_cpu()
{
	local round
	for round in 1 2 3 4; do
		echo 0 >$CPU1 || return
		is 0 cat $CPU1 || return
		echo 1 >$CPU1 || return
		is 1 cat $CPU1 || return
	done
}

test_hotplug()
{
	local what="CPU goes and comes, probes on $1"
	load_client "$what" functions=$2
	load_begin
	check "$what: several times" cycle_cpu
	load_end
	check "$what: probes were hit" at_least 10 client returned
	# an idle task's whose CPU is not on any more, or not yet, are; see
	# kp_return_goes_off(): RCU may be waiting for it, and is woken
	missed=$(client missed)
	[ "$2" != "$LOAD" ] ||
		check "$what: but for a few, none was missed" [ "$missed" -le 16 ]
	sleep 1
	expect "$what: none was missed" "$missed" client missed
	all_is_well "$what"
	check "$what: goes" eval "echo 0 >$CPU1"
	echo 0 >$CLIENT/on
	# whatever its idle task is in, it does not come back from; its threads do
	[ "$2" = "$LOAD" ] || all_back "$what: gone for good"
	check "$what: comes" eval "echo 1 >$CPU1"
	unload_client "$what"
	all_back "$what"
}

# Probes come and go, and the module itself, while a CPU is off.
test_hotplug_off()
{
	local what='CPU is off'
	load_client "$what" functions=$IDLE
	sleep 1
	check "$what: goes" eval "echo 0 >$CPU1"
	unload_client "$what"
	check "$what: kprobes.ko unloads" finally rmmod kprobes
	check "$what: kprobes.ko loads" insmod /kp/kprobes.ko
	load_client "$what, again" functions=$IDLE
	check "$what: comes" eval "echo 1 >$CPU1"
	sleep 1
	check "$what: its idle task is in something" \
		finally at_least 1 instances 'in use'
	unload_client "$what, again"
	check "$what: goes again" eval "echo 0 >$CPU1"
	check "$what: kprobes.ko unloads again" finally rmmod kprobes
	check "$what: comes again" eval "echo 1 >$CPU1"
	check "$what: kprobes.ko loads again" insmod /kp/kprobes.ko
}

run_tests()
{
	test_many
	test_unregister maxactive=0
	test_unregister maxactive=30
	test_hold
	test_left
	test_left_later
	test_left_held
	test_die maxactive=0
	test_die maxactive=100
	test_kill
	test_exit
	BARE=bare=1
	test_many
	test_unregister maxactive=0
	test_die maxactive=0
	test_kill
	BARE=
	test_maxactive
	test_trace
	test_reliable
	test_idle
	if [ -w $CPU1 ]; then
		test_hotplug 'what idle is in' $IDLE
		test_hotplug 'what is under load' $LOAD
		BARE=bare=1
		test_hotplug 'what is under load, bare' $LOAD
		BARE=
		test_hotplug_off
	else
		skip 'a CPU goes and comes' "there is no $CPU1"
	fi
}

ktap_begin
load_kprobes
insmod /kp/kmod/return_life_target.ko
run_tests
check 'return_life_target.ko unloads' rmmod return_life_target
check 'kprobes.ko unloads' finally rmmod kprobes
plan_end
