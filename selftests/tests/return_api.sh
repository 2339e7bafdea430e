# SPDX-License-Identifier: GPL-2.0
# What the API promises of return probes and jprobes.
. /kp/lib.sh

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
check 'all instances are back' grep -q '^return instances: 0 in use' \
	$KP_DEBUGFS/stats
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
unload_kprobes
plan_end
