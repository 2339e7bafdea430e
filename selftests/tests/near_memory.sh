# SPDX-License-Identifier: GPL-2.0
# Memory within a branch's reach of the kernel's text: each time kprobes.ko is
# loaded there is as much of it. Without any, probes work by traps. And text is
# written too where that takes interrupts on other CPUs.
# arch: ppc64le ppc64
. /kp/lib.sh

left=/sys/module/kprobes/parameters/gap_left
tlbie=/sys/kernel/debug/powerpc/tlbie_enabled

# Nobody else calls it.
is_hit()
{
	local before after
	read -r before </sys/module/api_client/parameters/hits
	hostname kprobes
	read -r after </sys/module/api_client/parameters/hits
	[ $((after - before)) = 1 ]
}

# are NUM: probes are jumps
are_jumps()
{
	settle && [ "$(jumps)" = "$1" ]
}

# probe WHAT NUM: a probe comes and goes, and NUM is 1 if it becomes a jump
probe()
{
	check "$1: a probe is registered" \
		insmod /kp/kmod/api_client.ko symbol=sys_sethostname post=0
	check "$1: it is hit" is_hit
	check "$1: jumps: $2" are_jumps "$2"
	check "$1: it is hit again" is_hit
	stats=$(cat $KP_DEBUGFS/stats)
	check "$1: it goes" rmmod api_client
}

# A probe comes and goes while modules are loaded, which writes text too.
write_both()
{
	local i
	insmod /kp/kmod/api_client.ko symbol=sys_sethostname post=0
	for i in $(seq 300); do
		echo 0 >$KP_DEBUGFS/enabled
		echo 1 >$KP_DEBUGFS/enabled
	done &
	for i in $(seq 20); do
		insmod /kp/kmod/user_client.ko && rmmod user_client || return 1
	done
	wait
	is_hit && rmmod api_client
}

is_told()
{
	dmesg_since | grep -q "no more memory behind the kernel's read-only data"
}

# Detours that there is memory for, within reach or not.
detours()
{
	sed -n 's/^detours: \([0-9]*\) in use, \([0-9]*\) free$/\1 + \2/p' $KP_DEBUGFS/stats
}

# What is out of reach is taken once, not by each probe that would be a jump.
takes_no_more()
{
	local i before=$(($(detours)))
	[ $before -gt 0 ] || return 1
	for i in 1 2 3 4 5; do
		insmod /kp/kmod/api_client.ko symbol=sys_sethostname post=0 || return 1
		are_jumps 0 || return 1
		rmmod api_client
	done
	echo "$before detours, then $(($(detours)))"
	[ $(($(detours))) = $before ]
}

says()
{
	echo "$stats" | grep -q "$1"
}

ktap_begin
check 'what is only told is not set' eval '! insmod /kp/kprobes.ko gap_left=1'
for round in 1 2 3 4; do
	load_kprobes
	at_first=$(cat $left)
	[ $round != 1 ] || wanted=$at_first
	probe "round $round" 1
	check "round $round: memory was used" [ "$(cat $left)" -lt "$at_first" ]
	check "round $round: $at_first bytes of $wanted" \
		[ "$at_first" = "$wanted" ]
	unload_kprobes
done

log_mark
load_kprobes gap_max=0
check 'there is none' [ "$(cat $left)" = 0 ]
probe 'without memory' 0
check 'stats count it' says '^jumps: 0, 0 waiting, 1 out of reach'
check 'stats say why' \
	says 'not optimized: a branch does not reach from or to the detour'
check 'the log says so' is_told
check 'no more memory is taken each time' takes_no_more
unload_kprobes

if ! grep -q ' tlbie_enabled$' /proc/kallsyms; then
	skip 'without tlbie' 'its state is not known without KALLSYMS_ALL'
elif [ -e $tlbie ]; then
	load_kprobes
	echo 0 >$tlbie
	probe 'without tlbie' 1
	check 'without tlbie: two write text at once' write_both
	echo 1 >$tlbie
	probe 'with it again' 1
	unload_kprobes
else
	skip 'without tlbie' 'page tables are hashed'
fi
plan_end
