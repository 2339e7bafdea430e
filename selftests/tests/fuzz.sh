# SPDX-License-Identifier: GPL-2.0
# Random operations of every call by four tasks, against a model; meanwhile a
# module comes and goes, and a CPU, and optimization is switched; then
# `enabled`, too. KP_FUZZ: operations of a task. KP_SEED: of their order.
#
# kernels: standalone preempt debug
# timeout: 300
# vm: own
. /kp/lib.sh

OPERATIONS=${KP_FUZZ:-4000}
ROUNDS='0 1'
[ "$KP_KERNEL" = standalone ] || ROUNDS=0
# There each address alone takes minutes.
[ "$KP_KERNEL" != debug ] || { OPERATIONS=${KP_FUZZ:-1000} ROUNDS=0; }
SEED=${KP_SEED:-1}

module_comes_and_goes()
{
	while [ -e /tmp/go ]; do
		insmod /kp/kmod/stress_target.ko
		sleep 0.1
		until rmmod stress_target 2>/dev/null; do :; done
		sleep 0.1
	done
}

# switch FILE A B: writes them in turn, A in the end, once each address has been
# tried alone.
switch()
{
	until [ ! -e /tmp/go ] ||
	      [ "$(cat /sys/module/fuzz_test/parameters/started 2>/dev/null)" = Y ]; do
		sleep 0.1
	done
	while [ -e /tmp/go ]; do
		echo "$3" >"$1"
		sleep 0.2
		echo "$2" >"$1"
		sleep 0.2
	done
}

readers()
{
	while [ -e /tmp/go ]; do
		cat "$KP_DEBUGFS"/* >/dev/null
		sleep 0.2
	done
}

# meanwhile WITH_ENABLED PARAMETERS
meanwhile()
{
	local with_enabled=$1
	shift
	touch /tmp/go
	module_comes_and_goes &
	switch /sys/devices/system/cpu/cpu1/online 1 0 &
	switch /proc/sys/debug/kprobes-optimization 1 0 &
	readers &
	[ "$with_enabled" = 0 ] || switch "$KP_DEBUGFS/enabled" 1 0 &
	run_kmod fuzz_test "operations=$OPERATIONS" "$@"
	rm /tmp/go
	wait
}

ktap_begin
load_kprobes
echo 1 >/sys/kernel/rcu_expedited
# Several short rounds: each tells that it has got there.
for round in $ROUNDS; do
	meanwhile 0 "seed=$((SEED + 2 * round))"
	[ "$KP_KERNEL" = debug ] ||
		meanwhile 1 "seed=$((SEED + 2 * round + 1))" exact=0
done
echo 0 >/sys/kernel/rcu_expedited
check 'nothing is left' cmp "$KP_DEBUGFS/list" /dev/null
unload_kprobes
plan_end
