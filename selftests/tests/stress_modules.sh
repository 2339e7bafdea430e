# SPDX-License-Identifier: GPL-2.0
# A module is loaded and unloaded while its functions are probed and the list is
# read.
#
# kernels: standalone debug
# timeout: 120
# vm: own
. /kp/lib.sh

load_and_unload()
{
	local loads=0
	while [ ! -e /tmp/stop ]; do
		insmod /kp/kmod/stress_target.ko || break
		loads=$((loads + 1))
		echo 1 >/sys/module/stress_target/parameters/call
		# nobody who registers holds it
		rmmod stress_target || break
		echo $loads >/tmp/loads
	done
}

read_lists()
{
	while [ ! -e /tmp/stop ]; do
		cat "$KP_DEBUGFS/list" "$KP_DEBUGFS/stats"
		usleep 1000
	done | grep '\[GONE\]' >/tmp/gone
}

ktap_begin
load_kprobes
echo 0 >/tmp/loads
load_and_unload &
loader=$!
read_lists &
reader=$!
ROUNDS=100
[ "$KP_KERNEL" != debug ] || ROUNDS=40
run_kmod stress_gone rounds=$ROUNDS
touch /tmp/stop
wait $loader $reader
echo "# $(cat /tmp/loads) loads, $(wc -l </tmp/gone) lines [GONE] read"
check 'loaded often' [ "$(cat /tmp/loads)" -ge 20 ]
check 'the list shows [GONE]' [ -s /tmp/gone ]
check 'nothing is left in the list' [ -z "$(cat $KP_DEBUGFS/list)" ]
unload_kprobes
plan_end
