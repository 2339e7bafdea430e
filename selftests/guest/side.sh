# SPDX-License-Identifier: GPL-2.0
# For tests that tell clients what to do: selftests/kmod/side_commands.h.

# KP_BRK: a breakpoint of ours, in hex.
case $KP_ARCH in
arm64) KP_BRK=006021d4 ;;
ppc64) KP_BRK=7feb5808 ;;
ppc64le) KP_BRK=0858eb7f ;;
x86_64) KP_BRK=cc ;;
esac

# The group of events that are given none, and what their files are called in tracefs.
KP_GROUP=kprobes KP_FILES=kprobe
! grep -qs '^CONFIG_KPROBE_EVENTS=y' /kp/config || KP_GROUP=kpm KP_FILES=kpm

# ours COMMAND...: prints what came of it. native: by the kernel's own kprobes.
ours()
{
	echo "$*" >/sys/module/side_ours/parameters/cmd &&
		cat /sys/module/side_ours/parameters/result
}

native()
{
	echo "$*" >/sys/module/side_native/parameters/cmd &&
		cat /sys/module/side_native/parameters/result
}

# is WANTED COMMAND...: the command prints that and nothing else.
is()
{
	local wanted="$1" got
	shift
	got=$("$@" 2>&1)
	[ "$got" = "$wanted" ] || {
		echo "$*: '$got' instead of '$wanted'"
		return 1
	}
}

# expect DESCRIPTION WANTED COMMAND...
expect()
{
	local what="$1"
	shift
	check "$what" is "$@"
}

# call NUM: call all functions of side_target.ko so often; false if one of them
# did not return what it should.
call()
{
	echo "$1" >/sys/module/side_target/parameters/call
	is "${2:-0}" cat /sys/module/side_target/parameters/wrong
}

skipped()
{
	cat /sys/module/side_target/parameters/skipped
}

# text SYMBOL OFFSET NUM: bytes that are there, in hex.
text()
{
	ours text "$@"
}

listed()
{
	grep "$1" "$KP_DEBUGFS/list"
}

not()
{
	! "$@"
}

# eventually COMMAND...: succeeds within some seconds.
eventually()
{
	local i=0
	while [ $i -lt $((15 * ${KP_SLOW:-1})) ]; do
		if "$@" >/dev/null 2>&1; then
			return 0
		fi
		sleep 1
		i=$((i + 1))
	done
	"$@"
}
