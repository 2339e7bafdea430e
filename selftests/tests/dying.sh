# SPDX-License-Identifier: GPL-2.0
# A task that is dying, on no list any more: when kprobes.ko is loaded; preempted
# in a slot or in a detour, whose probe is removed; and kprobes.ko is unloaded.
#
# kernels: preempt preempt_tasks
# arch: x86_64
# timeout: 120
# vm: own
. /kp/lib.sh
. /kp/side.sh

parameters=/sys/module/dying_target/parameters

state()
{
	cat $parameters/state
}

# die HOW: until it is kept there.
die()
{
	echo "$1" >$parameters/die
	check 'a task is dying, and on no list' eventually is held state
}

let_go()
{
	echo 1 >$parameters/let_go
	expect 'it gets the right result' 'gone 8' state
}

waiting()
{
	sed -n 's/^slots: .*, \([0-9]*\) waiting/\1/p' $KP_DEBUGFS/stats
}

waiting_are()
{
	[ "$(waiting)" "$@" ]
}

is_loaded()
{
	grep -q '^kprobes ' /proc/modules
}

# Where RCU-tasks does not wait for dying tasks.
we_see_them()
{
	grep -q '^dying tasks:' $KP_DEBUGFS/stats
}

at_load()
{
	die wait
	load_kprobes
	check 'loaded meanwhile, it does not see dying tasks' \
		grep -qx 'dying tasks: not seen' $KP_DEBUGFS/stats
	check 'a client probes' insmod /kp/kmod/dying_client.ko
	check 'nothing is on its way' settle
	check 'there is no jump, and the reason' \
		grep -q ' dying_call.*dying when kprobes.ko was loaded' \
		$KP_DEBUGFS/stats
	let_go
	check 'then it sees them' \
		eventually grep -q '^dying tasks: [0-9]' $KP_DEBUGFS/stats
	check 'and there is a jump' \
		eventually grep -q ' dying_call.*\[OPTIMIZED\]' $KP_DEBUGFS/list
	rmmod dying_client
	check 'no slot is kept' eventually waiting_are = 0
	unload_kprobes
}

# hold ALLOW: until the task is kept in the slot or, with 1, in the detour.
hold()
{
	load_kprobes optimization="$1"
	check 'a client probes' insmod /kp/kmod/dying_client.ko
	if [ "$1" = 1 ]; then
		check 'there is a jump' \
			eventually grep -q 'OPTIMIZED' $KP_DEBUGFS/list
	fi
	die call
	check 'the client goes' rmmod dying_client
}

is_kept()
{
	hold "$1"
	for symbol in kernel_clone do_exit; do
		insmod /kp/kmod/api_client.ko symbol=$symbol
		rmmod api_client
	done
	if we_see_them; then
		check 'the others are freed' eventually waiting_are -le 1
	fi
	check 'what it is in is not freed' waiting_are -ge 1
	let_go
	check 'then it is' eventually waiting_are = 0
	unload_kprobes
}

stays()
{
	hold "$1"
	rmmod kprobes &
	check 'kprobes.ko begins to unload' eventually test ! -e $KP_DEBUGFS
	sleep 2
	check 'but stays' is_loaded
	let_go
	wait
	check 'then it goes' not is_loaded
}

ktap_begin
insmod /kp/kmod/dying_target.ko
# the task is kept off its CPU for as long as it takes
echo -1 >/proc/sys/kernel/sched_rt_runtime_us
load_kprobes
seen=
we_see_them && seen=yes
unload_kprobes
if [ "$seen" ]; then
	at_load
else
	skip 'a task is dying when it is loaded' 'RCU-tasks waits for those'
fi
for allow in 0 1; do
	is_kept $allow
	stays $allow
done
rmmod dying_target
plan_end
