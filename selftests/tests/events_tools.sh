# SPDX-License-Identifier: GPL-2.0
# Debian's perf, trace-cmd and bpftrace on our events, unmodified.
#
# kernels: tracing
# arch: x86_64 arm64 ppc64le
# timeout: 300
# tracers: yes
. /kp/lib.sh
. /kp/side.sh

PATH=$PATH:/kp/tracers
tracing=/sys/kernel/tracing
symbol=${KP_SYS}sethostname
# whom the function is called by; how bpftrace calls the place of the hit
caller=do_syscall_64 place=ip
case $KP_ARCH in
arm64) caller=el0_svc place=pc ;;
ppc64le) caller=system_call_exception ;;
esac
cd /tmp

# has DESCRIPTION PATTERN COMMAND...: it prints a line with that.
has()
{
	local what=$1 pattern=$2
	shift 2
	check "$what" sh -c '
		pattern=$1
		shift
		"$@" >/tmp/tool.out 2>&1
		tail -n 40 /tmp/tool.out
		grep -Eq "$pattern" /tmp/tool.out' sh "$pattern" "$@"
}

test_perf()
{
	has 'perf probe adds' 'probe:sethost' perf probe -f --add "sethost=$symbol"
	has 'perf probe lists' 'probe:sethost +\(on .*sethostname' perf probe -l
	has 'perf stat counts' '^ +1 +probe:sethost' \
		perf stat -e probe:sethost hostname abc
	has 'perf record' 'Captured and wrote' \
		perf record -g -e probe:sethost hostname abc
	has 'perf script' "hostname +[0-9]+ .*probe:sethost: \([0-9a-f]{16}\)" perf script
	has 'has stacks' $caller perf script
	has 'perf probe deletes' 'Removed event: probe:sethost' \
		perf probe -d probe:sethost
	expect 'it is gone' '' cat $tracing/kprobe_events
	has 'a return' 'probe:sethost__return' \
		perf probe -f --add "sethost=$symbol%return ret=\$retval:s32"
	perf record -e probe:sethost__return hostname abc >/dev/null 2>&1
	has 'its value' "\([0-9a-f]{16} <- [0-9a-f]{16}\) ret=0" perf script
	perf probe -d 'probe:*' >/dev/null 2>&1
}

# While perf writes a record, it has no buffer for what that hits: a hit and a miss.
test_missed()
{
	echo 'p:inner perf_event_output_forward' >$tracing/kprobe_events
	check 'perf records what perf itself hits' perf record -a \
		-e sched:sched_switch -e kprobes:inner sleep 1
	check 'hits that have no buffer are counted as missed' awk '
		{ print }
		$1 == "inner" && $2 > 0 && $3 >= $2 { is_good = 1 }
		END { exit !is_good }' $tracing/kprobe_profile
	: >$tracing/kprobe_events
}

test_trace_cmd()
{
	echo "p:ev $symbol a=\\5 s=\$comm" >$tracing/kprobe_events
	# of a command that ends at once it may have read nothing
	has 'trace-cmd record' 'CPU' \
		trace-cmd record -e kprobes:ev sh -c 'hostname abc; sleep 1'
	has 'trace-cmd report' 'hostname-[0-9]+ .* ev: +\([0-9a-f]{16}\) a=0x5 s="hostname"' \
		trace-cmd report
	: >$tracing/kprobe_events
}

test_bpftrace()
{
	has 'kprobe' '^hit hostname$' bpftrace -c '/bin/hostname abc' \
		-e "kprobe:$symbol { printf(\"hit %s\\n\", comm); }"
	# what --unsafe leaves out is a look into a file vmlinux
	has 'an offset' '^inside hostname$' bpftrace --unsafe -c '/bin/hostname abc' \
		-e "kprobe:$symbol+$KP_INSIDE { printf(\"inside %s\\n\", comm); }"
	has 'kretprobe and retval' '^returns 0$' bpftrace -c '/bin/hostname abc' \
		-e "kretprobe:$symbol { printf(\"returns %d\\n\", retval); }"
	has 'a map, and a stack' $caller bpftrace -c '/bin/hostname abc' \
		-e "kprobe:$symbol { @[kstack] = count(); }"
	has 'func' "^$symbol\$" bpftrace -c '/bin/hostname abc' \
		-e "kprobe:$symbol { printf(\"%s\\n\", ksym(reg(\"$place\"))); }"
	echo "p:kpm/ev $symbol a=\\5" >$tracing/kprobe_events
	# types that it would have from BTF
	echo 'typedef unsigned long long u64;' >types.h
	has 'tracepoint and arguments' '^a is 5$' bpftrace -I /kp/tracers/include \
		--include /tmp/types.h -c '/bin/hostname abc' \
		-e 'tracepoint:kpm:ev { printf("a is %d\n", args->a); }'
	: >$tracing/kprobe_events
}

none_of_pmu()
{
	! grep kprobe_pmu $tracing/kprobe_events
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
test_perf
test_missed
test_trace_cmd
if grep -q '^CONFIG_BPF_EVENTS=y' /kp/config; then
	test_bpftrace
else
	skip bpftrace 'the kernel has no BPF on events'
fi
check 'nothing is left, a little later' eventually none_of_pmu
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
