# SPDX-License-Identifier: GPL-2.0
# Probes in user space where the kernel has no uprobes: refused, with the reason.
# kernels: standalone
. /kp/lib.sh
. /kp/side.sh

CLIENT=/sys/module/user_client/parameters
# a program; it is not looked at
program=/bin/busybox

client()
{
	echo "$*" >$CLIENT/cmd
	cat $CLIENT/result
}

ktap_begin
load_kprobes
check 'the kernel has none' not has_symbol uprobe_register
insmod /kp/kmod/user_client.ko
expect 'by path' -95 client path 0 $program user_add 0
expect 'by inode' -95 client inode 0 $program 4096
expect 'what is not registered cannot be inserted' -22 client insert 0
expect 'nor removed' -22 client remove 0
client del 0 >/dev/null
check 'refusals say why' grep -q \
	'user_client: register_uprobe_path /bin/busybox:user_add+0x0: -95 (the kernel has no uprobes (CONFIG_UPROBES))$' \
	$KP_DEBUGFS/refusals
expect 'nothing is listed' '' cat $KP_DEBUGFS/list
rmmod user_client
unload_kprobes
plan_end
