# SPDX-License-Identifier: GPL-2.0
# Hashed page tables, with text that is read-only. One CPU: with more, QEMU takes
# for ever over making it so.
# kernels: standalone
# arch: ppc64le ppc64
# smp: 1
# append: disable_radix
# timeout: 150
. /kp/lib.sh

has_hash()
{
	grep -q '^MMU.*: Hash' /proc/cpuinfo
}

is_by_call()
{
	[ "$(breakpoints_by)" = "by a call of our own in the kernel's vector" ]
}

ktap_begin
check 'page tables are hashed' has_hash
load_kprobes optimization=0
check 'breakpoints come by our call' is_by_call
run_kmod insn_test
run_kmod vector_test
unload_kprobes
load_kprobes
run_kmod insn_test jump=1
for module in api_semantics return_api jprobe_api jump_test; do
	run_kmod $module
done
# in the kernel's own text, whose branches lead to what it has left over
insmod /kp/samples/kretprobe_example.ko
settle
check 'a probe in the kernel is a branch' grep -q OPTIMIZED "$KP_DEBUGFS/list"
(:)
check 'it is hit' grep -q 'hits [1-9]' "$KP_DEBUGFS/stats"
rmmod kretprobe_example
unload_kprobes
plan_end
