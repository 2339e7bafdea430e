# SPDX-License-Identifier: GPL-2.0
# A CPU comes up while every function that may be probed is, those that it runs
# before it can take an exception included.
#
# kernels: standalone
# timeout: 450
# vm: own
. /kp/lib.sh
. /kp/every.sh

cpu1=/sys/devices/system/cpu/cpu1/online

# The accepted of all functions, registered in one go.
register_all()
{
	while [ "$(state tried)" != "$(state symbols)" ]; do
		order chunk && order remove || return 1
	done
	order all
}

off_and_on()
{
	local before
	before=$(state hits)
	echo 0 >$cpu1 && echo 1 >$cpu1 && [ "$(cat $cpu1)" = 1 ] &&
		[ "$(state hits)" -gt "$before" ]
}

ktap_begin
load_kprobes
load_every chunk=2000
addresses >$every/symbols
order snapshot
check 'all that may be probed is' register_all
echo "# $(state accepted) of $(state symbols) functions"
for round in 1 2; do
	check "CPU 1 goes and comes, $round" off_and_on
done
check 'on breakpoints too' sh -c \
	"echo 0 >/sys/module/kprobes/parameters/optimization"
check 'CPU 1 goes and comes, 3' off_and_on
check 'removed' order remove
check 'text is as before' order compare
check 'every_test.ko unloads' rmmod every_test
unload_kprobes
plan_end
