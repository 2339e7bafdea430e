# SPDX-License-Identifier: GPL-2.0
# The kernel's own kprobes beside ours, where ours are branches: at one address,
# and next to each other, in every order.
# kernels: stock
# arch: arm64 ppc64le
# timeout: 60
. /kp/lib.sh
. /kp/side_native.sh

there()
{
	ours text "$kernel" 0 48
}

theirs_is_jump()
{
	grep 'vfs_mkdir.*OPTIMIZED' /sys/kernel/debug/kprobes/list
}

side_begin
echo 1 >$OUR_OPTIMIZE

for how in '' p; do
	w="at our branch${how:+, post_handler}"
	ours_jumps "$w" 0 4
	branch=$(here)
	expect "$w: theirs is refused" $INVALID native reg 0 side_plain 4 $how
	expect "$w: theirs disabled too" $INVALID native reg 0 side_plain 4 d$how
	expect "$w: the branch is as it was" "$branch" here
	check "$w: functions work" call 5
	expect "$w: ours are called" '5 0' ours hits 0
	expect "$w: ours go" 0 ours unreg 0
	all_clean "$w"
	expect "$w: theirs then" 0 native reg 0 side_plain 4 $how
	expect "$w: ours is refused" $BUSY ours reg 0 side_plain 4
	check "$w: functions work" call 5
	expect "$w: theirs go" 0 native unreg 0
	all_clean "$w"
done

for at in 0 8 12; do
	for order in 'native ours' 'ours native'; do
		w="our branch first, theirs at +$at"
		ours_jumps "$w" 0 4
		expect "$w: theirs" 0 native reg 0 side_plain $at
		both_called "$w"
		check "$w: the branch is there" jump_at 4
		both_go "$w" $order
		all_clean "$w"

		w="theirs first at +$at, our branch then"
		expect "$w: theirs" 0 native reg 0 side_plain $at
		ours_jumps "$w" 0 4
		both_called "$w"
		echo 0 >$OUR_OPTIMIZE
		check "$w: ours is a breakpoint" not jump_at 4
		both_called "$w"
		echo 1 >$OUR_OPTIMIZE
		check "$w: none waits" settle
		check "$w: ours is a branch again" jump_at 4
		both_called "$w"
		both_go "$w" $order
		all_clean "$w"
	done
done

# --- in the kernel's text, where theirs may be a branch too
w="in the kernel's text"
kernel=$(sed -n 's/ [a-zA-Z] vfs_mkdir$//p' /proc/kallsyms)
original=$(there)
expect "$w: theirs" 0 native reg 0 vfs_mkdir 28
! has_jumps || check "$w: theirs is a branch" eventually theirs_is_jump
expect "$w: ours is refused" $BUSY ours reg 0 vfs_mkdir 28
check "$w: with a reason" refused_why 'own kprobes'
expect "$w: ours behind it" 0 ours reg 0 vfs_mkdir 32
check "$w: none waits" settle
check "$w: a call" mkdir /tmp/side
expect "$w: is one for theirs" '1 0' native hits 0
expect "$w: and for ours" '1 0' ours hits 0
rmdir /tmp/side
expect "$w: theirs go" 0 native unreg 0
expect "$w: ours go" 0 ours unreg 0
check "$w: text is original" eventually is "$original" there
expect "$w: ours" 0 ours reg 0 vfs_mkdir 28
check "$w: none waits" settle
text=$(there)
expect "$w: theirs is refused" $INVALID native reg 0 vfs_mkdir 28
expect "$w: text is as it was" "$text" there
check "$w: a call" mkdir /tmp/side
expect "$w: is one for ours" '1 0' ours hits 0
rmdir /tmp/side
expect "$w: ours go" 0 ours unreg 0
expect "$w: text is original" "$original" there
side_end
