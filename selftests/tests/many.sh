# SPDX-License-Identifier: GPL-2.0
# 100,000 probes are registered and unregistered in one call each: others run meanwhile,
# and RCU's grace periods end.
#
# kernels: standalone debug hostile
# arch: x86_64
# timeout: 900
# mem: 2G
# clock: 1
. /kp/lib.sh
. /kp/every.sh

NUM=100000
# Milliseconds of 500,000 instructions each. Users have 21 s, and a CPU of some billions a
# second. With KASAN and kmemleak, which keep the stack of each kfree(), ftrace takes 4,000
# million instructions to free a filter of 16,000 functions.
LONGEST_MS=750
[ "$KP_KERNEL" != debug ] || LONGEST_MS=30000

# ended WHAT: how long grace periods took
ended()
{
	local ms=$(($(state longest_grace_period) / 1000000))
	echo "# $1: $(state grace_periods) grace periods, the longest of $ms ms"
	[ "$(state grace_periods)" -gt 0 ] && [ $ms -lt $LONGEST_MS ]
}

enough()
{
	order accept && order inside 12 && [ "$(state accepted)" -ge $NUM ]
}

ktap_begin
load_kprobes optimization=0
load_every max_probes=$((NUM * 11 / 10)) watch_rcu=1
check "$NUM may be registered" enough
echo "# $(state accepted) probes"
# the shortest that the kernel takes
[ "$KP_KERNEL" = debug ] || echo 3 >/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
check 'registered in one go' order all
check 'grace periods ended meanwhile' ended registering
work 1
check 'they are hit' [ "$(state hits)" -gt 1000 ]
check 'unregistered in one go' order remove
check 'grace periods ended meanwhile' ended unregistering
check 'every_test.ko unloads' rmmod every_test
unload_kprobes
plan_end
