# SPDX-License-Identifier: GPL-2.0
# For tests of the kernel's own kprobes beside ours: what is in side_plain of
# side_target.ko, and whose probes are called.
. /kp/side.sh

OPTIMIZE=/proc/sys/debug/kprobes-optimization
OUR_OPTIMIZE=/proc/sys/debug/kprobes_module-optimization
ILSEQ=-84
BUSY=-16
INVALID=-22

# Whether they can be jumps.
has_jumps()
{
	[ -e $OPTIMIZE ]
}

# Where the lock of theirs is not found, they are kept from what is not armed too.
has_lock()
{
	has_symbol kprobe_mutex
}

# side_plain: +0, +4, +8 of 4 bytes, a nop at +12, and what follows.
here()
{
	ours text "$plain" 0 17
}

# original [AT]...: the text, with a breakpoint at each offset.
original()
{
	local text=$clean at any
	any=$(echo $KP_BRK | tr 0-9a-f .)
	for at; do
		text=$(echo "$text" |
		       sed "s/^\(.\{$((2 * at))\}\)$any/\1$KP_BRK/")
	done
	echo "$text"
}

# Whether a jump begins at an offset.
jump_at()
{
	case $KP_ARCH in
	arm64) here | grep -q "^.\{$((2 * $1 + 6))\}1[4-7]" ;;
	ppc64le) here | grep -q "^.\{$((2 * $1 + 6))\}4[89ab]" ;;
	x86_64) here | grep -q "^.\{$((2 * $1))\}e9" ;;
	esac
}

refused_why()
{
	tail -n 1 "$KP_DEBUGFS/refusals" | grep "$1"
}

all_clean()
{
	check "$1: text is original" eventually is "$clean" here
	check "$1: functions work" call 5
}

# both_go WHAT WHO...: the probes 0 of these, in this order
both_go()
{
	local what=$1 who
	shift
	for who in "$@"; do
		expect "$what: $who goes" 0 "$who" unreg 0
		check "$what: functions work" call 5
	done
}

# both_called WHAT: each probe in slot 0 once a call, and right results
both_called()
{
	ours clear 0 >/dev/null
	native clear 0 >/dev/null
	check "$1: functions work" call 5
	expect "$1: ours are called" '5 0' ours hits 0
	expect "$1: theirs are called" '5 0' native hits 0
}

# ours_jumps WHAT SLOT OFFSET: register ours, which becomes a jump
ours_jumps()
{
	expect "$1: ours" 0 ours reg "$2" side_plain "$3"
	check "$1: none waits" settle
	check "$1: ours is a jump" jump_at "$3"
}

side_begin()
{
	ktap_begin
	insmod /kp/kmod/side_target.ko
	load_kprobes optimization=0
	insmod /kp/kmod/side_ours.ko
	insmod /kp/kmod/side_native.ko
	find_plain
	clean=$(here)
}

find_plain()
{
	plain=$(sed -n 's/ [a-zA-Z] side_plain[[:space:]].*//p' /proc/kallsyms)
}

side_end()
{
	rmmod side_native side_ours side_target
	unload_kprobes
	plan_end
}
