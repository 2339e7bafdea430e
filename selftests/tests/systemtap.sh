# SPDX-License-Identifier: GPL-2.0
# A script of SystemTap's, compiled by Debian's stap through client.mk for a kernel without
# kprobes: selftests/stap/calls.stp.
#
# kernels: tools
# arch: x86_64
# timeout: 600
# third_party: yes
. /kp/lib.sh
. /kp/side.sh
. /kp/third.sh

symbol=${KP_SYS}sethostname
many=$(grep ' [tT] vfs_' /proc/kallsyms | grep -vc vfs_caches_init)

# 65 letters are one too many.
cat >/tmp/work <<'END'
#!/bin/sh
for name in one two three $(printf %065d 0); do
	hostname $name
done
mkdir /tmp/a /tmp/b
cp $KP_DEBUGFS/list /tmp/list
END
chmod 755 /tmp/work
export KP_DEBUGFS

# How often a line was printed.
printed()
{
	grep -cx "$1" /tmp/stap.out
}

# How many probes there were while the script ran, at what is called so.
probes()
{
	grep -c "  $1+0x0" /tmp/list
}

ktap_begin
third_setup
load_kprobes
check 'the script runs' sh -c \
	'staprun /kp/third/calls.ko -c /tmp/work >/tmp/stap.out 2>/tmp/stap.err'
# First of all: nothing of it may keep the module.
check 'and kprobes.ko unloads at once' rmmod kprobes
cat /tmp/stap.out /tmp/stap.err
expect 'nothing is complained of' '' grep -v '^hostname:' /tmp/stap.err
expect 'kprobe.function: each call' 4 printed 'entry, by hostname'
expect 'its returns, one of them -EINVAL' 1 printed 'entries 4 returns 4 values -22'
expect 'kernel.function: each call, each return' 1 printed 'kernel: entries 4 returns 4'
expect 'its probes are ours' 4 probes "$symbol"
expect "kernel.function with an asterisk" "$many" probes 'vfs_[^+]*'
expect 'and it counts' 1 printed 'vfs_mkdir 2'
check 'its module has gone' not grep '^calls ' /proc/modules
plan_end
