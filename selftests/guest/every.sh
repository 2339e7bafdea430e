# SPDX-License-Identifier: GPL-2.0
# For tests that probe all functions, by every_test.ko; sourced behind lib.sh.

every=/sys/kernel/debug/every_test
cpu1=/sys/devices/system/cpu/cpu1/online

addresses()
{
	awk '$2 ~ /^[tTwW]$/ && $4 == "" { print $1 }' /proc/kallsyms | sort -u
}

address_of()
{
	awk -v name="$1" '$3 == name { print "0x" $1; exit }' /proc/kallsyms
}

state()
{
	sed -n "s/^$1 //p" $every/state
}

order()
{
	echo "$*" >$every/command
}

# load_every [PARAMETER...]
load_every()
{
	check 'every_test.ko loads' insmod /kp/kmod/every_test.ko "$@" \
		stext="$(address_of _stext)" etext="$(address_of _etext)"
	addresses >/tmp/addresses
	cat /tmp/addresses >$every/symbols
	check 'all addresses taken' \
		[ "$(state symbols)" = "$(wc -l </tmp/addresses)" ]
}

# The accepted of all functions, registered in one go.
register_all()
{
	while [ "$(state tried)" != "$(state symbols)" ]; do
		order chunk && order remove || return 1
	done
	order all
}

# Handlers are called again.
more_than_before()
{
	local before
	before=$(state hits)
	/bin/true
	[ "$(state hits)" -gt "$before" ]
}
