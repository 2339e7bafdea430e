# SPDX-License-Identifier: GPL-2.0
# What the API promises of return probes and jprobes.
. /kp/lib.sh
. /kp/side.sh

ktap_begin
load_kprobes
# what another test has logged does not count
echo 'jprobes of return_api' >/dev/kmsg
run_kmod return_api
run_kmod jprobe_api
log=$(dmesg | sed '1,/jprobes of return_api$/d')
targets=$(echo "$log" | sed -n 's/.*KTAP: # forgot in //p')
check 'handlers have forgotten jprobe_return()' [ "$(echo $targets | wc -w)" -ge 10 ]
for target in $targets; do
	check "$target without jprobe_return() is reported once" test 1 = \
		"$(echo "$log" | grep -c "handler of [.]*$target+.* returned without")"
done
check 'jprobe_return() elsewhere is reported' \
	sh -c "dmesg | grep -q 'jprobe_return() outside of a jprobe'"

# lines WHAT FUNCTION: of how many of its probes `stats` says so
lines()
{
	grep "$2" $KP_DEBUGFS/stats | grep -c "$1"
}

check 'return_set stays' insmod /kp/kmod/return_set.ko stay=1
expect 'each hit is counted for each that shares its instance' 3 \
	lines 'hits 200 missed 0 without instance 0 in use 0' set_leaf
expect 'each has the call that is under way' 3 \
	lines 'hits 1 missed 0 without instance 0 in use 1' set_inside
expect 'they have one instance' 1 \
	sed -n 's/^return instances: \([0-9]*\) in use.*/\1/p' $KP_DEBUGFS/stats
check 'return_set goes' rmmod return_set
# leaves much to be freed, and till then nothing is shared
run_kmod return_set
check 'all instances are back' grep -q '^return instances: 0 in use' \
	$KP_DEBUGFS/stats
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
unload_kprobes
plan_end
