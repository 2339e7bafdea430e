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
. /kp/tools.sh

tracing=/sys/kernel/tracing

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

# Tools that take kprobes where functions are not in BTF: all are there, so what they read
# has none of them.
test_libbpf_kprobes()
{
	local btf=/sys/kernel/btf/vmlinux
	tool_load btf <$btf >/tmp/btf && mount -o bind /tmp/btf $btf
	libbpf ext4dist 'write' ext4
	libbpf ext4slower ' file$' ext4 -m 0
	libbpf fsdist 'write' xfs -t xfs
	libbpf fsslower ' file$' xfs -t xfs -m 0
	libbpf klockstat ' (ns|us|ms) ' files
	libbpf solisten ' nc ' tcp
	libbpf tcpconnlat ' nc .*127\.0\.0\.1' tcp
	libbpf tcprtt ': [1-9]' tcp
	libbpf tcpsynbl 'backlog_max' tcp
	libbpf xfsdist 'write' xfs
	libbpf xfsslower ' file$' xfs -m 0
	umount $btf
	rm /tmp/btf
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
bpftrace --version
check 'disks, a network' prepare
test_bpftrace
test_libbpf
test_libbpf_kprobes
restore
test_perf
check 'no probe is left' eventually none_left
check 'kprobe_events.ko unloads' eventually rmmod kprobe_events
unload_kprobes
plan_end
