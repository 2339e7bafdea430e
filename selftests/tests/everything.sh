# SPDX-License-Identifier: GPL-2.0
# Every function of the kernel is probed at its first instruction, in chunks and
# in one go, while the kernel is at work, and what can be a jump is one. The text
# is the same afterwards.
#
# kernels: standalone preempt debug ppc64le-stock
# timeout: 450
# vm: own
. /kp/lib.sh
. /kp/every.sh

try_chunks()
{
	while [ "$(state tried)" != "$(state symbols)" ]; do
		order chunk || return 1
		work 1
		order remove || return 1
	done
	echo "# $(state hits) hits"
	[ "$(state hits)" -gt 0 ]
}

# The refused again, one by one; /tmp/refusals gets the reasons.
ask_for_reasons()
{
	local n
	: >/tmp/refusals
	while order refused; do
		n=$(state again_last)
		[ "$n" != 0 ] || break
		tail -n "$n" "$KP_DEBUGFS/refusals" >>/tmp/refusals
	done
	[ "$(wc -l </tmp/refusals)" = "$(state refused)" ]
}

# The text is as it was, but for the probes of our own that were there before.
check_text()
{
	check "text is as before, $1" order compare
}

# stays_at HITS: the handlers are silent while the kernel works.
stays_at()
{
	work 1
	[ "$(state hits)" = "$1" ]
}

# switch VALUE: jumps, or breakpoints again
switch()
{
	echo "$1" >/sys/module/kprobes/parameters/optimization
}

# The kernel works while it is switched to and fro, in all stages.
switch_while_working()
{
	local round pid
	work 20 &
	pid=$!
	for round in 1 2 3 4; do
		switch 0
		[ "$(jumps)" = 0 ] || return 1
		usleep 100000
		switch 1
		case $round in
		1 | 3) settle || return 1 ;;
		2) usleep 60000 ;;
		esac
	done
	wait $pid
}

more_than()
{
	work 1
	[ "$(state hits)" -gt "$1" ]
}

ktap_begin
load_kprobes
load_every
work 2
order snapshot

if try_chunks; then
	ok 'in chunks of 500'
else
	not_ok 'in chunks of 500'
fi
check_text 'after chunks'
check 'each refusal has a reason' ask_for_reasons
echo "# $(state accepted) of $(state symbols) functions accepted; refused:"
sed 's/.*: \(-[0-9]*\) (\(.*\))$/\1 \2/' /tmp/refusals | sort | uniq -c |
	sort -rn | sed 's/^/# /'
check 'most are accepted' [ "$(state accepted)" -gt $(($(state symbols) / 2)) ]

check 'all in one go' order all
check 'those that can be jumps are' settle
had=$(jumps)
echo "# $had jumps"
# most entries are sites of the function tracer, where there is one
at_least=$(($(state accepted) * 3 / 4))
[ "$KP_KERNEL" != debug ] || at_least=100
check 'many are jumps' [ "$had" -ge $at_least ]
tail -n +20 "$KP_DEBUGFS/stats" | sed -n 's/.* not optimized: /# /p' | sort |
	uniq -c | sort -rn | sed 's/^ *\([0-9]*\) # /# \1 /'
work 5
check 'switched while the kernel works' switch_while_working
check 'and they are jumps again' settle
check 'as many as before' [ "$(jumps)" = "$had" ]
check 'a thousand of them were hit' [ "$(state functions_hit)" -gt 1000 ]
sed -n '/^functions_hit/,$s/^/# /p' $every/state
for round in 1 2; do
	check "disarmed, $round" sh -c "echo 0 >$KP_DEBUGFS/enabled"
	check_text "while disarmed, $round"
	check "silent while disarmed, $round" stays_at "$(state hits)"
	check "armed, $round" sh -c "echo 1 >$KP_DEBUGFS/enabled"
	check "hit again, $round" more_than "$(state hits)"
done
check 'removed in one go' order remove
check 'silent after removal' stays_at "$(state hits)"
check_text 'after removal'
check 'every_test.ko unloads' rmmod every_test
unload_kprobes
plan_end
