# SPDX-License-Identifier: GPL-2.0
# All is probed that may be, at entries and elsewhere, by jumps and then by breakpoints;
# meanwhile all happens that writes the kernel's text or stops CPUs. Each of it has
# happened once before, without probes, and the text is the same afterwards. The CPU
# lacks the instructions that QEMU fills memory slowly with.
#
# kernels: hostile generic
# arch: x86_64
# timeout: 1500
# mem: 768M
# cpu: max,-erms,-fsrm
. /kp/lib.sh
. /kp/every.sh

tracing=/sys/kernel/tracing
patch=/sys/kernel/livepatch/livepatch_sample

# --- modules of the kernel's own: stay/ is probed, come/ comes and goes

# names OPTION WHICH: "FILE NAME", with -u in the order of loading, with -r of unloading
names()
{
	ls /kp/modules/"$2"/*.ko 2>/dev/null | sort "$1" |
		sed 's,\(.*/[0-9]*-\(.*\).ko\)$,\1 \2,'
}

load_modules()
{
	local file name
	names -u "$1" | while read -r file name; do
		insmod "$file" || exit 1
	done
}

unload_modules()
{
	local file name
	names -r "$1" | while read -r file name; do
		gone "$name" || exit 1
	done
}

# What holds a module may go a little later.
gone()
{
	local i=0
	until rmmod "$1" 2>/tmp/rmmod; do
		[ $i -lt 100 ] || { cat /tmp/rmmod; return 1; }
		i=$((i + 1))
		usleep 100000
	done
}

modules_come_and_go()
{
	load_modules come && work 1 && unload_modules come
}

# --- the others

cpu_goes_and_comes()
{
	local round
	for round in 1 2; do
		echo 0 >$cpu1 && echo 1 >$cpu1 && [ "$(cat $cpu1)" = 1 ] || return 1
	done
}

# Suspend, which is given up at each of its stages, the last with one CPU and no interrupts.
sleeps()
{
	local stage
	echo 0 >/sys/module/suspend/parameters/pm_test_delay
	for stage in freezer devices platform processors core; do
		echo $stage >/sys/power/pm_test && echo mem >/sys/power/state ||
			return 1
	done
	echo none >/sys/power/pm_test
}

# Not all of it: that is much to print.
is_traced()
{
	[ "$(head -n 200 $tracing/trace | wc -l)" = 200 ] && echo >$tracing/trace
}

events_are_traced()
{
	echo 1 >$tracing/events/enable && work 1 && echo 0 >$tracing/events/enable &&
		is_traced
}

# Not all: where what the tracer runs through is probed by breakpoints, and traced as well,
# an interrupt takes longer than until the next one.
functions_are_traced()
{
	echo 'vfs_* *_sys_* *page*' >$tracing/set_ftrace_filter &&
		echo function >$tracing/current_tracer && work 1 && is_traced &&
		echo nop >$tracing/current_tracer && echo >$tracing/set_ftrace_filter
}

# until_is VALUE FILE
until_is()
{
	local i=0
	while [ -e "$2" ] && [ "$(cat "$2" 2>/dev/null)" != "$1" ]; do
		[ $i -lt 600 ] || return 1
		i=$((i + 1))
		usleep 100000
	done
}

is_patched()
{
	grep -q 'this has been live patched' /proc/cmdline
}

kernel_is_patched()
{
	insmod /kp/linux-modules/livepatch-sample.ko &&
		until_is 0 $patch/transition && is_patched &&
		echo 0 >$patch/enabled && until_is gone $patch/enabled &&
		! is_patched && gone livepatch_sample
}

debugger_is_there()
{
	insmod /kp/kmod/kgdb_on.ko && work 1 && rmmod kgdb_on
}

try_debugger()
{
	[ -e /kp/kmod/kgdb_on.ko ] || return
	# Documentation/kprobes.rst, "Limits"
	if [ "$1" != bare ] && grep -q '^CONFIG_KGDB_LOW_LEVEL_TRAP=y' /kp/config; then
		skip "$1: a debugger is there" 'it takes our breakpoints on this kernel'
	else
		check "$1: a debugger is there" debugger_is_there
	fi
}

# A task that takes all memory is killed; what it asked for then may fail. Who looks at it
# in /proc just then keeps its memory, and is killed too.
memory_runs_out()
{
	local kb status
	expect_begin 'Out of memory: Killed process|dd: page allocation failure'
	kb=$(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo)
	sh -c 'echo 1000 >/proc/self/oom_score_adj; exec "$@"' sh \
		dd if=/dev/zero of=/dev/null bs=$((kb - 1024))k count=1
	status=$?
	expect_end
	[ $status = 137 ]
}

# happens WHAT
happens()
{
	local pid
	{
		echo 900 >/proc/self/oom_score_adj
		while :; do work 1 /tmp/beside; done
	} &
	pid=$!
	check "$1: a CPU goes and comes" cpu_goes_and_comes
	[ ! -e /sys/power/pm_test ] || check "$1: the machine sleeps" sleeps
	check "$1: modules come and go" modules_come_and_go
	check "$1: events are traced" events_are_traced
	check "$1: functions are traced" functions_are_traced
	check "$1: the kernel is patched" kernel_is_patched
	try_debugger "$1"
	check "$1: memory runs out" memory_runs_out
	kill $pid
	wait $pid 2>/dev/null
	[ "$1" = bare ] || {
		check "$1: thousands are hit" [ "$(state functions_hit)" -gt 2000 ]
		echo "# $1: $(state hits) hits, $(state missed) missed"
		sed -n '/^top/s/^/# /p' $every/state | head -n 5
	}
}

ktap_begin
check 'modules that stay' load_modules stay
load_kprobes
EVERY_MODULES=1 load_every max_probes=200000
check 'all that may be probed is taken up' order accept
check 'and more in each function' order inside 1
happens bare
order snapshot
check 'all are registered in one go' order all
check 'none waits to be a jump' settle
echo "# $(state accepted) probes, $(jumps) jumps, $(state refused) functions refused"
happens jumps
check 'breakpoints alone' eval \
	'echo 0 >/sys/module/kprobes/parameters/optimization; [ "$(jumps)" = 0 ]'
happens breakpoints
check 'removed in one go' order remove
check 'text is as before' order compare
check 'every_test.ko unloads' rmmod every_test
unload_kprobes
check 'modules go' unload_modules stay
plan_end
