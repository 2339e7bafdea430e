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

# Of members offsets are the kernel's: N.
is_now_by_offsets()
{
	expect "$1" "$2" eval "defines '$1' | sed 's/+[0-9]*(/+N(/g'"
}

# The line of a hit, as far as the arguments.
prints()
{
	printf '%s\n' "$1" >$events
	echo ev >$KP_DEBUGFS/set_event
	cat /proc/version >/dev/null
	echo >$KP_DEBUGFS/set_event
	grep -m 1 'cat-.* name="\(/proc/\)\?version"' $KP_DEBUGFS/trace_now |
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
		"r${ev#p} count=\$arg3:u64 ret=\$retval:s64"
	is_now 'r:ev vfs_read $retval $retval:x8' \
		"r${ev#p} arg1=\$retval:s64 arg2=\$retval:x8"
	is_now 'r:ev do_filp_open $retval' \
		"r:$KP_GROUP/ev do_filp_open arg1=\$retval:x64"
	is_now 'r:ev fput $retval' "r:$KP_GROUP/ev fput arg1=\$retval"
	refused 'p vfs_read $retval' 'Only a return probe has $retval'
	is_now 'p:ev do_sys_openat2 dfd' \
		"p:$KP_GROUP/ev do_sys_openat2 dfd=\$arg1:s32"
	is_now 'p:ev vfs_mkdir mode' "p:$KP_GROUP/ev vfs_mkdir mode=\$arg4:u16"
	expect 'a hit' 'name="/proc/version" dfd=-100' \
		prints 'p:ev do_sys_openat2 name=filename:ustring dfd'
	test_members
	refused 'p vfs_read nothing' 'The function has no argument'
	refused 'p vfs_read coun' 'The function has no argument'
	refused 'p vfs_read+5 count' 'There is no such $ variable'
	refused 'p vfs_* count' 'Names of arguments are not known here'
	refused 'p vfs_read $arg* count' 'The name is used already'
}

test_members()
{
	local ev="p:$KP_GROUP/ev vfs_read"

	is_now_by_offsets 'p:ev vfs_read file->f_flags n=file->f_inode->i_ino:x32' \
		"$ev arg1=+N(\$arg1):u32 n=+N(+N(\$arg1)):x32"
	is_now_by_offsets 'p:ev vfs_read $arg1->f_path.dentry->d_iname:string' \
		"$ev arg1=+N(+N(\$arg1)):string"
	is_now_by_offsets 'p:ev vfs_read file->f_path.dentry->d_name.name:string' \
		"$ev arg1=+N(+N(+N(\$arg1))):string"
	is_now_by_offsets 'p:ev wake_up_new_task p->sched_reset_on_fork p->pid' \
		"p:$KP_GROUP/ev wake_up_new_task arg1=+N(\$arg1):b1@0/32 arg2=+N(\$arg1):s32"
	is_now_by_offsets 'p:ev vfs_read file->f_inode->i_sb->s_uuid.b' \
		"$ev arg1=+N(+N(+N(\$arg1))):u8[16]"
	is_now_by_offsets 'p:ev wake_up_new_task p->comm' \
		"p:$KP_GROUP/ev wake_up_new_task arg1=+N(\$arg1):string"
	expect 'a hit: text behind a pointer' 'name="/proc/version"' \
		prints 'p:ev do_filp_open name=pathname->name:string'
	expect 'a hit: text at the open end of a struct' 'name="/proc/version"' \
		prints 'p:ev do_filp_open name=pathname->iname'
	expect 'a hit: text in a struct, the same behind a pointer' \
		'name="version" same="version" dev=0' \
		prints "p:ev vfs_open name=path->dentry->d_iname:string \
same=path->dentry->d_name.name:string dev=path->dentry->d_inode->i_rdev"
	expect 'a hit: members of what is returned' 'name="version" pos=0' \
		prints 'r:ev do_filp_open name=$retval->f_path.dentry->d_iname:string pos=$retval->f_pos'
	refused 'p vfs_read file->nothing' 'The struct has no member of this name'
	refused 'p vfs_read file->f_path.nothing' 'The struct has no member of this name'
	refused 'p vfs_read file->' 'The struct has no member of this name'
	refused 'p vfs_read file.f_flags' '-> comes behind a pointer'
	refused 'p vfs_read file->f_path->dentry' '-> comes behind a pointer'
	refused 'p vfs_read file->f_inode.i_ino' '-> comes behind a pointer'
	refused 'p vfs_read file-f_flags' '-> comes behind a pointer'
	refused 'p vfs_read count->f_flags' '-> comes behind a pointer'
	refused 'p vfs_read file->f_path' 'This is no number, no pointer'
	refused 'p vfs_read file->f_flags:string' 'This type is read from memory'
	is_now 'p:ev vfs_read count:string' "$ev count=+0(\$arg3):string"
	refused 'p vfs_read =count' 'There is no name before the ='
	refused 'p do_filp_open $retval->f_flags' 'Only a return probe has $retval'
	refused 'p vfs_read $arg9->f_flags' 'A function has no argument of this number'
	refused 'p vfs_read $stack->f_flags' 'There is no such $ variable'
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
