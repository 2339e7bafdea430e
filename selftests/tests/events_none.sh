# SPDX-License-Identifier: GPL-2.0
# Without debugfs there are no events, and the log says so.
#
# kernels: standalone
# append: debugfs=off
. /kp/lib.sh
. /kp/side.sh

ktap_begin
load_kprobes
log_mark
expect 'kprobe_events.ko does not load' \
	"insmod: can't insert '/kp/kprobe_events.ko': No such device" \
	insmod /kp/kprobe_events.ko
check 'the log says why' sh -c "echo '$(dmesg_since)' |
	grep 'kprobe_events: there is no folder kprobes.* in debugfs'"
unload_kprobes
plan_end
