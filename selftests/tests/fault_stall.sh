# SPDX-License-Identifier: GPL-2.0
# A task sleeps in a page fault in the middle of a probed instruction, in its
# slot, while the probe is removed and its slot is wanted by others.
# kernels: standalone preempt preempt_tasks debug stock
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

# What writes this loses its address space's lock, until it writes 0: whoever
# begins to stall is a process of its own.
stall()
{
	echo "$1" >/sys/module/fault_stall/parameters/stall
}

state()
{
	cat /sys/module/fault_stall/parameters/state
}

# run_stall WHAT NAME [p]
run_stall()
{
	local how="$2, boosted"
	[ -z "$3" ] || how="$2, stepped"
	insmod /kp/kmod/side_ours.ko
	expect "$how: register" 0 ours reg 0 "fault_stall_$2" 0 $3
	stall "$1" &
	check "$how: stalls in the slot" eventually is stalled state
	sleep 1
	expect "$how: hit" '1 0' ours hits 0
	expect "$how: unregister" 0 ours unreg 0
	check "$how: client unloads" rmmod side_ours
	check "$how: kprobes.ko does not unload" not rmmod kprobes
	check "$how: stats name the task" \
		grep -q 'slot held by: fault_stalled' "$KP_DEBUGFS/stats"

	insmod /kp/kmod/side_ours.ko
	for round in 1 2 3; do
		expect "$how: 150 other slots are taken" 0 \
			ours batch 1 150 side_long 4
		check "$how: and run" call 3
		expect "$how: and are given back" 0 ours unbatch 1 150
	done
	check "$how: is stalled still" is stalled state
	stall 0
	wait
	expect "$how: gets the right result" 'done 0' state
	expect "$how: no handler is called" '0 0' ours hits 0
	check "$how: client unloads again" rmmod side_ours
	check "$how: kprobes.ko unloads in the end" eventually rmmod kprobes
	check "$how: kprobes.ko loads again" insmod /kp/kprobes.ko
}

# run_sleep WHAT NAME [p]: the probe stays, and what comes after the instruction
# comes on another CPU.
run_sleep()
{
	local how="$2, boosted, not removed" wanted='1 0'
	[ -z "$3" ] || {
		how="$2, stepped, not removed"
		wanted='1 1'
	}
	expect "$how: register" 0 ours reg 0 "fault_stall_$2" 0 $3
	stall "$1" &
	check "$how: stalls in the slot" eventually is stalled state
	stall 0
	wait
	expect "$how: gets the right result" 'done 0' state
	expect "$how: on another CPU" 1 \
		cat /sys/module/fault_stall/parameters/moved
	expect "$how: handlers are called" "$wanted" ours hits 0
	expect "$how: unregister" 0 ours unreg 0
}

is_loaded()
{
	grep -q '^kprobes ' /proc/modules
}

# leave SYMBOL: a probe there that has no client. Fails if it has one.
leave()
{
	insmod /kp/kmod/left_probe.ko symbol="$1"
	rmmod left_probe
	grep -q "  k  $1+" "$KP_DEBUGFS/list"
}

# run_left LET_GO RESULT: nobody holds kprobes.ko: it waits for who is in the slot.
run_left()
{
	local how="load, of nobody, $2"
	leave fault_stall_load || {
		skip "$how" 'it has a client: the compiler has made no jump'
		return
	}
	stall 1 &
	check "$how: stalls in the slot" eventually is stalled state
	rmmod kprobes &
	sleep 3
	check "$how: kprobes.ko waits" is_loaded
	expect "$how: is stalled still" stalled state
	stall "$1"
	wait
	expect "$how: gets the right result" "done $2" state
	check "$how: kprobes.ko unloads in the end" eventually not is_loaded
	check "$how: kprobes.ko loads again" insmod /kp/kprobes.ko
}

ktap_begin
insmod /kp/kmod/fault_stall.ko
insmod /kp/kmod/side_target.ko
load_kprobes
run_stall 1 load
run_stall 1 load p
run_stall 2 copy
run_stall 2 copy p
insmod /kp/kmod/side_ours.ko
run_sleep 1 load
run_sleep 1 load p
run_sleep 2 copy
run_sleep 2 copy p
rmmod side_ours
# does not keep what others do from being seen
leave side_long
run_stall 1 load
run_stall 2 copy p
run_left 0 0
# what the instruction's fixup makes of an access that fails
run_left -1 fa
check 'kprobes.ko unloads' eventually rmmod kprobes
rmmod fault_stall side_target
plan_end
