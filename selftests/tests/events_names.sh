# SPDX-License-Identifier: GPL-2.0
# Arguments of functions by their names, on kernels that have BTF.
#
# kernels: standalone tracing stock
. /kp/lib.sh
. /kp/side.sh
. /kp/events.sh

# defines LINE: prints what it became
defines()
{
	printf '%s\n' "$1" >$events && cat $events
}

is_now()
{
	expect "$1" "$2" defines "$1"
}

# The line of a hit, as far as the arguments.
prints()
{
	printf '%s\n' "$1" >$events
	echo ev >$KP_DEBUGFS/set_event
	cat /proc/version >/dev/null
	echo >$KP_DEBUGFS/set_event
	grep -m 1 'cat-.* name="/proc/version"' $KP_DEBUGFS/trace_now |
		sed 's/.*) //'
}

test_names()
{
	local ev="p:$KP_GROUP/ev vfs_read"

	is_now 'p:ev vfs_read $arg*' \
		"$ev file=\$arg1:x64 buf=\$arg2:x64 count=\$arg3:u64 pos=\$arg4:x64"
	is_now 'p:ev vfs_read count' "$ev count=\$arg3:u64"
	is_now 'p:ev vfs_read n=count:x32 a=$arg1 file' \
		"$ev n=\$arg3:x32 a=\$arg1 file=\$arg1:x64"
	is_now 'p:ev vfs_read buf:ustring' "$ev buf=+0(\$arg2):ustring"
	is_now 'r:ev vfs_read count ret=$retval' \
		"r${ev#p} count=\$arg3:u64 ret=\$retval"
	is_now 'p:ev do_sys_openat2 dfd' \
		"p:$KP_GROUP/ev do_sys_openat2 dfd=\$arg1:s32"
	is_now 'p:ev vfs_mkdir mode' "p:$KP_GROUP/ev vfs_mkdir mode=\$arg4:u16"
	expect 'a hit' 'name="/proc/version" dfd=-100' \
		prints 'p:ev do_sys_openat2 name=filename:ustring dfd'
	refused 'p vfs_read nothing' 'The function has no argument'
	refused 'p vfs_read coun' 'The function has no argument'
	refused 'p vfs_read+5 count' 'There is no such $ variable'
	refused 'p vfs_* count' 'Names of arguments are not known here'
	refused 'p vfs_read $arg* count' 'The name is used already'
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
if [ -e /sys/kernel/btf/vmlinux ]; then
	test_names
else
	refused 'p vfs_read count' 'Names of arguments are not known here'
	refused 'p vfs_read $arg*' 'Names of arguments are not known here'
fi
: >$events
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
