# SPDX-License-Identifier: GPL-2.0
# Watches come, go and move while CPUs do too and write what is watched.
# arch: x86_64 arm64
# timeout: 180
# vm: own
. /kp/lib.sh

CPU1=/sys/devices/system/cpu/cpu1/online

come_and_go()
{
	while [ -e /tmp/go_on ]; do
		echo 0 >$CPU1
		cat $KP_DEBUGFS/list $KP_DEBUGFS/stats >/dev/null
		echo 1 >$CPU1
	done
}

ktap_begin
has_watches || {
	skip 'watches' 'this kernel was built without KALLSYMS_ALL'
	plan_end
	exit
}
load_kprobes
run_kmod watch_stress rounds=300
touch /tmp/go_on
come_and_go &
run_kmod watch_stress rounds=100
rm /tmp/go_on
wait
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
unload_kprobes
plan_end
