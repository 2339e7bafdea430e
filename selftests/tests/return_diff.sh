# SPDX-License-Identifier: GPL-2.0
# Functions with all kinds of arguments and results: bare, and with return
# probes and jprobes. And functions that never return.
#
# timeout: 200
. /kp/lib.sh

in_use()
{
	sed -n 's/^return instances: \([0-9]*\) in use,.*/\1/p' $KP_DEBUGFS/stats
}

# The sweep gives back what the dead have.
none_in_use_soon()
{
	local i=0
	while [ "$(in_use)" != 0 ]; do
		[ $((i += 1)) -le 60 ] || { cat $KP_DEBUGFS/stats; return 1; }
		sleep 1
	done
}

all_in_use()
{
	in_use
	[ "$(in_use)" = 12 ]
}

none_returned()
{
	dmesg_since | grep 'return_diff: entered'
	dmesg_since | grep -q 'return_diff: entered 12, returned 0, missed 0$'
}

ktap_begin
load_kprobes
run_kmod return_diff
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
check 'instances of the dead come back without probes' none_in_use_soon

log_mark
check 'tasks go where they never return from' \
	insmod /kp/kmod/return_diff.ko hold=1
check 'these keep their instances' all_in_use
echo 1 >/sys/module/return_diff/parameters/let_go
check 'instances of the dead come back with probes' none_in_use_soon
check 'the module unloads' rmmod return_diff
check 'each was entered, none returned' none_returned
unload_kprobes
plan_end
