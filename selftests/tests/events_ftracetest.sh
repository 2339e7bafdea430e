# SPDX-License-Identifier: GPL-2.0
# The kernel's own tests of kprobe events and dynamic events, unmodified, on ours.
#
# They look into tracefs' README for what the kernel can do. That is compiled in, and a
# kernel without CONFIG_KPROBE_EVENTS lacks four lines of it, for what kprobe_events.ko
# brings: a mount over the file adds these, as they are in the kernel's source.
#
# kernels: tracing
# arch: x86_64
# timeout: 600
# ftracetest: yes
. /kp/lib.sh
. /kp/side.sh

# In debugfs: there a case finds the list of kprobes beside it. The suite takes what was
# mounted first, and a case goes to the other place.
tracing=/sys/kernel/debug/tracing
suite=/kp/ftracetest/ftracetest
logs=/tmp/ftracetest

# Cases that cannot pass, "FOLDER/CASE RESULT REASON": for a reason that lies in the kernel.
listed=''

# modprobe finds the module that a case loads.
provide_module()
{
	local folder
	folder=/lib/modules/$(uname -r)
	mkdir -p $folder
	cp /kp/linux-modules/trace-printk.ko $folder
	echo trace-printk.ko: >$folder/modules.dep
}

provide_readme()
{
	cat $tracing/README /kp/README.kprobes >/tmp/README
	mount -o bind /tmp/README $tracing/README
	grep -qF 'place (kretprobe): [<module>:]<symbol>' $tracing/README
}

# one NUMBER RESULT: the result of a case.
one()
{
	local log name wanted
	log=$(ls $logs/$1-*-log.*)
	name=$(sed -n '1s,^execute.*/test\.d/,,p' $log)
	wanted=$(printf '%s' "$listed" | grep "^$name ")
	if [ -z "$wanted" ]; then
		check "$name: $2" [ $2 = PASS ]
		[ $2 = PASS ] || tail -n 40 $log | sed 's/^/# /'
		return
	fi
	wanted=${wanted#* }
	if [ "$2" = "${wanted%% *}" ]; then
		skip "$name" "${wanted#* }"
	else
		not_ok "$name: listed as ${wanted%% *}, and now $2"
	fi
}

# As they come: or the guest would be silent for long.
run_suite()
{
	sh $suite -k -l $logs /kp/ftracetest/test.d/kprobe \
		/kp/ftracetest/test.d/dynevent | tee /tmp/results
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
umount /sys/kernel/tracing
check 'tracefs in debugfs' ls $tracing/README
mount -t tracefs tracefs /sys/kernel/tracing
check 'a sample module of the kernel' provide_module
check 'lines of README' provide_readme
run_suite
sed -n 's/^\[\([0-9]*\)\].*\[\([A-Z]*\)\]$/\1 \2/p' /tmp/results >/tmp/cases
while read -r number result; do
	one $number $result
done </tmp/cases
expect 'all cases have a result' \
	$(find /kp/ftracetest/test.d/kprobe /kp/ftracetest/test.d/dynevent -name '*.tc' | wc -l) \
	sh -c 'wc -l </tmp/cases'
check 'a case has found the list of kprobes' \
	grep -q 'Test command: p vfs_read+3' $logs/*-kprobe_syntax_errors.tc-log.*
umount $tracing/README
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
