# SPDX-License-Identifier: GPL-2.0
# Debian's bcc: tools that use kprobes, unmodified, each on something that hits; first what is
# used most. The others are in events_bcc_more.sh. A tool takes half a minute: it compiles.
#
# kernels: tracing
# arch: x86_64
# timeout: 1800
# mem: 3G
# bcc: yes
. /kp/lib.sh
. /kp/side.sh
. /kp/tools.sh
. /kp/bcc.sh

bucket=' -> [0-9]+ +: [1-9]'

slow_write()
{
	dd if=/dev/zero of=/tmp/kp-slow bs=8M count=1
	rm /tmp/kp-slow
}

files_twice()
{
	files
	files
}

terminate()
{
	sleep 100 &
	kill -TERM $!
	wait $!
}

test_tools()
{
	bcc execsnoop '^tool_load +[0-9]+ +[0-9]+ +0 /kp/bin/tool_load unix$' \
		'/kp/bin/tool_load unix'
	check 'BTF is hidden' hide_btf
	bcc opensnoop ' [0-9]+ +0 /proc/version$' files
	show_btf
	bcc tcpconnect ' nc +4 +127\.0\.0\.1 +127\.0\.0\.1 +99 ' tcp
	bcc tcpaccept ' nc +6 +::ffff:127\.0\.0\.1 ' tcp
	bcc biolatency "$bucket" disk
	for name in biosnoop biotop; do
		without bcc $name 'the compiler has inlined blk_account_io_start()' \
			has_function blk_account_io_start
	done
	bcc funccount '^vfs_unlink +[1-9]' files 'vfs_*'
	bcc trace ' do_sys_openat2 +/proc/version$' files 'do_sys_openat2 "%s", arg2@user'
	bcc argdist '[1-9] +retval = 0$' files -C 'r::vfs_unlink()'
	bcc stackcount '^  do_unlinkat$' files -K vfs_unlink
	bcc funclatency '^avg = [1-9].* count: [1-9]' files vfs_write
	bcc funcslower ' hrtimer_nanosleep ' 'sleep 1' hrtimer_nanosleep
	bcc funcinterval "$bucket" files_twice vfs_unlink
	bcc tcptop ' 127\.0\.0\.1:[0-9]+ +127\.0\.0\.1:99 ' tcp -C
	bcc tcpconnlat ' nc +4 +127\.0\.0\.1 +127\.0\.0\.1 +99 ' tcp
	bcc tcptracer ' nc +4 +127\.0\.0\.1 +127\.0\.0\.1 ' tcp
	bcc filetop ' R kp-file$' files -C
	bcc fileslower ' dd .* W 8388608 .* kp-slow$' slow_write 3
	bcc capable ' hostname +21 +CAP_SYS_ADMIN ' 'hostname abc'
	bcc killsnoop ' sh +15 +[0-9]+ +0$' terminate
	# its path is empty: it takes the registers of the call, a system call's only argument, for it
	bcc statsnoop ' stat +0 +0 ' 'stat -f /tmp'
	bcc offcputime ';do_nanosleep;.* [1-9][0-9]*$' 'sleep 1' -K -f
	bcc cpudist "$bucket" files
	bcc oomkill 'OOM kill of PID [0-9]+ \("(sh|sleep|exe)"\)' out_of_memory
}

test_bcc test_tools
