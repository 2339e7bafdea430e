# SPDX-License-Identifier: GPL-2.0
# For scripts that run in the guest. Results are KTAP on standard output.
#
# From the kernel's command line: KP_KERNEL, the kind of kernel that it is.

KTAP_COUNT=0

# To read kallsyms takes seconds: once a boot, by init, for all scripts. No module is
# loaded then: /tmp/kallsyms has the kernel's own symbols.

# symbol_lines NAME: the lines of those of this name. A string is found many times faster
# than a regular expression.
symbol_lines()
{
	grep -F " $1" /tmp/kallsyms | grep " $1\$"
}

has_symbol()
{
	symbol_lines "$1" >/dev/null
}

# kernel_address NAME: as in the table; nothing if there is none
kernel_address()
{
	symbol_lines "$1" | head -n 1 | cut -d' ' -f1
}

# KP_ASKED_FIRST: whether fault_handlers are called before exception tables are
# searched; on powerpc not where the function for that has been inlined.
if [ -z "$KP_DEBUGFS" ]; then
	export KP_DEBUGFS=/sys/kernel/debug/kprobes KP_ASKED_FIRST=1
	cat /proc/kallsyms >/tmp/kallsyms
	# The kernel has its own: ours goes by another name.
	! has_symbol register_kprobe || KP_DEBUGFS=/sys/kernel/debug/kprobes_module
	# on ppc64 a function's code has a dot ahead of its name
	! has_symbol __bad_page_fault && ! has_symbol .__bad_page_fault ||
		KP_ASKED_FIRST=0
fi

# KP_INSIDE: where a function has an instruction, behind the function tracer's
# call if there is one. KP_SYS: what the names of system calls begin with.
case $(uname -m) in
aarch64) KP_ARCH=arm64 KP_INSIDE=8 KP_SYS=__arm64_sys_ ;;
ppc64le | ppc64) KP_ARCH=$(uname -m) KP_INSIDE=8 KP_SYS=sys_ ;;
*) KP_ARCH=x86_64 KP_INSIDE=5 KP_SYS=__x64_sys_ ;;
esac
# Ahead of that call there is endbr.
! grep -qs '^CONFIG_X86_KERNEL_IBT=y' /kp/config || KP_INSIDE=9

# --- results

ktap_begin()
{
	echo 'KTAP version 1'
}

ok()
{
	KTAP_COUNT=$((KTAP_COUNT + 1))
	echo "ok $KTAP_COUNT $*"
}

not_ok()
{
	KTAP_COUNT=$((KTAP_COUNT + 1))
	echo "not ok $KTAP_COUNT $*"
}

# skip DESCRIPTION REASON
skip()
{
	ok "$1 # SKIP $2"
}

# check DESCRIPTION COMMAND...: ok if the command succeeds.
check()
{
	local what="$1" output
	shift
	if output=$("$@" 2>&1); then
		ok "$what"
	else
		not_ok "$what"
		echo "$output" | sed 's/^/# /'
	fi
}

plan_end()
{
	echo "1..$KTAP_COUNT"
}

# --- the kernel's log

to_log()
{
	while IFS= read -r line; do
		echo "$line" >/dev/kmsg
	done
}

# log_mark: what dmesg_since prints begins here.
log_mark()
{
	KP_MARK="KP-MARK $$ $((KP_MARKS += 1))"
	echo "$KP_MARK" >/dev/kmsg
}

dmesg_since()
{
	dmesg | sed "1,/$KP_MARK\$/d"
}

# Reports of trouble that match the regular expression are meant to come.
expect_begin()
{
	echo "KP-EXPECT-BEGIN $1" >/dev/kmsg
}

expect_end()
{
	echo KP-EXPECT-END >/dev/kmsg
}

# --- modules

load_kprobes()
{
	check 'kprobes.ko loads' insmod /kp/kprobes.ko "$@"
}

# Whether there are watchpoints: not on arm64 where the kernel's data have no names.
has_watches()
{
	case $KP_ARCH in
	x86_64) ;;
	arm64) has_symbol wp_on_reg ;;
	*) false ;;
	esac
}

# Whether there are trace events of ours: not where the kernel's data have no names, as in
# Debian's for arm64 and ppc64le, nor on big-endian powerpc.
has_trace_events()
{
	[ $KP_ARCH != ppc64 ] && has_symbol event_mutex
}

# A stale word on some stack may look like a task in a slot, for a while.
unload_kprobes()
{
	local i=0
	while [ $i -lt 30 ] &&
		head -n 40 "$KP_DEBUGFS/stats" | grep -q '^slot held by'; do
		sleep 1
		i=$((i + 1))
	done
	check 'kprobes.ko unloads' rmmod kprobes
}

# How breakpoints come to us.
breakpoints_by()
{
	sed -n 's/^breakpoints: //p' $KP_DEBUGFS/stats
}

# Until no probe is on its way to become a jump.
settle()
{
	local i=0
	while [ $i -lt 600 ]; do
		# of thousands of probes only the first are formatted
		! head -n 20 "$KP_DEBUGFS/stats" |
			grep -q '^jumps: [0-9]*, 0 waiting' || return 0
		usleep 100000
		i=$((i + 1))
	done
	head -n 20 "$KP_DEBUGFS/stats" | grep '^jumps'
	return 1
}

# How many probes are jumps.
jumps()
{
	head -n 20 "$KP_DEBUGFS/stats" | sed -n 's/^jumps: \([0-9]*\),.*/\1/p'
}

# run_kmod NAME [PARAMETERS]: a test module tells its results in the log, by
# lines "KTAP: begin NAME", "KTAP: ok DESCRIPTION", "KTAP: not ok DESCRIPTION"
# (a number may stand before the description) and "KTAP: end NAME".
run_kmod()
{
	local name=$1 status result
	shift
	log_mark
	insmod "/kp/kmod/$name.ko" "$@"
	status=$?
	[ $status != 0 ] || rmmod "$name" || status=rmmod
	dmesg_since | sed -n "/KTAP: begin $name\$/,/KTAP: end $name\$/\
{s/.*KTAP: //p}" >/tmp/kmod.results
	while read -r result; do
		case $result in
		'ok '*) ok "$name: $(kmod_description "${result#ok }")" ;;
		'not ok '*) not_ok "$name: $(kmod_description "${result#not ok }")" ;;
		'# '*) echo "$result" ;;
		esac
	done </tmp/kmod.results
	if ! grep -qx "end $name" /tmp/kmod.results; then
		not_ok "$name: does not come to its end"
	elif [ $status != 0 ]; then
		not_ok "$name: loads and unloads ($status)"
	fi
}

kmod_description()
{
	echo "$1" | sed 's/^[0-9]* *-* *//'
}
