# SPDX-License-Identifier: GPL-2.0
# The tools of Debian's bcc that use kprobes on this kernel, unmodified, each on something
# that hits. They are in Python, and have clang compile C for the headers that the kernel has
# with it.
#
# kernels: tracing
# arch: x86_64
# timeout: 900
# tracers: yes
. /kp/lib.sh
. /kp/side.sh
. /kp/tools.sh

# --- what is there to be seen

run_program()
{
	/bin/busybox cat /proc/version
}

send_signal()
{
	sleep 100 &
	kill -USR1 $!
	wait $!
}

mount_one()
{
	mount -t proc proc /tmp/mnt && umount /tmp/mnt
}

stat_fs()
{
	stat -f /tmp
}

# --- the tools

# bcc NAME PATTERN HIT [ARGUMENT...]
bcc()
{
	local name=$1
	shift
	bcc_as "$name" "$name" "$@"
}

# bcc_as DESCRIPTION NAME PATTERN HIT [ARGUMENT...]
bcc_as()
{
	local what=$1 name=$2 pattern=$3 hit=$4
	shift 4
	check "bcc: $what" shows "$pattern" "$hit" \
		python3.11 "/kp/tracers/bcc/$name-bpfcc" "$@"
}

# Of what is asked for on the command line.
test_general()
{
	bcc_as 'argdist -C p' argdist 'count = [1-9]' files -i 1 -n 9 -C \
		'p::vfs_read(void *file, char *buf, size_t count):size_t:count'
	bcc_as 'argdist -H r' argdist ' : [1-9][0-9]* ' files -i 1 -n 9 -H \
		'r::vfs_read():long:$latency'
	bcc_as 'trace p' trace ' do_sys_openat2 +/proc/version' files \
		'p::do_sys_openat2(int dfd, const char *name) "%s", name@user'
	bcc_as 'trace r' trace ' vfs_write +3$' files 'r::vfs_write (retval == 3) "%d", retval'
	bcc_as 'funccount' funccount 'vfs_unlink +[1-9]' files 'vfs_*'
	bcc funcinterval ' : [1-9][0-9]* ' files vfs_read
	bcc funclatency ' : [1-9][0-9]* ' files vfs_read
	bcc funcslower ' vfs_write' files -u 0 vfs_write
	bcc stackcount 'do_unlinkat' files vfs_unlink
}

test_files()
{
	bcc cachestat '^ +[1-9]+ +[0-9]+ +[0-9]+ ' files 1 9
	bcc dcsnoop ' M kp-file' files
	bcc dcstat ': +[1-9][0-9]* ' files 1 9
	bcc dirtop ' /tmp$' files -C -d /tmp 1 9
	bcc ext4dist '^operation = .?write' ext4
	bcc ext4slower ' file$' ext4 0
	bcc filegone 'kp-file' files
	bcc filelife 'kp-file' files
	bcc fileslower 'kp-file' files 0
	bcc filetop ' kp-file' files -C 1 9
	bcc mountsnoop 'mount\(' mount_one
	bcc statsnoop ' /tmp' stat_fs
	bcc syncsnoop 'sync\(\)' sync
	bcc vfscount 'vfs_unlink +[1-9]' files
	bcc xfsdist '^operation = .?write' xfs
	bcc xfsslower ' file$' xfs 0
}

test_net()
{
	bcc bindsnoop ' nc ' tcp
	bcc solisten ' nc ' tcp
	bcc tcpaccept ' nc ' tcp
	bcc tcpconnect ' nc .*127\.0\.0\.1' tcp
	bcc tcpconnlat ' nc .*127\.0\.0\.1' tcp
	bcc tcprtt ' : [1-9][0-9]* ' tcp
	bcc tcpsubnet '127\.0\.0\.1/32 +[1-9]' tcp
	bcc tcpsynbl 'backlog_max' tcp
	bcc tcptop ' nc ' tcp -C 1 9
	bcc tcptracer ' nc ' tcp
}

test_others()
{
	bcc capable ' hostname .*CAP_SYS_ADMIN' 'hostname abc'
	bcc cpudist ' : [1-9][0-9]* ' files
	bcc execsnoop ' /proc/version' run_program
	bcc killsnoop ' 10 +[0-9]+ +0$' send_signal
	bcc mdflush ' md_kp' flush
	bcc offcputime '^ +-? +(sh|sleep) ' files
	bcc offwaketime 'waker: ' files
	bcc oomkill 'OOM kill of PID' out_of_memory
	bcc pidpersec 'PIDs/sec: [1-9]' files
	bcc slabratetop 'names_cache|kmalloc' files -C 1 9
}

test_without()
{
	for name in biolatency biosnoop biotop; do
		without bcc $name 'the compiler has inlined blk_account_io_start()' \
			has_function blk_account_io_start
	done
	for name in btrfs nfs zfs; do
		for tool in dist slower; do
			without bcc $name$tool 'the kernel has no such file system' \
				grep -qw $name /proc/filesystems
		done
	done
	without bcc inject 'only the kernel lets BPF change what a function returns' \
		has_function bpf_override_return
	without bcc shmsnoop 'there is no System V shared memory' test -e /proc/sysvipc
	without bcc virtiostat 'there is no virtio' has_function virtqueue_add_sgs
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
check 'disks, a network' prepare
test_general
test_files
test_net
test_others
test_without
restore
check 'no probe is left' eventually none_left
check 'kprobe_events.ko unloads' eventually rmmod kprobe_events
unload_kprobes
plan_end
