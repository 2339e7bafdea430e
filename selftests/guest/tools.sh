# SPDX-License-Identifier: GPL-2.0
# For tests that run tools of others on probes: what is there to be seen, and how a tool is
# begun, given something that hits, and ended.

PATH=$PATH:/kp/tracers
out=/tmp/tool.out

# --- what is there to be seen

prepare()
{
	mkdir -p /usr /tmp/mnt /tmp/ext4
	ln -s /kp/tracers/include /usr/include
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
		mkfs.xfs -q /dev/loop1 && mount -t xfs /dev/loop1 /tmp/mnt
	truncate -s 16M /tmp/ext && losetup /dev/loop2 /tmp/ext &&
		mke2fs /dev/loop2 && mount -t ext4 /dev/loop2 /tmp/ext4
}

restore()
{
	umount /tmp/mnt
	umount /tmp/ext4
	echo clear >/sys/block/md_kp/md/array_state
	losetup -d /dev/loop0
	losetup -d /dev/loop1
	losetup -d /dev/loop2
	swapoff /dev/ram0
	rm -f /tmp/disk /tmp/xfs /tmp/ext
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

ext4()
{
	echo kp >/tmp/ext4/file
	fsync_file /tmp/ext4/file
	cat /tmp/ext4/file
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
	shows_by attached interrupt "$@"
}

interrupt()
{
	kill -INT "$1"
	wait "$1"
}

# shows_by ATTACHED INTERRUPT PATTERN HIT COMMAND...: functions of its pid, that wait until its
# probes are there, and end it.
shows_by()
{
	local attached=$1 interrupt=$2 pattern=$3 hit=$4 pid status=0
	shift 4
	eventually none_left
	tool_load int "$@" >$out 2>&1 &
	pid=$!
	if $attached $pid; then
		$hit
		sleep 2
	else
		echo 'not attached'
		status=1
	fi >/tmp/hit.out 2>&1
	$interrupt $pid
	cat /tmp/hit.out
	tail -n 40 $out
	[ $status = 0 ] && grep -Eq -- "$pattern" $out
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
	grep -F "$1" /proc/kallsyms | grep -Eq " (__)?$1\$"
}
