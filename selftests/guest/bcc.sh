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
	local pattern=$1 hit=$2 pid status=0
	shift 2
	eventually none_left
	tool_load int "$@" >$out 2>&1 &
	pid=$!
	if all_attached $pid; then
		$hit
		sleep 2
	else
		echo 'not attached'
		status=1
	fi >/tmp/hit.out 2>&1
	interrupt $pid
	cat /tmp/hit.out
	tail -n 40 $out
	[ $status = 0 ] && grep -Eq -- "$pattern" $out
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
interrupt()
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
