# SPDX-License-Identifier: GPL-2.0
# The tools of Debian's bcc that name kprobes and that events_bcc.sh does not run.
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

# What is read of an argument is longer than it; behind it there is the environment.
mounts()
{
	mkdir /tmp/kp-mnt
	MORE=$(printf %0500d 0) mount -t tmpfs kp /tmp/kp-mnt
	umount /tmp/kp-mnt
	rmdir /tmp/kp-mnt
}

# Not by write(), which has had an iterator of another kind since Linux 6.0.
terminal()
{
	python3 -c 'import os; os.writev(os.open("/dev/ttyS0", 1), [b"kp-tty\n"])'
}

shared_memory()
{
	python3 -c 'import ctypes; ctypes.CDLL(None).shmget(1, 4096, 0)'
}

# It takes a stack trace at the entry of mutex_lock(), behind a return probe of its own.
klockstat()
{
	shows_bcc '\+0x[0-9a-f]+.? +[0-9]+ +[1-9]' files klockstat-bpfcc -n 5 ||
		! grep -q '^IndexError' $out
}

test_tools()
{
	bcc bindsnoop ' nc +TCP +:: +99 ' tcp
	bcc cachestat '^ +[0-9]+ +[0-9]+ +[1-9]' disk
	bcc dcsnoop ' M kp-file$' files
	bcc dcstat '^[0-9:]+: +[1-9]' files
	bcc dirtop '^[0-9]+ +[1-9][0-9]* +[0-9]+ +[0-9]+ +/tmp$' files -C -d /tmp
	bcc ext4dist "operation = .?write" ext4
	bcc ext4slower ' [RWOS] .* file$' ext4 0
	bcc filegone ' DELETE kp-file$' files
	bcc mdflush ' md_kp$' flush
	bcc mountsnoop 'mount\("kp", "/tmp/kp-mnt", "tmpfs"' mounts
	bcc offwaketime ';do_nanosleep;.*;--;.* [1-9][0-9]*$' 'sleep 1' -K -f
	bcc pidpersec 'PIDs/sec: [1-9]' files
	bcc shmsnoop ' SHMGET +f+da key: 0x1, size: 4096' shared_memory
	bcc solisten ' nc +TCPv6 +1 +99 ' tcp
	bcc syncsnoop '^[0-9.]+ +sync\(\)$' files
	bcc tcpsubnet '^127\.0\.0\.1/32 +[1-9]' tcp
	bcc tcpsynbl 'backlog_max = [1-9]' tcp
	bcc vfscount "vfs_unlink'? +[1-9]" files
	bcc xfsdist "operation = .?write" xfs
	bcc xfsslower " [RWOS] .* b?'?file'?\$" xfs 0
	check 'BTF is hidden' hide_btf
	without bcc klockstat 'wants the caller of a function with a return probe' klockstat
	bcc ttysnoop '^kp-tty$' terminal -C /dev/ttyS0
	bcc vfsstat ': +[1-9][0-9]* +[1-9]' files
	show_btf
}

test_without()
{
	for name in sofdsnoop tcprtt; do
		fails_to_compile $name "does not compile since stable's min() and tcp_sk()"
	done
	fails_to_compile slabratetop 'does not compile since Linux 5.17'
	for name in btrfsdist btrfsslower; do
		without bcc $name 'there is no btrfs' has_function btrfs_sync_file
	done
	for name in nfsdist nfsslower; do
		without bcc $name 'there is no NFS' has_function nfs_file_read
	done
	for name in zfsdist zfsslower; do
		without bcc $name 'there is no ZFS' has_function zpl_open
	done
	without bcc cachetop 'it draws on a terminal, which a test has not' test -t 0
	without bcc compactsnoop 'the kernel does not compact' \
		has_function fragmentation_index
	without bcc deadlock 'its kprobe gives names of threads to what uprobes show' false
	without bcc filelife 'there are no security modules' has_function security_inode_create
	without bcc inject 'there is no bpf_override_return()' \
		grep -q '^CONFIG_BPF_KPROBE_OVERRIDE=y' /kp/config
	without bcc readahead '__page_cache_alloc() is inline' \
		has_function __page_cache_alloc
	without bcc virtiostat 'there is no virtio' has_function virtqueue_add_sgs
	without bcc tcpdrop 'there is no tcp_drop()' has_function tcp_drop
	takes_tracepoint tcpcong tcp tcp_cong_state_set
	takes_tracepoint tcplife sock inet_sock_set_state
	takes_tracepoint tcpretrans tcp tcp_retransmit_skb
	takes_tracepoint tcpstates sock inet_sock_set_state
	for name in runqlat runqslower wakeuptime; do
		without bcc $name 'takes raw tracepoints, not kprobes' \
			not has_function bpf_get_raw_tracepoint
	done
}

test_bcc test_tools test_without
