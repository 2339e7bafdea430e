# SPDX-License-Identifier: GPL-2.0
# For the tests that probe every function, by every_test.ko.

every=/sys/kernel/debug/every_test

# address_of SYMBOL: of the kernel.
address_of()
{
	awk -v name="$1" '$3 == name { print "0x" $1; exit }' /proc/kallsyms
}

# state NAME: what every_test.ko says of it.
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
	check 'every_test.ko loads' insmod /kp/kmod/every_test.ko \
		stext="$(address_of _stext)" etext="$(address_of _etext)" "$@"
}

# Addresses of what may be a function of the kernel, none twice.
addresses()
{
	awk '$2 ~ /^[tTwW]$/ && $4 == "" { print $1 }' /proc/kallsyms | sort -u
}
