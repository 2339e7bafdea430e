# SPDX-License-Identifier: GPL-2.0
# The kernel's own kprobes beside ours: at one address, and in a module that goes.
# Whoever comes second is refused or both work, and what either takes away is
# what it has put there.
# kernels: stock
# timeout: 100
. /kp/lib.sh
. /kp/side_native.sh

# What is not armed is in nobody's way.
ours_disabled()
{
	expect "$w: ours disabled" 0 ours reg 0 side_plain 4 d$how
	expect "$w: theirs first" 0 native reg 0 side_plain 4 $how
	expect "$w: ours cannot be enabled" $BUSY ours enable 0
	check "$w: functions work" call 5
	expect "$w: ours are not called" '0 0' ours hits 0
	expect "$w: theirs disabled" 0 native disable 0
	check "$w: text is original" eventually is "$clean" here
	expect "$w: ours still cannot be" $BUSY ours enable 0
	expect "$w: text is original" "$clean" here
	expect "$w: theirs go" 0 native unreg 0
	all_clean "$w"
	expect "$w: ours can be enabled" 0 ours enable 0
	check "$w: functions work" call 5
	expect "$w: ours are called" "5 $((with_post ? 5 : 0))" ours hits 0
	expect "$w: ours go" 0 ours unreg 0
	all_clean "$w"

	expect "$w: ours" 0 ours reg 0 side_plain 4 $how
	expect "$w: ours elsewhere" 0 ours reg 1 side_long 8
	echo 0 >"$KP_DEBUGFS/enabled"
	expect "$w: theirs while ours are disarmed" 0 \
		native reg 0 side_plain 4 $how
	echo 1 >"$KP_DEBUGFS/enabled" 2>/dev/null
	check "$w: functions work" call 5
	expect "$w: theirs are called" "5 $((with_post ? 5 : 0))" \
		native hits 0
	expect "$w: ours are not called" '0 0' ours hits 0
	expect "$w: ours elsewhere are" '5 0' ours hits 1
	expect "$w: theirs go" 0 native unreg 0
	all_clean "$w"
	echo 1 >"$KP_DEBUGFS/enabled"
	check "$w: functions work" call 5
	expect "$w: ours are called again" "5 $((with_post ? 5 : 0))" \
		ours hits 0
	expect "$w: ours go" 0 ours unreg 0
	expect "$w: ours go" 0 ours unreg 1
	all_clean "$w"
}

ours_disabled_in_the_way()
{
	expect "$w: ours disabled" 0 ours reg 0 side_plain 4 d$how
	expect "$w: theirs is refused" $INVALID native reg 0 side_plain 4 $how
	expect "$w: text is original" "$clean" here
	expect "$w: ours can be enabled" 0 ours enable 0
	check "$w: functions work" call 5
	expect "$w: ours are called" "5 $((with_post ? 5 : 0))" ours hits 0
	echo 0 >"$KP_DEBUGFS/enabled"
	expect "$w: theirs is refused while ours are disarmed" $INVALID \
		native reg 0 side_plain 4 $how
	expect "$w: text is original" "$clean" here
	echo 1 >"$KP_DEBUGFS/enabled"
	check "$w: functions work" call 5
	expect "$w: ours are called again" "10 $((with_post ? 10 : 0))" \
		ours hits 0
	expect "$w: ours go" 0 ours unreg 0
	all_clean "$w"
}

# A batch of two of which one cannot be armed: the other is not, nor is what follows ours.
half_armed()
{
	w='arming ends half way'
	expect "$w: ours disabled" 0 ours reg 0 side_plain 4 d
	expect "$w: and another" 0 ours reg 1 side_plain 8 d
	expect "$w: somebody writes there" 0 ours write "$plain" 8 $KP_BRK
	expect "$w: none is enabled" $BUSY ours enables 0 2
	expect "$w: text as they wrote it" "$(original 8)" here
	at=$(echo "$clean" | cut -c 17-24)
	expect "$w: they take it back" 0 ours write "$plain" 8 "$at"
	all_clean "$w"
	expect "$w: theirs" 0 native reg 0 side_plain 4 p
	check "$w: functions work" call 5
	expect "$w: theirs are called" '5 5' native hits 0
	expect "$w: ours are not" '0 0' ours hits 0
	expect "$w: theirs go" 0 native unreg 0
	expect "$w: ours are enabled" 0 ours enables 0 2
	check "$w: functions work" call 5
	expect "$w: and called" '5 0' ours hits 0
	expect "$w: ours go" 0 ours unreg 0
	expect "$w: ours go" 0 ours unreg 1
	all_clean "$w"
}

side_begin

# --- through the function tracer, they never jump
if [ $KP_ARCH = x86_64 ]; then
	w='theirs at an entry'
	expect "$w: theirs" 0 native reg 0 side_fn0 0
	expect "$w: ours within the call" -84 ours reg 0 side_fn0 3
	check "$w: with the right reason" refused_why \
		'(in the middle of an instruction)'
	expect "$w: ours behind it" 0 ours reg 0 side_fn0 5
	check "$w: functions work" call 5
	expect "$w: theirs are called" '5 0' native hits 0
	expect "$w: ours are called" '5 0' ours hits 0
	expect "$w: ours go" 0 ours unreg 0
	expect "$w: theirs go" 0 native unreg 0
fi

# --- one address
for optimize in $(has_jumps && echo 0 1 || echo none); do
	has_jumps && echo $optimize >$OPTIMIZE
	for how in '' p; do
		with_post=${#how}
		w="one address, optimization $optimize${how:+, post_handler}"
		expect "$w: theirs first" 0 native reg 0 side_plain 4 $how
		[ $optimize != 1 ] || sleep 1
		theirs=$(here)
		expect "$w: ours is refused" $BUSY ours reg 0 side_plain 4 $how
		check "$w: with a reason" refused_why 'own kprobes'
		expect "$w: ours disabled is refused" $BUSY \
			ours reg 0 side_plain 4 d
		expect "$w: text as they wrote it" "$theirs" here
		check "$w: functions work" call 5
		expect "$w: theirs are called" "5 $((with_post ? 5 : 0))" \
			native hits 0
		expect "$w: disable theirs" 0 native disable 0
		check "$w: text is original" eventually is "$clean" here
		expect "$w: ours is still refused" $BUSY \
			ours reg 0 side_plain 4
		expect "$w: enable theirs" 0 native enable 0
		check "$w: functions work" call 5
		expect "$w: theirs are called" "10 $((with_post ? 10 : 0))" \
			native hits 0
		expect "$w: theirs go" 0 native unreg 0
		all_clean "$w"

		expect "$w: ours first" 0 ours reg 0 side_plain 4 $how
		expect "$w: theirs is refused" $INVALID \
			native reg 0 side_plain 4 $how
		expect "$w: text as we wrote it" "$(original 4)" here
		check "$w: functions work" call 5
		expect "$w: ours are called" "5 $((with_post ? 5 : 0))" ours hits 0
		expect "$w: ours go" 0 ours unreg 0
		all_clean "$w"
		expect "$w: theirs then" 0 native reg 0 side_plain 4 $how
		check "$w: functions work" call 5
		expect "$w: theirs go" 0 native unreg 0
		all_clean "$w"

		if has_lock; then
			ours_disabled
		else
			ours_disabled_in_the_way
		fi
	done
done

# --- together
! has_lock || half_armed

# --- a module goes that both have probed
w='module goes'
expect "$w: ours" 0 ours reg 0 side_plain 8
expect "$w: theirs" 0 native reg 0 side_plain 0
expect "$w: ours at an entry" 0 ours reg 1 side_fn0 0
expect "$w: theirs at an entry" 0 native reg 1 side_fn1 0
check "$w: functions work" call 5
check "$w: unloads" rmmod side_target
insmod /kp/kmod/side_target.ko
find_plain
expect "$w: text is original" "$clean" here
for slot in 0 1; do
	expect "$w: ours go" 0 ours unreg $slot
	expect "$w: theirs go" 0 native unreg $slot
done
all_clean "$w"

side_end
