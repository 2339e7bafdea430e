# SPDX-License-Identifier: GPL-2.0
# Instances of return probes run short while the machine is suspended to RAM, by the one CPU that
# is on, which forgets the interrupts that it sends itself; and a handler moves a watch there.
#
# kernels: stock
# arch: x86_64
# clock: host
. /kp/lib.sh
. /kp/side.sh

alarm=/sys/class/rtc/rtc0/wakealarm
client=/sys/module/return_low/parameters

sleeps()
{
	echo 0 >$alarm && echo +5 >$alarm && echo mem >/sys/power/state
}

ktap_begin
echo deep >/sys/power/mem_sleep
load_kprobes
# a new pool: the calls of CPU 0 use up the first group that it takes from
check 'return_low.ko loads' insmod /kp/kmod/return_low.ko cpu=0 depth=63 \
	path=syscore_suspend move_at=syscore_resume
check 'sleeps and wakes up' sleeps
expect 'it was hit on its way' 1 cat $client/returned
expect 'it did not move a watch there' -16 cat $client/moved
expect 'irq_works of that CPU run' 1 cat $client/runs
check 'return_low.ko unloads' rmmod return_low
unload_kprobes
plan_end
