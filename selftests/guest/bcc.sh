# SPDX-License-Identifier: GPL-2.0
# For tests that run tools of Debian's bcc; behind tools.sh.

PATH=$PATH:/usr/bin:/usr/sbin
export BCC_KERNEL_SOURCE=/kp/kheaders PYTHONUNBUFFERED=1
btf=/sys/kernel/btf/vmlinux

# Python and libraries look where Debian has them.
place_bcc()
{
	ln -s /kp/bcc/usr /usr
	ln -s /kp/bcc/lib /lib
	ln -s /kp/bcc/lib /lib64
	python3 -c 'import bcc'
}

# bcc NAME PATTERN HIT [ARGUMENT...]
bcc()
{
	local name=$1 pattern=$2 hit=$3
	shift 3
	check "bcc: $name" shows_bcc "$pattern" "$hit" "$name-bpfcc" "$@"
}

# As shows(), of programs that take their time between two probes, and to end.
shows_bcc()
{
	shows_by all_attached interrupt_python "$@"
}

# Until there are probes, and the program waits: between two of them it may read all symbols.
all_attached()
{
	local before=0 now i=0
	while [ $i -lt 120 ] && kill -0 "$1" 2>/dev/null; do
		now=$(awk '{ print $14 + $15 }' "/proc/$1/stat")
		[ "$(wc -l <"$KP_DEBUGFS/list")" = 0 ] || [ "$now" -gt $((before + 10)) ] ||
			return 0
		before=$now
		i=$((i + 1))
		sleep 4
	done
	return 1
}

# Python forgets a SIGINT that comes while a library calls it back. It is sent again, but not
# while what was seen is printed.
interrupt_python()
{
	local i=0
	while kill -0 "$1" 2>/dev/null && [ $i -lt 120 ]; do
		[ $((i % 30)) != 0 ] || kill -INT "$1"
		i=$((i + 1))
		sleep 1
	done
	! kill -KILL "$1" 2>/dev/null || echo 'killed'
	wait "$1"
}

# Tools that take fentry where there is BTF take kprobes without.
hide_btf()
{
	: >/tmp/btf
	mount -o bind /tmp/btf $btf
}

show_btf()
{
	umount $btf
	rm /tmp/btf
}

# fails_to_compile NAME WHY: a tool that these headers are too new for. It is tried.
fails_to_compile()
{
	without bcc "$1" "$2" compiles "$1"
}

compiles()
{
	timeout -s KILL 300 "$1-bpfcc" >$out 2>&1
	! grep -Eq '^[0-9]+ (warnings? and [0-9]+ )?errors? generated' $out
}

# takes_tracepoint NAME SYSTEM EVENT
takes_tracepoint()
{
	without bcc "$1" "takes the tracepoint $3, not kprobes" \
		test ! -d "/sys/kernel/tracing/events/$2/$3"
}

# test_bcc FUNCTION...: run all, with what they need around them
test_bcc()
{
	local function
	ktap_begin
	load_kprobes
	check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
	check 'bcc is there' place_bcc
	check 'disks, a network' prepare
	for function; do
		$function
	done
	restore
	check 'no probe is left' eventually none_left
	check 'kprobe_events.ko unloads' eventually rmmod kprobe_events
	unload_kprobes
	plan_end
}
