# SPDX-License-Identifier: GPL-2.0
# A CPU with all that QEMU has: return addresses are signed (PAC), atomics are
# LSE's; landing pads (BTI) where the kernel has them checked; PSTATE.SSBS is set.
# kernels: stock
# arch: arm64
# cpu: max,pauth-impdef=on
# append: ssbd=force-off
# timeout: 200
. /kp/lib.sh
. /kp/side.sh

has_feature()
{
	grep -q "^Features.* $1\\( \\|\$\\)" /proc/cpuinfo
}

ktap_begin
for feature in paca pacg bti atomics; do
	check "the CPU has $feature" has_feature $feature
done
load_kprobes optimization=0
run_kmod insn_test
unload_kprobes
load_kprobes
run_kmod insn_test jump=1
insmod /kp/kprobe_events.ko
echo 'p:ev vfs_read' >$KP_DEBUGFS/events
echo 1 >$KP_DEBUGFS/event/$KP_GROUP/ev/stacktrace
echo ev >$KP_DEBUGFS/set_event
dd if=/proc/version bs=7 count=1 of=/dev/null 2>/dev/null
echo >$KP_DEBUGFS/set_event
cat $KP_DEBUGFS/trace_now >/tmp/stack
check 'a stack' grep -q '=> .*sys_read' /tmp/stack
check 'has a symbol on each line' not grep '=> 0x' /tmp/stack
echo >$KP_DEBUGFS/events
rmmod kprobe_events
for module in api_semantics return_api jprobe_api return_diff jump_test; do
	run_kmod $module
done
unload_kprobes
plan_end
