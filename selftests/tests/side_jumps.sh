# SPDX-License-Identifier: GPL-2.0
# The kernel's own kprobes beside ours: next to each other, where either may be a
# jump, and at function entries, where both go through the function tracer. In
# every order.
# kernels: stock
# arch: x86_64
# timeout: 150
. /kp/lib.sh
. /kp/side_native.sh

side_begin
# until 5.12 it depends on the CPU
nop=$(ours text side_fn0 0 5)
check 'a nop is there' not [ "${nop%${nop#??}}" = e8 ]

# --- next to each other
echo 1 >$OPTIMIZE
w='in their jump'
expect "$w: theirs first" 0 native reg 0 side_plain 0
check "$w: theirs is a jump" eventually jump_at 0
jump=$(here)
expect "$w: ours is refused" $BUSY ours reg 0 side_plain 4
check "$w: with a reason" refused_why 'jump'
expect "$w: text as they wrote it" "$jump" here
expect "$w: ours behind it" 0 ours reg 0 side_plain 8
check "$w: functions work" call 5
expect "$w: ours are called" '5 0' ours hits 0
expect "$w: theirs are called" '5 0' native hits 0
check "$w: theirs is a jump still" jump_at 0
expect "$w: ours go first" 0 ours unreg 0
expect "$w: text as they wrote it" "$jump" here
expect "$w: ours behind it again" 0 ours reg 0 side_plain 8 p
expect "$w: theirs go first" 0 native unreg 0
check "$w: only ours is left" eventually is "$(original 8)" here
check "$w: functions work" call 5
expect "$w: ours are called" '5 5' ours hits 0
expect "$w: ours go" 0 ours unreg 0
all_clean "$w"

w='ours before they could jump'
for order in 'native ours' 'ours native'; do
	expect "$w: ours first" 0 ours reg 0 side_plain 4
	expect "$w: theirs" 0 native reg 0 side_plain 0
	sleep 1
	expect "$w: both are breakpoints" "$(original 0 4)" here
	check "$w: functions work" call 5
	expect "$w: ours are called" '5 0' ours hits 0
	expect "$w: theirs are called" '5 0' native hits 0
	both_go "$w" $order
	all_clean "$w"
done

w='ours enabled in what will be their jump'
echo 0 >$OPTIMIZE
expect "$w: ours disabled" 0 ours reg 0 side_plain 4 d
expect "$w: theirs, a breakpoint for now" 0 native reg 0 side_plain 0
expect "$w: ours cannot be enabled" $BUSY ours enable 0
echo 0 >"$KP_DEBUGFS/enabled"
echo 1 >"$KP_DEBUGFS/enabled" 2>/dev/null
expect "$w: one breakpoint" "$(original 0)" here
echo 1 >$OPTIMIZE
check "$w: theirs is a jump" eventually jump_at 0
jump=$(here)
expect "$w: ours still cannot be" $BUSY ours enable 0
expect "$w: text as they wrote it" "$jump" here
check "$w: functions work" call 5
expect "$w: theirs go" 0 native unreg 0
all_clean "$w"
expect "$w: ours can be enabled" 0 ours enable 0
expect "$w: our breakpoint" "$(original 4)" here
expect "$w: ours go" 0 ours unreg 0
all_clean "$w"

w='theirs behind ours'
for order in 'native ours' 'ours native'; do
	expect "$w: ours first" 0 ours reg 0 side_plain 0
	expect "$w: theirs" 0 native reg 0 side_plain 8
	sleep 1
	check "$w: theirs is no jump, beside our breakpoint" not jump_at 8
	expect "$w: ours where it may jump" $BUSY ours reg 1 side_plain 12
	expect "$w: ours behind that" 0 ours reg 1 side_plain 13
	check "$w: functions work" call 5
	expect "$w: ours are called" '5 0' ours hits 0
	expect "$w: ours are called" '5 0' ours hits 1
	expect "$w: theirs are called" '5 0' native hits 0
	both_go "$w" $order
	expect "$w: ours go" 0 ours unreg 1
	all_clean "$w"
done

# what we have written must not make the kernel take it for one
w='theirs within an instruction'
expect "$w: ours" 0 ours reg 0 side_plain 0
for at in 1 2 3 5 6 7; do
	expect "$w: theirs at +$at are refused" $ILSEQ native reg 0 side_plain $at
done
expect "$w: theirs at the next one" 0 native reg 0 side_plain 4
both_called "$w"
both_go "$w" native ours
all_clean "$w"

w='theirs within an instruction far behind ours'
expect "$w: ours" 0 ours reg 0 side_run 0
for at in 1 4 6 8 10; do
	at=$((24 * 11 + at))
	expect "$w: theirs at +$at are refused" $ILSEQ native reg 0 side_run $at
done
expect "$w: ours go" 0 ours unreg 0
all_clean "$w"

# --- our jumps
echo 1 >$OUR_OPTIMIZE
w='theirs within an instruction that our jump covers'
ours_jumps "$w" 0 0
for at in 1 3 5 6 7; do
	expect "$w: theirs at +$at are refused" $ILSEQ native reg 0 side_plain $at
done
expect "$w: ours go" 0 ours unreg 0
all_clean "$w"

for optimize in 0 1; do
	echo $optimize >$OPTIMIZE
	w="our jump first, optimization $optimize"
	ours_jumps "$w" 0 0
	jump=$(here)
	expect "$w: theirs at it is refused" $INVALID native reg 0 side_plain 0
	expect "$w: theirs in it is refused" $ILSEQ native reg 0 side_plain 4
	expect "$w: theirs disabled too" $ILSEQ native reg 0 side_plain 4 d
	expect "$w: the jump is as it was" "$jump" here
	for order in 'native ours' 'ours native'; do
		expect "$w: theirs behind it" 0 native reg 0 side_plain 8
		[ $optimize = 0 ] || sleep 1
		both_called "$w"
		check "$w: the jump is there" jump_at 0
		both_go "$w" $order
		all_clean "$w"
		ours_jumps "$w" 0 0
	done
	expect "$w: ours disabled" 0 ours disable 0
	expect "$w: text is original" "$clean" here
	expect "$w: theirs where the jump was" 0 native reg 0 side_plain 4
	[ $optimize = 0 ] || check "$w: theirs is a jump" eventually jump_at 4
	expect "$w: ours, of which a handler goes to theirs" 0 ours reg 1 side_long 0 g
	native clear 0 >/dev/null
	call 5 >/dev/null
	expect "$w: it is called" '5 0' ours hits 1
	expect "$w: theirs are called, too" '10 0' native hits 0
	expect "$w: it goes" 0 ours unreg 1
	expect "$w: ours enabled" 0 ours enable 0
	check "$w: none waits" settle
	check "$w: ours is no jump" not jump_at 0
	both_called "$w"
	expect "$w: theirs go" 0 native unreg 0
	check "$w: functions work" call 5
	expect "$w: ours go" 0 ours unreg 0
	all_clean "$w"

	w="theirs where our jump was, optimization $optimize"
	for order in 'native ours' 'ours native'; do
		ours_jumps "$w" 0 0
		echo 0 >$OUR_OPTIMIZE
		expect "$w: ours is a breakpoint" "$(original 0)" here
		expect "$w: theirs" 0 native reg 0 side_plain 4
		[ $optimize = 0 ] || sleep 1
		check "$w: theirs is no jump" not jump_at 4
		both_called "$w"
		echo 1 >$OUR_OPTIMIZE
		check "$w: none waits" settle
		check "$w: ours is no jump" not jump_at 0
		both_called "$w"
		both_go "$w" $order
		all_clean "$w"
	done

	# hits go on in its detour, past theirs, until it has a slot
	for when in 'while ours is disabled' 'before that' 'after that'; do
		w="our jump goes $when, optimization $optimize"
		ours_jumps "$w" 0 0
		[ "$when" != 'before that' ] || echo 0 >$OUR_OPTIMIZE
		expect "$w: ours disabled" 0 ours disable 0
		[ "$when" != 'while ours is disabled' ] || echo 0 >$OUR_OPTIMIZE
		expect "$w: ours enabled" 0 ours enable 0
		[ "$when" != 'after that' ] || echo 0 >$OUR_OPTIMIZE
		expect "$w: ours is a breakpoint" "$(original 0)" here
		expect "$w: theirs" 0 native reg 0 side_plain 4
		both_called "$w"
		echo 1 >$OUR_OPTIMIZE
		both_go "$w" native ours
		all_clean "$w"
	done

	# whether it is one yet or not
	w="theirs in what will be our jump, optimization $optimize"
	expect "$w: ours" 0 ours reg 0 side_plain 0
	expect "$w: theirs are refused" $ILSEQ native reg 0 side_plain 4
	check "$w: none waits" settle
	check "$w: ours is a jump" jump_at 0
	expect "$w: ours go" 0 ours unreg 0
	all_clean "$w"

	w="theirs first, within our jump, optimization $optimize"
	for order in 'native ours' 'ours native'; do
		expect "$w: theirs" 0 native reg 0 side_plain 4
		[ $optimize = 0 ] ||
			check "$w: theirs is a jump" eventually jump_at 4
		expect "$w: ours" 0 ours reg 0 side_plain 0
		check "$w: none waits" settle
		check "$w: ours is no jump" not jump_at 0
		both_called "$w"
		both_go "$w" $order
		all_clean "$w"
	done

	w="our jump behind theirs, optimization $optimize"
	for order in 'native ours' 'ours native'; do
		expect "$w: theirs" 0 native reg 0 side_plain 0
		[ $optimize = 0 ] ||
			check "$w: theirs is a jump" eventually jump_at 0
		ours_jumps "$w" 0 8
		both_called "$w"
		both_go "$w" $order
		all_clean "$w"
	done

	# theirs can be no jump over ours
	w="our jump where theirs would be, optimization $optimize"
	for order in 'native ours' 'ours native'; do
		ours_jumps "$w" 0 4
		expect "$w: theirs" 0 native reg 0 side_plain 0
		[ $optimize = 0 ] || sleep 1
		check "$w: theirs is no jump" not jump_at 0
		check "$w: ours is a jump still" jump_at 4
		both_called "$w"
		both_go "$w" $order
		all_clean "$w"
	done
done

# They leave: ours need not be told.
w='theirs within our jump go'
expect "$w: theirs" 0 native reg 0 side_plain 4
expect "$w: ours" 0 ours reg 0 side_plain 0
check "$w: none waits" settle
check "$w: ours is no jump" not jump_at 0
expect "$w: theirs go" 0 native unreg 0
check "$w: ours becomes a jump" eventually jump_at 0
check "$w: functions work" call 5
expect "$w: ours go" 0 ours unreg 0
all_clean "$w"

# --- function entries, where both go through the function tracer
for order in 'ours+ native+ ours- native-' 'ours+ native+ native- ours-' \
	     'native+ ours+ ours- native-' 'native+ ours+ native- ours-'; do
	for how in '' p; do
		with_post=${#how}
		w="entry, $order${how:+, post_handler}"
		with_ours=0
		with_native=0
		for step in $order; do
			case $step in
			ours+) expect "$w: register" 0 ours reg 0 side_fn0 0 $how
			       with_ours=1 ;;
			native+) expect "$w: register" 0 \
					native reg 0 side_fn0 0 $how
				 with_native=1 ;;
			ours-) expect "$w: unregister" 0 ours unreg 0
			       with_ours=0 ;;
			native-) expect "$w: unregister" 0 native unreg 0
				 with_native=0 ;;
			esac
			ours clear 0 >/dev/null
			native clear 0 >/dev/null
			check "$w: functions work after $step" call 5
			n=$((5 * with_ours))
			expect "$w: ours after $step" \
				"$n $((with_post ? n : 0))" ours hits 0
			n=$((5 * with_native))
			expect "$w: theirs after $step" \
				"$n $((with_post ? n : 0))" native hits 0
		done
		expect "$w: nop in the end" $nop ours text side_fn0 0 5
	done
done

# --- where theirs is gone, and another module has come: what is theirs no more hides nothing
echo 1 >$OUR_OPTIMIZE
w='text where theirs was'
was=$plain
expect "$w: theirs" 0 native reg 0 side_plain 13
rmmod side_target
insmod /kp/kmod/side_twin.ko
find_plain
expect "$w: another is there" "$was" echo "$plain"
expect "$w: ours" 0 ours reg 0 side_plain 0
check "$w: none waits" settle
check "$w: ours is no jump, into which the text goes" not jump_at 0
expect "$w: ours go" 0 ours unreg 0
expect "$w: theirs go" 0 native unreg 0
rmmod side_twin
insmod /kp/kmod/side_target.ko

side_end
