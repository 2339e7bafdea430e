# SPDX-License-Identifier: GPL-2.0
# The kernel's own KUnit test of kprobes, lib/test_kprobes.c, unmodified, built by
# client.mk for a kernel without kprobes: each of its cases passes. Its two cases of stack
# traces are not in it: Documentation/kprobes.rst, "Clients that ask for CONFIG_KPROBES".
# kernels: tools
# arch: x86_64
. /kp/lib.sh
. /kp/side.sh

# KUnit runs the cases while the module is loaded. It tells of them in the log, by lines
# "    1..4", "    ok 1 test_kprobe", "    not ok 2 test_kprobes".
passed='^    ok [0-9]+ [a-z_0-9]+$'

kunit_log()
{
	dmesg_since | sed 's/^<[0-9]*>//; s/^\[[^]]*\] //'
}

ran()
{
	grep -Ex "    ok [0-9]+ $1" /tmp/kunit
}

ktap_begin
load_kprobes
log_mark
check 'the test loads' insmod /kp/linux-kunit/test_kprobes.ko
kunit_log >/tmp/kunit
for name in test_kprobe test_kprobes test_kretprobe test_kretprobes; do
	check "$name passes" ran $name
done
expect 'no other case has failed, or did not run' \
	"$(sed -n 's/^    1\.\.//p' /tmp/kunit)" grep -Ec "$passed" /tmp/kunit
expect 'no probe is left' '' cat "$KP_DEBUGFS/list"
check 'the test leaves' rmmod test_kprobes
unload_kprobes
# KUnit's own line of the suite, "ok 1 kprobes_test", is one more result.
KTAP_COUNT=$((KTAP_COUNT + 1))
plan_end
