# SPDX-License-Identifier: GPL-2.0
# All slots, one sync, all breakpoints, one sync; the same for jumps; and never a
# slot reused early.
#
# kernels: standalone preempt preempt_tasks debug stock
# timeout: 150
. /kp/lib.sh

# Slots that come back meanwhile would be taken first.
none_waits()
{
	local i=0
	while [ $i -lt 60 ]; do
		! head -n 20 "$KP_DEBUGFS/stats" |
			grep -q '^slots: .* 0 waiting' || return 0
		sleep 1
		i=$((i + 1))
	done
	head -n 20 "$KP_DEBUGFS/stats" | grep '^slots'
	return 1
}

ktap_begin
load_kprobes optimization=0
run_kmod order_test
check 'all slots come back' none_waits
run_kmod order_test recycling=1
unload_kprobes
plan_end
