# SPDX-License-Identifier: GPL-2.0
# Debian's tools that use kprobes, unmodified, each on something that hits: those written
# for bpftrace, those of libbpf-tools, and the examples of perf-probe's manual page.
#
# kernels: tracing
# arch: x86_64
# timeout: 900
# tracers: yes
# vmlinux: kernel/sched/core.c
. /kp/lib.sh
. /kp/side.sh

PATH=$PATH:/kp/tracers
tracing=/sys/kernel/tracing
out=/tmp/tool.out

# --- what is there to be seen

prepare()
{
	ifconfig lo 127.0.0.1 up
	ifconfig dummy0 10.9.9.1 up
	mkswap /dev/ram0 && swapon /dev/ram0
	truncate -s 64M /tmp/disk && losetup /dev/loop0 /tmp/disk
	# raid0 of two, without metadata
	echo md_kp >/sys/module/md_mod/parameters/new_array
	(
		cd /sys/block/md_kp/md || exit
		echo none >metadata_version
		echo raid0 >level
		echo 65536 >chunk_size
		echo 2 >raid_disks
		for i in 1 2; do
			cat /sys/block/ram$i/dev >new_dev
			echo $((i - 1)) >dev-ram$i/slot
			echo 4096 >dev-ram$i/size
		done
		echo active >array_state
	)
	truncate -s 320M /tmp/xfs && losetup /dev/loop1 /tmp/xfs &&
		mkfs.xfs -q /dev/loop1 && mkdir -p /tmp/mnt &&
		mount -t xfs /dev/loop1 /tmp/mnt
}

restore()
{
	umount /tmp/mnt
	echo clear >/sys/block/md_kp/md/array_state
	losetup -d /dev/loop0
	losetup -d /dev/loop1
	swapoff /dev/ram0
	rm -f /tmp/disk /tmp/xfs
}

disk()
{
	dd if=/dev/zero of=/dev/loop0 bs=4k count=8 conv=fsync
}

flush()
{
	dd if=/dev/zero of=/dev/md_kp bs=4k count=1 conv=fsync
}

files()
{
	cat /proc/version
	echo kp >/tmp/kp-file
	sync
	cat /tmp/kp-file
	rm /tmp/kp-file
}

xfs()
{
	echo kp >/tmp/mnt/file
	fsync_file /tmp/mnt/file
	cat /tmp/mnt/file
}

fsync_file()
{
	dd if=/dev/zero of="$1" bs=4k count=1 conv=fsync
}

tcp()
{
	timeout 20 nc -l -p 99 >/dev/null </dev/null &
	usleep 100000
	echo kp | nc -w 1 127.0.0.1 99
	wait $!
}

# Nobody answers.
retransmit()
{
	timeout 4 nc 10.9.9.2 99
}

out_of_memory()
{
	sleep 1000 &
	echo 1000 >/proc/$!/oom_score_adj
	echo f >/proc/sysrq-trigger
	wait $!
}

# --- the tools

none_left()
{
	[ -z "$(cat "$KP_DEBUGFS/list")" ]
}

# Until there are probes, and as many as before.
attached()
{
	local before=0 now i=0
	while [ $i -lt 200 ] && kill -0 "$1" 2>/dev/null; do
		now=$(wc -l <"$KP_DEBUGFS/list")
		[ "$now" = 0 ] || [ "$now" != "$before" ] || return 0
		before=$now
		i=$((i + 1))
		sleep 2
	done
	return 1
}

# shows PATTERN HIT COMMAND...: it attaches probes, and prints that when they are hit.
shows()
{
	local pattern=$1 hit=$2 pid status=0
	shift 2
	eventually none_left
	tool_load int "$@" >$out 2>&1 &
	pid=$!
	if attached $pid; then
		$hit
		sleep 2
	else
		echo 'not attached'
		status=1
	fi >/tmp/hit.out 2>&1
	kill -INT $pid
	wait $pid
	cat /tmp/hit.out
	tail -n 40 $out
	[ $status = 0 ] && grep -Eq "$pattern" $out
}

# tool NAME PATTERN HIT [ARGUMENT...]
bt()
{
	local name=$1 pattern=$2 hit=$3
	shift 3
	check "bpftrace: $name" shows "$pattern" "$hit" \
		bpftrace "/kp/tracers/bt/$name.bt" "$@"
}

libbpf()
{
	local name=$1 pattern=$2 hit=$3
	shift 3
	check "libbpf-tools: $name" shows "$pattern" "$hit" \
		env LD_LIBRARY_PATH=/lib64 "/kp/tracers/libbpf/$name" "$@"
}

# without KIND NAME WHY COMMAND...: a tool that cannot run here, while the command fails.
without()
{
	local kind=$1 name=$2 why=$3
	shift 3
	if "$@" >/dev/null 2>&1; then
		not_ok "$kind: $name: there is no reason not to run it"
	else
		skip "$kind: $name" "$why"
	fi
}

has_function()
{
	grep -Eq " (__)?$1\$" /proc/kallsyms
}

test_bpftrace()
{
	for name in biolatency biosnoop biostacks; do
		without bpftrace $name 'the compiler has inlined blk_account_io_start()' \
			has_function blk_account_io_start
	done
	bt capable 'hostname .*CAP_SYS_ADMIN' 'hostname abc'
	bt dcsnoop ' M kp-file' files
	bt mdflush ' md_kp' flush
	bt oomkill 'OOM kill of PID [0-9]+ \("(sh|sleep|exe)"\)' out_of_memory
	bt swapin '^@\[tool_load, [0-9]+\]: [1-9]' 'tool_load swap'
	bt tcpaccept ' nc +::ffff:127\.0\.0\.1 ' tcp
	bt tcpconnect ' nc +127\.0\.0\.1 ' tcp
	bt tcplife ' nc +127\.0\.0\.1 ' tcp
	bt tcpretrans ' 10\.9\.9\.2:99 ' retransmit
	bt tcpsynbl '^@backlog\[1\]' tcp
	bt undump 'tool_load .*message' 'tool_load unix'
	bt vfscount '^@\[vfs_read\]: [1-9]' files
	bt vfsstat '^@\[vfs_read\]: [1-9]' files
	bt xfsdist '^@us\[xfs_file_write_iter\]' xfs
}

test_libbpf()
{
	without libbpf-tools biotop 'the compiler has inlined blk_account_io_start()' \
		has_function blk_account_io_start
	for name in bindsnoop capable tcptop; do
		without libbpf-tools $name 'there are no control groups' test -e /proc/cgroups
	done
	without libbpf-tools tcptracer 'there are no network namespaces' \
		test -e /proc/self/ns/net
	libbpf filelife ' rm .*kp-file' files
	libbpf filetop ' kp-file' files -C 1 9
	libbpf ksnoop 'vfs_unlink' files trace vfs_unlink
	libbpf oomkill 'OOM kill of PID' out_of_memory
	libbpf slabratetop 'names_cache|kmalloc' files -C 1 9
	libbpf tcpconnect ' nc .*127\.0\.0\.1' tcp
}

# has DESCRIPTION PATTERN COMMAND...: it prints a line with that.
has()
{
	local what=$1
	shift
	check "perf probe: $what" prints "$@"
}

prints()
{
	local pattern=$1
	shift
	"$@" >$out 2>&1
	tail -n 20 $out
	grep -Eq "$pattern" $out
}

# Lines and variables of functions are as the kernel's source has them.
test_perf()
{
	mkdir -p /boot
	ln -s /kp/vmlinux /boot/vmlinux
	has '--line schedule' '^ *10 .*sched_update_worker' \
		perf probe -s /kp/source --line schedule
	has '--add schedule:10 tsk' 'probe:schedule_L10 .*with tsk' \
		perf probe --add='schedule:10 tsk'
	has 'it is hit' '^ +[1-9][0-9]* +probe:schedule_L10' \
		perf stat -a -e 'probe:schedule*' sleep 1
	has '__schedule;update_rq_clock*' 'probe:__schedule' \
		perf probe -s /kp/source --add='__schedule;update_rq_clock*'
	has "--del='*schedule*'" 'Removed event: probe:schedule' \
		perf probe --del='*schedule*'
	has "--add 'schedule*'" 'probe:schedule_timeout ' \
		perf probe --add='schedule*'
	has 'all are hit' '^ +[1-9][0-9]* +probe:schedule_timeout' \
		perf stat -a -e 'probe:schedule*' sleep 1
	has "--del='schedule*'" 'Removed event: probe:schedule' \
		perf probe --del='schedule*'
	expect 'none is left' '' cat $tracing/kprobe_events
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
mkdir -p /usr
ln -s /kp/tracers/include /usr/include
bpftrace --version
check 'disks, a network' prepare
test_bpftrace
test_libbpf
restore
test_perf
check 'no probe is left' eventually none_left
check 'kprobe_events.ko unloads' eventually rmmod kprobe_events
unload_kprobes
plan_end
