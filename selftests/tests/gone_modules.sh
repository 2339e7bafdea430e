# SPDX-License-Identifier: GPL-2.0
# Modules that unload while they are probed, and come back.
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

# The address of a function of side_target.ko.
# With ELF version 1 the name of code has a dot, that of its descriptor none.
address_of()
{
	grep -F "$1" /proc/kallsyms >/tmp/address
	{
		sed -n "s/ [a-zA-Z] [.]$1[[:space:]].*//p" /tmp/address
		sed -n "s/ [a-zA-Z] $1[[:space:]].*//p" /tmp/address
	} | head -n 1
}

gone_lines()
{
	grep -c '\[GONE\]' "$KP_DEBUGFS/list"
}

gone_flag()
{
	echo $(($(ours flags "$1") & 1))
}

report()
{
	cat /sys/module/gone_watch/parameters/report
}

slots_in_use()
{
	sed -n 's/^slots: \([0-9]*\) in use.*/\1/p' "$KP_DEBUGFS/stats"
}

slots_settled()
{
	grep -q '^slots: .* 0 waiting' "$KP_DEBUGFS/stats"
}

ktap_begin
load_kprobes
insmod /kp/kmod/side_ours.ko
# the lowest hole that is large enough, now and later
for try in 1 2 3; do
	insmod /kp/kmod/side_target.ko
	rmmod side_target
	sleep 0.5
done
insmod /kp/kmod/side_target.ko
plain_text=$(text side_plain 0 8)
fn_text=$(text side_fn0 0 8)
old_plain=$(address_of side_plain)

# --- all kinds of probes when the module goes
expect 'register, boosted' 0 ours reg 0 side_plain 8
expect 'register, stepped' 0 ours reg 1 side_plain 8 p
expect 'register, emulated' 0 ours reg 2 side_plain 12
expect 'register, at an entry' 0 ours reg 3 side_fn0 0
expect 'register, at another entry' 0 ours reg 4 side_fn1 0 p
expect 'register, disabled' 0 ours reg 5 side_plain 4 d
expect 'register, disabled at an entry' 0 ours reg 6 side_fn2 0 d
expect 'register, many' 0 ours batch 10 100 side_long 4
check 'functions work' call 10
check 'the module unloads' rmmod side_target
expect 'all are [GONE]' 107 gone_lines
for slot in 0 3 5; do
	expect "enable of number $slot" -22 ours enable $slot
	expect "flags of number $slot" 1 gone_flag $slot
done
expect 'disable is fine' 0 ours disable 1
expect 'and enable is not' -22 ours enable 1
echo 0 >"$KP_DEBUGFS/enabled"
echo 1 >"$KP_DEBUGFS/enabled"
expect 'still [GONE] after `enabled` 0 and 1' 107 gone_lines
expect 'not found any more' -2 ours reg 200 side_plain 8
ours clear 0 >/dev/null

# --- back, while the old ones are still registered
for try in 1 2 3 4 5 6 7 8 9 10; do
	insmod /kp/kmod/side_target.ko
	[ "$(address_of side_plain)" != "$old_plain" ] || break
	[ $try = 10 ] || rmmod side_target
	sleep 0.3
done
if [ "$(address_of side_plain)" = "$old_plain" ]; then
	ok 'the module is back at the same address'
else
	skip 'the module is back at the same address' 'it never is'
fi
expect 'text is original' "$plain_text" text side_plain 0 8
expect 'text is original' "$fn_text" text side_fn0 0 8
check 'functions work' call 10
expect 'the old ones are not called' '0 0' ours hits 0
expect 'and stay [GONE]' 107 gone_lines
expect 'register again' 0 ours reg 201 side_plain 8
expect 'register again, at an entry' 0 ours reg 202 side_fn0 0
check 'functions work' call 10
expect 'called' '10 0' ours hits 201
expect 'called' '10 0' ours hits 202
check 'no probe waits to become a jump' settle
armed_text=$(text side_plain 0 16)
for slot in 0 1 2 3 4 5 6; do
	expect "unregister old number $slot" 0 ours unreg $slot
done
expect 'unregister the old ones at once' 0 ours unbatch 10 100
expect 'none is [GONE] any more' 0 gone_lines
expect 'text is untouched' "$armed_text" text side_plain 0 16
check 'functions work' call 10
expect 'the new ones are called' '20 0' ours hits 201
expect 'the new ones are called' '20 0' ours hits 202
expect 'unregister' 0 ours unreg 201
expect 'unregister' 0 ours unreg 202
expect 'text is original' "$plain_text" text side_plain 0 8
expect 'text is original' "$fn_text" text side_fn0 0 8

# --- again and again
wrong=0
for round in 1 2 3 4 5 6 7 8; do
	ours reg 0 side_plain 8 >/dev/null
	ours reg 1 side_fn3 0 >/dev/null
	ours batch 10 50 side_long 4 >/dev/null
	call 3 >/dev/null || wrong=$((wrong + 1))
	[ $((round % 2)) = 0 ] || ours unreg 1 >/dev/null
	rmmod side_target || wrong=$((wrong + 1))
	[ $((round % 3)) = 0 ] || ours unbatch 10 50 >/dev/null
	insmod /kp/kmod/side_target.ko || wrong=$((wrong + 1))
	call 3 >/dev/null || wrong=$((wrong + 1))
	ours unreg 0 >/dev/null
	ours unreg 1 >/dev/null
	ours unbatch 10 50 >/dev/null
	is "$plain_text" text side_plain 0 8 || wrong=$((wrong + 1))
done
expect 'unload and load, again and again' 0 echo $wrong
expect 'nothing is listed' '' cat "$KP_DEBUGFS/list"
rmmod side_target

# --- somebody else has written there: found when the probe goes, or the module
refs=$(cat /sys/module/kprobes/refcnt)
check 'no slot waits' eventually slots_settled
slots=$(slots_in_use)
insmod /kp/kmod/side_target.ko
original=$(text side_plain 8 4)
at=$(address_of side_plain)
expect 'register' 0 ours reg 0 side_plain 8 p
expect 'register another' 0 ours reg 1 side_plain 4 p
at_text=$(text "$at" 8 4)
check 'it is armed' not is "$original" echo "$at_text"
expect 'somebody writes over it' 0 ours write "$at" 8 "$original"
expect 'unregister' 0 ours unreg 0
expect 'what is there stays' "$original" text "$at" 8 4
expect 'and so does kprobes.ko' $((refs + 1)) cat /sys/module/kprobes/refcnt
expect 'somebody writes over the other' 0 ours write "$at" 4 "$original"
check 'the module unloads' rmmod side_target
expect 'kprobes.ko need not stay' "$refs" cat /sys/module/kprobes/refcnt
expect 'the other is [GONE]' 1 gone_lines
expect 'unregister the other' 0 ours unreg 1
check 'no slot waits' eventually slots_settled
expect 'all slots are given back' "$slots" slots_in_use
expect 'nothing is listed' '' cat "$KP_DEBUGFS/list"

# --- init text: 0 at the entries, and behind an instruction or two
offsets="0 $KP_INSIDE"
case $KP_ARCH in
ppc*)
	offsets=
	skip 'probes in init text' 'module_init_section() knows none on ppc64: it stays'
	;;
esac
for offset in $offsets; do
	insmod /kp/kmod/gone_watch.ko offset=$offset
	insmod /kp/kmod/gone_init.ko
	expect "+$offset: probed while loading, init text is gone then" \
		'0 0 5 5 1 0 -22 0 -2' report
	check "+$offset: [GONE] once" is 1 gone_lines
	check "+$offset: the module unloads" rmmod gone_init
	check "+$offset: [GONE] twice" is 2 gone_lines
	echo 1 >/sys/module/gone_watch/parameters/clear
	expect "+$offset: nothing is listed" '' cat "$KP_DEBUGFS/list"
	check "+$offset: a module whose init fails" \
		not insmod /kp/kmod/gone_init.ko fail=1
	expect "+$offset: was probed, all of it is gone" \
		'0 0 5 5 1 1 -22 -22 -2' report
	insmod /kp/kmod/gone_init.ko
	check "+$offset: loads while the old ones are there" \
		grep -q gone_init /proc/modules
	rmmod gone_init
	rmmod gone_watch
	expect "+$offset: nothing is listed" '' cat "$KP_DEBUGFS/list"
done

rmmod side_ours
unload_kprobes
plan_end
