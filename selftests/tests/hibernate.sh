# SPDX-License-Identifier: GPL-2.0
# Every function that may be probed is, by jumps and then by breakpoints; meanwhile the
# kernel makes an image of itself, and goes on in it, as it does when it has hibernated. A
# function that was called before the image was made returns in it, to a return probe.
#
# kernels: arm64-stock
# timeout: 900
# mem: 2G
. /kp/lib.sh
. /kp/every.sh

goes_on()
{
	hibernate && [ "$(cat $cpu1)" = 1 ]
}

client=/kp/kmod/return_client.ko

# What is counted after the image was made is not in it.
returns_once()
{
	insmod $client symbol="$1" && goes_on &&
		[ "$(cat /sys/module/return_client/parameters/returns)" = 1 ] &&
		rmmod return_client
}

is_accepted()
{
	insmod $client symbol="$1" && rmmod return_client
}

is_refused()
{
	! is_accepted "$1" 2>/dev/null
}

ktap_begin
check 'goes on, without probes' goes_on
load_kprobes
# the first returns in the image, the other before it is made
for name in swsusp_arch_suspend cpu_do_suspend; do
	check "$name returns once" returns_once $name
done
check 'cpu_suspend has a return probe' is_accepted cpu_suspend
check 'what returns twice has none' is_refused __cpu_suspend_enter
load_every max_probes=200000
order snapshot
check 'all that may be probed are taken up' order accept
check 'all are registered' order all
check 'none waits to be a jump' settle
echo "# $(state accepted) probes, $(jumps) jumps"
check 'goes on, with jumps' goes_on
check 'probes are hit' more_than_before
echo 0 >/sys/module/kprobes/parameters/optimization
check 'goes on, with breakpoints' goes_on
check 'probes are hit' more_than_before
check 'removed' order remove
check 'text is as before' order compare
check 'every_test.ko unloads' rmmod every_test
unload_kprobes
plan_end
