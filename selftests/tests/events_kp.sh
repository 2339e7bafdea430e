# SPDX-License-Identifier: GPL-2.0
# The tool kp: what it prints, and that it leaves nothing.
#
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

symbol=${KP_SYS}sethostname
case $KP_ARCH in
arm64) caller=invoke_syscall ;;
ppc64*) caller=system_call_exception ;;
*) caller=do_syscall_64 ;;
esac

shows()
{
	kp -n 1 "$@" >/tmp/kp.out 2>&1 &
	eventually grep -q . "$KP_DEBUGFS/set_event" || return
	hostname abc
	wait $!
	sed -E 's/^ *([^ ]*)-.*: ([^ ]*: )/\1 \2/;s,\+0x[^/]*/0x[0-9a-f]+,,g' \
		/tmp/kp.out
}

# A hit and the top of its stack, by kp that goes on until it is ended.
stack()
{
	kp stack "$symbol" >/tmp/kp.out 2>&1 &
	eventually grep -q . "$KP_DEBUGFS/set_event" || return
	hostname abc
	eventually grep -q '^ => ' /tmp/kp.out
	kill $!
	wait $!
	sed -nE 's/^ *([^ ]*)-.*: ([^ ]*): .*/\1 \2/p
		s,^ => ([^+]*)\+0x.*,\1,p' /tmp/kp.out | head -n 3
}

ktap_begin
load_kprobes
check 'kprobe_events.ko loads' insmod /kp/kprobe_events.ko
expect 'a probe' "hostname $symbol: ($symbol) a=0x5" shows "p $symbol a=\\5"
expect 'nothing is left' '' cat $KP_DEBUGFS/events
expect 'a condition' "hostname x: ($symbol) a=0x5" \
	shows -i 'a == 5' "p:x $symbol a=\\5"
check 'a mistake is shown' sh -c "kp 'p nowhere' 2>&1 | grep -q '^ *^\$'"
check 'calls are counted' sh -c "kp -f 'vfs_r*' count 1 | grep -q ' vfs_read'"
check 'a histogram' sh -c "kp hist vfs_read 2 >/tmp/hist & sleep 1;
	cat /proc/version; wait; cat /tmp/hist; grep -q ' ns .*#' /tmp/hist"
expect 'a stack' "hostname $symbol
$symbol
$caller" stack
expect 'nothing is left of it' '' cat $KP_DEBUGFS/events
check 'help' sh -c 'kp -h | grep -q Examples'
# of a terminal that closes
kp "p $symbol" >/dev/null 2>&1 &
eventually grep -q . "$KP_DEBUGFS/set_event"
kill -HUP $!
wait $!
expect 'nothing is left of one whose terminal closes' '' cat $KP_DEBUGFS/events
expect 'two of one function' "hostname $symbol: ($symbol) a=0x5" \
	shows "p $symbol a=\\5" "r $symbol"
expect 'nothing is left of them' '' cat $KP_DEBUGFS/events
echo "p:mine $symbol" >$KP_DEBUGFS/events
check 'list' sh -c "kp list | grep -q '^p:$KP_GROUP/mine $symbol'"
echo mine >$KP_DEBUGFS/set_event
hostname abc
: >$KP_DEBUGFS/set_event
check 'list has hits and misses' sh -c 'kp list | grep -q "^ *mine  *1  *0 "'
expect 'what others have defined stays' "p:$KP_GROUP/mine $symbol" \
	cat $KP_DEBUGFS/events
check 'it is deleted' sh -c "echo '-:mine' >>$KP_DEBUGFS/events"
check 'kprobe_events.ko unloads' rmmod kprobe_events
unload_kprobes
plan_end
