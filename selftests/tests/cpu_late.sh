# SPDX-License-Identifier: GPL-2.0
# A kernel that has started on one CPU writes the lock prefixes into its text when the
# second one comes, while whatever may be probed is.
#
# kernels: standalone stock
# arch: x86_64
# timeout: 450
# append: maxcpus=1
. /kp/lib.sh
. /kp/every.sh
. /kp/side.sh

prefixes=/sys/module/lock_prefixes/parameters

probe_all()
{
	register_all && [ "$(state accepted)" -gt 1000 ]
}

cpu1_comes()
{
	echo 1 >$cpu1 && [ "$(cat $cpu1)" = 1 ]
}

ktap_begin
expect 'one CPU runs' 0 cat $cpu1
load_kprobes
check 'lock_prefixes.ko loads' insmod /kp/kmod/lock_prefixes.ko \
	start="$(address_of __smp_locks)" end="$(address_of __smp_locks_end)" \
	stext="$(address_of _stext)" etext="$(address_of _etext)"
num=$(cat $prefixes/num)
check 'there are hundreds of lock prefixes' [ "$num" -gt 200 ]
expect 'none is there yet' 0 cat $prefixes/there
expect 'none can be probed' 0 cat $prefixes/accepted
expect 'nor that of a module' 0 cat $prefixes/locked
check 'what is before it can be probed' eval "echo 1 >$prefixes/probed"
check 'but not by a jump' grep -q \
	' not optimized: lock prefix that comes and goes' \
	"$KP_DEBUGFS/stats"
expect 'it is hit' 1 cat $prefixes/hits
load_every
check 'all that may be probed is' probe_all
check 'CPU 1 comes' cpu1_comes
expect 'all are there' "$num" cat $prefixes/there
expect "a module's too" 1 cat $prefixes/locked
expect 'it is hit again' 2 cat $prefixes/hits
check 'probes are hit' more_than_before
check 'removed' order remove
expect 'all are still there' "$num" cat $prefixes/there
check 'every_test.ko unloads' rmmod every_test
check 'the module has none' eval "echo 0 >$prefixes/probed"
expect 'its prefix is still there' 1 cat $prefixes/locked
rmmod lock_prefixes
unload_kprobes
plan_end
