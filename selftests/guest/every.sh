# SPDX-License-Identifier: GPL-2.0
# For tests that probe all functions, by every_test.ko; sourced behind lib.sh.

every=/sys/kernel/debug/every_test
cpu1=/sys/devices/system/cpu/cpu1/online

# Of the kernel, and of its own modules if EVERY_MODULES is set; and those in the file
# EVERY_MORE.
addresses()
{
	awk -v modules="$EVERY_MODULES" '$2 ~ /^[tTwW]$/ && ($4 == "" ||
		modules && $4 !~ /^\[(kprobes|every_test|bpf|__builtin__.*)\]$/) \
		{ print $1 }' \
		/proc/kallsyms | sort -u - ${EVERY_MORE:+"$EVERY_MORE"}
}

# Of the kernel, or else of a module.
address_of()
{
	{
		symbol_lines "$1" ||
			grep -F " $1	[" /proc/kallsyms
	} | sed 's/^/0x/; s/ .*//; q'
}

# Of the kernel's own text.
last_address()
{
	awk '$2 ~ /^[tTwW]$/ && $4 == "" { print "0x" $1 }' /proc/kallsyms |
		sort | tail -n 1
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
		stext="$(address_of _stext)" etext="$(address_of _etext)" \
		last="$(last_address)"
	addresses >/tmp/addresses
	cat /tmp/addresses >$every/symbols
	check 'all addresses taken' \
		[ "$(state symbols)" = "$(wc -l </tmp/addresses)" ]
}

# work ROUNDS [FILE]: fork and exec, files, pipes, timers, signals, mmap, /proc.
work()
{
	local round=0 file=${2:-/tmp/work} pid
	while [ $round -lt "$1" ]; do
		round=$((round + 1))
		/bin/true
		sleep 100 &
		pid=$!
		usleep 2000
		kill $pid
		wait $pid 2>/dev/null
		dd if=/dev/zero of="$file" bs=4k count=16 2>/dev/null
		cp "$file" "$file.2"
		cat "$file.2" | wc -c >/dev/null
		mv "$file.2" "$file"
		ls -l /tmp /proc/self >/dev/null
		cat /proc/self/maps /proc/meminfo /proc/stat /proc/loadavg \
			>/dev/null
		ps >/dev/null
		rm "$file"
	done
}

# The accepted of all functions, and so many more instructions in each, registered
# in one go.
register_everywhere()
{
	order accept && order inside "$1" && order all
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
