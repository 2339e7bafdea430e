# SPDX-License-Identifier: GPL-2.0
# post_handlers in what is called when a detour is left and a task is due: the tail of
# one that ran outside of the trap would call it again, and so on without end.
# kernels: stock hostile preempt
# arch: x86_64
# append: preempt=full
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

FUNCTION=preempt_schedule_notrace

# How often the probe at the function's first instruction was hit.
hits()
{
	ours hits 0 | cut -d' ' -f1
}

was_hit()
{
	call 20000
	[ "$(hits)" -gt 0 ]
}

ktap_begin
insmod /kp/kmod/side_target.ko
load_kprobes
insmod /kp/kmod/side_ours.ko
num=0 offset=0
while [ $offset -lt 60 ]; do
	[ "$(ours reg $num $FUNCTION $offset p)" != 0 ] || num=$((num + 1))
	offset=$((offset + 1))
done
check "$num of its instructions have post_handlers" [ $num -gt 5 ]
check 'none is a jump' not listed "$FUNCTION.*OPTIMIZED"
# jumps that are left where tasks are due
expect 'what is called much is probed' 0 ours fns 100 0 $KP_INSIDE
check 'by jumps' eventually listed 'side_fn.*OPTIMIZED'
for task in 1 2 3 4 5 6; do
	while [ ! -e /tmp/stop ]; do
		:
	done &
done
check 'it is called' eventually was_hit
touch /tmp/stop
wait
check 'as often behind the first instruction' [ "$(hits)" = "$(ours hits 0 | cut -d' ' -f2)" ]
i=0
while [ $i -lt $num ]; do
	ours unreg $i >/dev/null
	i=$((i + 1))
done
ours unbatch 100 10 >/dev/null
expect 'nothing is probed' '' cat "$KP_DEBUGFS/list"
rmmod side_ours
rmmod side_target
unload_kprobes
plan_end
