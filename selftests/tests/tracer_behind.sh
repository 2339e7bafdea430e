# SPDX-License-Identifier: GPL-2.0
# On powerpc the call of the function tracer comes behind a function's first
# instruction, which it looks at. A probe there and the tracer do not disturb each
# other, in modules and in the kernel.
# kernels: debug stock
# arch: ppc64le ppc64
# timeout: 60
. /kp/lib.sh
. /kp/side.sh

TRACING=/sys/kernel/debug/tracing
OPTIMIZE=/proc/sys/debug/$(basename "$KP_DEBUGFS")-optimization

trace_on()
{
	echo 0 >$TRACING/tracing_on
	echo side_fn0 vfs_mkdir >$TRACING/set_ftrace_filter
	echo function >$TRACING/current_tracer
	echo >$TRACING/trace
	echo 1 >$TRACING/tracing_on
}

trace_off()
{
	echo nop >$TRACING/current_tracer
	echo >$TRACING/set_ftrace_filter
}

# With ELF version 1 names of code begin with a dot.
traced()
{
	grep -c " \.*$1 *<-" $TRACING/trace
}

called()
{
	call 5 && mkdir /tmp/traced && rm -r /tmp/traced
}

# both WHAT TRACED: the tracer sees so many of five calls in the module, and of one
# in the kernel, and probes all
both()
{
	ours clear 0 >/dev/null
	ours clear 1 >/dev/null
	echo >$TRACING/trace
	check "$1: functions work" called
	expect "$1: the tracer sees those of the module" "$2" traced side_fn0
	expect "$1: and of the kernel" "$(($2 / 5))" traced vfs_mkdir
	expect "$1: ours are called in the module" '5 0' ours hits 0
	expect "$1: and in the kernel" '1 0' ours hits 1
}

ktap_begin
check 'the tracer is there' [ -e $TRACING/set_ftrace_filter ]
insmod /kp/kmod/side_target.ko
load_kprobes
insmod /kp/kmod/side_ours.ko
at=$(sed -n 's/ [a-zA-Z] side_fn0[[:space:]].*//p' /proc/kallsyms)
clean=$(text "$at" 0 32)
for optimize in 0 1; do
	echo $optimize >"$OPTIMIZE"
	w="optimization $optimize"
	for order in 'probe tracer' 'tracer probe'; do
		for first in $order; do
			case $first in
			probe)
				expect "$w, $order: ours" 0 ours reg 0 side_fn0 0
				expect "$w, $order: ours" 0 ours reg 1 vfs_mkdir 0
				check "$w, $order: none waits" settle
				;;
			tracer) trace_on ;;
			esac
		done
		both "$w, $order" 5
		trace_off
		both "$w, $order, no tracer" 0
		trace_on
		both "$w, $order, tracer again" 5
		expect "$w, $order: ours go" 0 ours unreg 0
		expect "$w, $order: ours go" 0 ours unreg 1
		trace_off
		check "$w, $order: functions work" called
		expect "$w, $order: text is original" "$clean" \
			text "$at" 0 32
	done
done
rmmod side_ours side_target
unload_kprobes
plan_end
