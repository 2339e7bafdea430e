# SPDX-License-Identifier: GPL-2.0
# Events outlive modules that they probe; kprobe_events.ko stays while it is used.
#
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
i=0
while [ $i -lt 200 ]; do
	echo "p:many$i vfs_read"
	i=$((i + 1))
done >/tmp/many
check '200 events' sh -c "cat /tmp/many >$events"
# counted WHAT: as stats say it
counted()
{
	sed -n "s/^$1: //p" $KP_DEBUGFS/stats
}

syncs=$(counted 'cross-CPU syncs')
check 'are enabled' sh -c "echo 'many*' >>$KP_DEBUGFS/set_event"
expect 'all of them' 200 sh -c "grep -c many $KP_DEBUGFS/set_event"
check 'as one batch' [ $(($(counted 'cross-CPU syncs') - syncs)) -lt 10 ]
: >$KP_DEBUGFS/set_event
grace=$(counted 'grace periods')
check 'and deleted' sh -c ": >$events"
expect 'as one batch' 1 echo $(($(counted 'grace periods') - grace))

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
check 'parts of functions have none' \
	grep -q '\.cold.*part of a function' $KP_DEBUGFS/refused
check 'and nothing else is refused as one' not wrongly_blamed
check 'they are deleted' sh -c ": >$events"
before=$(available)
check 'with 4,096 instances each they are too many' not \
	sh -c "echo 'r4096:back s*' 2>/dev/null >$events"
check 'most of the memory is left' [ "$(available)" -gt $((before / 2)) ]
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
