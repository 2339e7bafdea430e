# SPDX-License-Identifier: GPL-2.0
# Function entries on kernels with a function tracer: probed through it, beside
# its other users.
# kernels: debug stock
# arch: x86_64 arm64
# timeout: 240
. /kp/lib.sh
. /kp/side.sh

TRACING=/sys/kernel/debug/tracing

# The site of a function: from its entry, bytes, without a call and with one, and
# where the next instruction is; on arm64 the entry itself is no site. What other users can be there, and how ours is
# called alone.
case $KP_ARCH in
x86_64)
	at=0 len=5 nop=0f1f440000 bl='e8*' behind=$KP_INSIDE
	kinds='function direct patch' alone=direct
	;;
arm64)
	at=4 len=4 nop=1f2003d5 bl='??????9[4-7]' behind=8
	kinds='function patch' alone='beside others'
	;;
esac

user()
{
	echo "$2" >"/sys/module/ftrace_user/parameters/$1"
}

user_calls()
{
	cat /sys/module/ftrace_user/parameters/calls
}

updates()
{
	cat /sys/module/ftrace_user/parameters/updates
}

# What is at the site of side_fnN: "nop" or "call"; anything else is wrong.
site()
{
	# shellcheck disable=SC2254 # a pattern
	case $(text "$1" $at $len) in
	$nop) echo nop ;;
	$bl) echo call ;;
	*) text "$1" $at $len ;;
	esac
}

# Whether the first is among the others.
one_of()
{
	case " $2 $3 " in
	*" $1 "*) return 0 ;;
	esac
	echo "$1"
	return 1
}

# In what way side_fn0 is probed.
way()
{
	sed -n 's/.*side_fn0.* hits [0-9]* missed [0-9]* //p' \
		"$KP_DEBUGFS/stats"
}

trace_on()
{
	echo 0 >$TRACING/tracing_on
	echo side_fn0 side_fn1 >$TRACING/set_ftrace_filter
	echo function >$TRACING/current_tracer
	echo >$TRACING/trace
	echo 1 >$TRACING/tracing_on
}

trace_off()
{
	echo nop >$TRACING/current_tracer
	echo >$TRACING/set_ftrace_filter
}

# Calls of a function that the tracer has seen.
traced()
{
	grep -c " $1 <-" $TRACING/trace
}

ktap_begin
insmod /kp/kmod/side_target.ko
load_kprobes
insmod /kp/kmod/side_ours.ko
insmod /kp/kmod/ftrace_user.ko

# Until 5.12 the kernel has one nop for each kind of CPU.
if has_symbol ideal_nops; then
	nop=$(text side_fn0 $at $len)
	check 'a nop is at the site' one_of "$nop" 0f1f440000 6666666690
fi
# Until 5.19 a call of the function tracer takes one site.
has_symbol ftrace_set_filter_ips && nine=1 || nine=9

# --- one probe
expect 'nop before' nop site side_fn0
expect 'register' 0 ours reg 0 side_fn0 $at p
check 'listed as [FTRACE]' listed 'side_fn0.*\[FTRACE\]'
expect 'flags say so' 24 ours flags 0
expect 'a call, no breakpoint' call site side_fn0
check 'functions work' call 100
expect 'pre and post are called' '100 100' ours hits 0
expect 'disable' 0 ours disable 0
expect 'nop while disabled' nop site side_fn0
check 'functions work' call 10
expect 'no handler is called' '100 100' ours hits 0
expect 'enable' 0 ours enable 0
echo 0 >"$KP_DEBUGFS/enabled"
expect 'nop while all are disarmed' nop site side_fn0
check 'functions work' call 10
echo 1 >"$KP_DEBUGFS/enabled"
check 'functions work' call 10
expect 'handlers are called again' '110 110' ours hits 0
expect 'a second one behind the site' 0 ours reg 1 side_fn0 $behind p
check 'functions work' call 10
expect 'both are called' '120 120' ours hits 0
expect 'both are called' '10 10' ours hits 1
expect 'unregister' 0 ours unreg 1
expect 'unregister' 0 ours unreg 0
expect 'nop after' nop site side_fn0

# --- the switch of all that the function tracer does
ENABLED=/proc/sys/kernel/ftrace_enabled

switch()
{
	(echo "$1" >$ENABLED) 2>/dev/null && echo taken || echo refused
}

# since 7.3 there is no such switch
[ "$(switch 0)" = taken ] && has_switch=1 || has_switch=
switch 1 >/dev/null
expect 'register' 0 ours reg 0 side_fn0 $at
expect 'it cannot be switched off under a probe' refused switch 0
expect 'and is not' 1 cat $ENABLED
check 'functions work' call 10
expect 'the probe is hit' '10 0' ours hits 0
if [ $has_switch ]; then
	expect 'disable' 0 ours disable 0
	expect 'it can while no probe is armed' taken switch 0
	expect 'enabling says so' -16 ours enable 0
	expect 'so does registering' -16 ours reg 1 side_fn1 $at
	expect 'it can be switched on' taken switch 1
	expect 'enable' 0 ours enable 0
fi
check 'functions work' call 10
expect 'the probe is hit' '20 0' ours hits 0
expect 'unregister' 0 ours unreg 0
expect 'nop after' nop site side_fn0

# --- a handler that changes the instruction pointer
expect 'register one that returns' 0 ours reg 0 side_fn0 $at rp
check 'functions work' call 20
expect 'the function is skipped' 20 skipped
expect 'no post_handler then' '20 0' ours hits 0
user function 1
check 'functions work' call 20
expect 'skipped beside another user' 20 skipped
expect 'who still sees the calls' 20 user_calls
user function 0
expect 'unregister' 0 ours unreg 0
check 'functions work' call 20
expect 'not skipped any more' 0 skipped

# --- another user of ftrace, in all orders
for kind in $kinds; do
for order in 'on reg off unreg' 'on reg unreg off' 'reg on off unreg' \
	     'reg on unreg off'; do
	probe=no
	other=no
	for step in $order; do
		case $step in
		on) user $kind 1; other=yes ;;
		off) user $kind 0; other=no ;;
		reg) ours reg 0 side_fn0 $at p >/dev/null; probe=yes ;;
		unreg) ours unreg 0 >/dev/null; probe=no ;;
		esac
		before=$(user_calls)
		ours clear 0 >/dev/null
		check "$kind, $order: functions work after $step" call 25
		wanted='0 0'
		[ $probe = no ] || wanted='25 25'
		expect "$kind, $order: handlers after $step" "$wanted" \
			ours hits 0
		wanted=$before
		[ $other = no ] || wanted=$((before + 25))
		expect "$kind, $order: the other one after $step" "$wanted" \
			user_calls
		wanted=call
		[ $probe$other != nono ] || wanted=nop
		expect "$kind, $order: text after $step" $wanted site side_fn0
		[ $probe != no ] || continue
		wanted=$alone
		[ $other = no ] || wanted='beside others'
		expect "$kind, $order: the way after $step" "$wanted" way
	done
done
done

# --- probes come and go beside another user: nothing is lost on either side
user function 1
expect 'register one that stays' 0 ours reg 1 side_fn0 $at
for round in 1 2 3 4 5 6; do
	ours reg 0 side_fn0 $at
	ours unreg 0
done >/dev/null &
for round in 1 2 3 4 5 6 7 8; do
	call 200
	sleep 0.2
done
wait
expect 'the other one saw all calls' 1600 user_calls
expect 'so did the probe' '1600 0' ours hits 1
for round in 1 2 3 4 5 6; do
	user function 0
	user function 1
done &
for round in 1 2 3 4 5 6 7 8; do
	call 200
	sleep 0.2
done
wait
expect 'the probe saw all calls while the other came and went' '3200 0' \
	ours hits 1
user function 0
expect 'unregister' 0 ours unreg 1

# --- the function tracer, on and off
if [ -e $TRACING/set_ftrace_filter ]; then
	expect 'register' 0 ours reg 0 side_fn0 $at
	trace_on
	check 'functions work' call 30
	expect 'register while traced' 0 ours reg 1 side_fn1 $at
	check 'functions work' call 30
	expect 'the tracer saw all calls' 60 traced side_fn0
	expect 'the tracer saw all calls' 60 traced side_fn1
	expect 'the first probe saw all calls' '60 0' ours hits 0
	expect 'the second probe saw all calls' '30 0' ours hits 1
	expect 'unregister while traced' 0 ours unreg 0
	check 'functions work' call 30
	expect 'the tracer saw all calls' 90 traced side_fn0
	trace_off
	check 'functions work' call 30
	expect 'the second probe saw all calls' '90 0' ours hits 1
	expect 'the first probe has gone' '60 0' ours hits 0
	ours clear 1 >/dev/null
	for round in 1 2 3 4 5 6; do
		trace_on
		trace_off
	done &
	for round in 1 2 3 4 5 6 7 8 9 10; do
		call 200
		sleep 0.2
	done
	wait
	expect 'nothing is missed while it is switched' '2000 0' ours hits 1
	expect 'unregister' 0 ours unreg 1
	expect 'nop after' nop site side_fn0
	expect 'nop after' nop site side_fn1
else
	skip 'the function tracer' 'this kernel has none in tracefs'
fi

# --- one update a batch
user count 1
expect 'register the functions at once' 0 ours fns 10 0 $at
expect 'one update' 1 updates
check 'functions work' call 7
for slot in 10 14 19; do
	expect 'each is called' '7 0' ours hits $slot
done
expect 'unregister one of them' 0 ours unreg 14
expect 'its function calls nobody' nop site side_fn4
expect 'disable another' 0 ours disable 15
expect 'its function calls nobody' nop site side_fn5
check 'functions work' call 7
expect 'the others go on' '14 0' ours hits 13
expect 'the others go on' '14 0' ours hits 16
expect 'the disabled one does not' '7 0' ours hits 15
expect 'register it again' 0 ours reg 14 side_fn4 $at
expect 'enable the other' 0 ours enable 15
check 'functions work' call 7
expect 'both are called' '7 0' ours hits 14
expect 'both are called' '14 0' ours hits 15
user count 1
expect 'unregister them at once' 0 ours unbatch 10 10
expect 'one update' 1 updates
expect 'register one' 0 ours reg 0 side_fn0 $at
user count 1
expect 'and the others at once' 0 ours fns 10 1 $at
expect 'one update, or one a site' $nine updates
user count 1
expect 'unregister them at once' 0 ours unbatch 10 9
expect 'one update, or one a site' $nine updates
user count 0
expect 'unregister' 0 ours unreg 0

rmmod ftrace_user side_ours side_target

# --- what handlers see and do, called directly and beside another user
[ "$KP_ARCH" != x86_64 ] || run_kmod ftrace_entry
unload_kprobes
plan_end
