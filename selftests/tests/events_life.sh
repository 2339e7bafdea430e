# SPDX-License-Identifier: GPL-2.0
# Events outlive modules that they probe; kprobe_events.ko stays while it is used.
#
# kernels: standalone debug stock tracing
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

events=$KP_DEBUGFS/events

profile()
{
	awk '{ print $1, $2, $3 }' $KP_DEBUGFS/profile
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
check 'a module that is not loaded' \
	sh -c "echo 'p:ev coming_target:coming_function' >$events"
check 'a symbol that is nowhere is refused' not \
	sh -c "echo 'p:no coming_function' 2>/dev/null >>$events"
echo ev >$KP_DEBUGFS/set_event
for round in 1 2 3; do
	check 'the module comes' insmod /kp/kmod/coming_target.ko
	check 'it is probed' listed coming_function
	# its init calls it three times
	expect "its init was hits" "ev $((3 * round)) 0" profile
	check 'the module goes' rmmod coming_target
	expect 'nothing is probed' '' cat $KP_DEBUGFS/list
done
# --- without a module's name, and while events wait for something
check 'an event without its name' sh -c "insmod /kp/kmod/coming_target.ko &&
	echo 'p:bare coming_function' >>$events"
check 'is one in the module' listed coming_function
check 'another, of two places' sh -c "echo 'p:two coming_function' >>$events &&
	echo 'p:two vfs_read' >>$events"
check 'of which the first is deleted' \
	sh -c "echo '-:two coming_function' >>$events"
check 'the other stays' grep -q "/two vfs_read" $events
check 'the module goes' rmmod coming_target
check 'and the probe with it' not listed coming_function
check 'it is deleted' sh -c "echo -:bare >>$events"
hold=/sys/module/hold_events/parameters/hold
# the lock is data
if grep -q ' kpe_mutex' /proc/kallsyms; then
	insmod /kp/kmod/hold_events.ko
	check 'somebody holds all events' sh -c "echo 1 >$hold"
	check 'a module that none names comes' insmod /kp/kmod/side_target.ko
	check 'and goes' rmmod side_target
	expect 'meanwhile' Y cat $hold
	echo 0 >$hold
	rmmod hold_events
else
	skip 'a module that none names' 'the kernel has no CONFIG_KALLSYMS_ALL'
fi

check 'an enabled event keeps kprobe_events.ko' not rmmod kprobe_events
check 'and kprobes.ko' not rmmod kprobes
: >$KP_DEBUGFS/set_event
exec 3<$events
check 'an open file keeps it' not rmmod kprobe_events
exec 3<&-
# nor does a defined event, but for those that an eprobe of the kernel may refer to
rmmod kprobe_events 2>/dev/null || {
	check 'the kernel has events of its own' ls /sys/kernel/tracing/kpm_events
	: >$events
	rmmod kprobe_events
}
check 'a defined event does not' not grep -q '^kprobe_events ' /proc/modules
expect 'nothing is probed' '' cat $KP_DEBUGFS/list
expect 'no file is left' 'blacklist enabled list refusals stats' \
	sh -c "echo \$(ls $KP_DEBUGFS | sort)"
check 'it loads again' insmod /kp/kprobe_events.ko

# --- batches
# counted WHAT: as stats say it
counted()
{
	sed -n "s/^$1: //p" $KP_DEBUGFS/stats
}

# costs COMMAND: prints how many grace periods it takes; and how many cross-CPU syncs, if
# they are not few: jumps, which come later, take some
costs()
{
	local grace=$(counted 'grace periods') syncs=$(counted 'cross-CPU syncs')
	sh -c "$1" || echo failed
	grace=$(($(counted 'grace periods') - grace))
	syncs=$(($(counted 'cross-CPU syncs') - syncs))
	[ $syncs -ge 20 ] || syncs=few
	echo $grace $syncs
}

# costs_of NUM: to enable, disable and delete events of so many functions
costs_of()
{
	head -n $1 /tmp/functions | sed 's/.*/p:many_& &/' >/tmp/many
	# by one write: sed and cat end a write in the middle of a line
	dd if=/tmp/many of=$events bs=1M 2>/dev/null
	grep -c many $events
	costs "echo 'many*' >>$KP_DEBUGFS/set_event"
	grep -c many $KP_DEBUGFS/set_event
	costs ": >$KP_DEBUGFS/set_event"
	grep -c many $KP_DEBUGFS/set_event
	costs ": >$events"
}

# those that can be probed, and whose name no other has
printf '%s\n' 'p:all s*' 'p:more p*' >$events
awk '{ sub("[+].*", "", $4); print $4 }' $KP_DEBUGFS/profile | sed 's/^[.]//' | grep -v '[.]' |
	awk 'length($1) < 58' | sort | uniq -u | head -n 1000 >/tmp/functions
expect '1,000 events are enabled, disabled and deleted as one' '1000
0 few
1000
0 few
0
1 few' costs_of 1000

# --- return probes by the hundred: some functions may have none
wrongly_blamed()
{
	grep 'part of a function' $KP_DEBUGFS/refused | grep -v '\.cold'
}

available()
{
	sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo
}

check 'return probes in all that begin so' \
	sh -c "echo 'r:back s*' >$events"
check 'are many' [ "$(grep -c '^  back ' $KP_DEBUGFS/profile)" -gt 100 ]
if grep -q ' t s[^ ]*\.cold$' /tmp/kallsyms; then
	check 'parts of functions have none' \
		grep -q '\.cold.*part of a function' $KP_DEBUGFS/refused
else
	skip 'parts of functions have none' 'the kernel has no .cold ones that begin so'
fi
check 'and nothing else is refused as one' not wrongly_blamed
check 'they are deleted' sh -c ": >$events"
before=$(available)
check 'with 4,096 instances each they are too many' not \
	sh -c "echo 'r4096:back s*' 2>/dev/null >$events"
check 'most of the memory is left' [ "$(available)" -gt $((before / 2)) ]
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
