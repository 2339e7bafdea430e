# SPDX-License-Identifier: GPL-2.0
# The kernel's own samples, unmodified, are built against our headers and do what they
# do with its own kprobes.
# kernels: standalone stock
# arch: x86_64 arm64 ppc64le ppc64
# timeout: 60
. /kp/lib.sh
. /kp/side.sh

said()
{
	/bin/true
	dmesg_since | grep "$1"
}

is_ours()
{
	grep -w "$1" "$KP_DEBUGFS/list"
}

ktap_begin
load_kprobes
log_mark
check 'kprobe_example loads' insmod /kp/linux-samples/kprobe_example.ko
check 'it is a probe of ours' is_ours kernel_clone+0x[0-9a-f]*
check 'its pre_handler is called' said 'handler_pre: <kernel_clone>'
check 'its post_handler is called' said 'handler_post: <kernel_clone>'
check 'it leaves' rmmod kprobe_example
log_mark
check 'kretprobe_example loads' insmod /kp/linux-samples/kretprobe_example.ko
check 'it is a return probe of ours' is_ours r
check 'its handler is called' said 'kernel_clone returned [0-9]* and took [0-9]* ns'
check 'it leaves' rmmod kretprobe_example
unload_kprobes
plan_end
