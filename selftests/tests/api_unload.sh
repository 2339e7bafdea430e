# SPDX-License-Identifier: GPL-2.0
# kprobes.ko stays while a client holds it, leaves no trace when it goes, and
# can come again.
#
# kernels: standalone preempt preempt_tasks debug stock
# timeout: 90
. /kp/lib.sh
. /kp/side.sh

# Entry, which ftrace has on some kernels, and inside: text of both kinds.
traced=kernel_clone
other=bt_layout

# With ELF version 1 the code of a function has a dot before its name.
symbol_address()
{
	grep -F "$1" /proc/kallsyms |
		awk -v name="$1" '$3 == name { at = at ? at : $1 }
			$3 == "." name { at = $1; exit }
			END { print "0x" at }'
}

# The bytes of the probed functions.
text()
{
	local addr
	for addr in $traced_at $other_at; do
		insmod /kp/kmod/api_text.ko addr="$addr"
		cat /sys/module/api_text/parameters/text
		rmmod api_text
	done
}

ftrace_users()
{
	cat /sys/kernel/tracing/enabled_functions 2>/dev/null
}

is_held()
{
	! rmmod kprobes 2>/dev/null || return 1
	grep -q '^kprobes .* Live ' /proc/modules &&
		[ -e $KP_DEBUGFS/list ] && is_hit
}

is_hit()
{
	local before after
	read -r before </sys/module/api_client/parameters/hits
	(exit)
	read -r after </sys/module/api_client/parameters/hits
	[ "$after" -gt "$before" ]
}

leaves_no_trace()
{
	[ ! -e $KP_DEBUGFS ] && ! grep -q '^kprobes ' /proc/modules &&
		[ ! -e /sys/module/kprobes ] &&
		! grep -qF '[kprobes]' /proc/kallsyms &&
		[ "$(text)" = "$before" ] && [ "$(ftrace_users)" = "$users" ]
}

# probe PARAMETERS: a client comes and goes.
probe()
{
	check "a client probes $*" insmod /kp/kmod/api_client.ko "$@"
	check 'the text is another' test "$(text)" != "$before"
	check 'rmmod kprobes is refused meanwhile, and the probe is hit' is_held
	check 'the client goes' rmmod api_client
	check 'the text is as before' test "$(text)" = "$before"
}

is_held_by_module()
{
	! rmmod kprobes 2>/dev/null
}

# The log has the version, the machine and how many functions there are.
is_announced()
{
	dmesg_since | grep -E "kprobes: version [0-9.]+ for $(uname -m):\
 [1-9][0-9]+ functions of the kernel, [1-9][0-9]* of them closed"
}

wrong_parameter()
{
	! insmod /kp/kprobes.ko \
		kallsyms_lookup_name="$(symbol_address vfs_read)" 2>/dev/null &&
		dmesg_since | grep 'is not the address of that function, but of [.]*vfs_read+0x0'
}

holder()
{
	head -n 20 $KP_DEBUGFS/stats | grep 'held by: '
}

sleepers()
{
	cat /sys/module/return_life_target/parameters/asleep
}

# A task is in a function that had a return probe: it is named, and when nobody
# is named any more, kprobes.ko goes at once.
test_held()
{
	local target=/sys/module/return_life_target/parameters
	insmod /kp/kmod/return_life_target.ko
	insmod /kp/kmod/return_life.ko functions=return_life_sleep maxactive=0
	echo 1 >$target/start
	check 'a task is in a function' eventually is 1 sleepers
	check 'the return probe goes' rmmod return_life
	check 'the task is named' holder
	check 'and holds kprobes.ko' is_held_by_module
	echo 1 >$target/let_go
	check 'it returns, and is named no more' eventually not holder
	check 'kprobes.ko goes at once' rmmod kprobes
	rmmod return_life_target
}

ktap_begin
log_mark
check 'a wrong kallsyms_lookup_name= is told' wrong_parameter
insmod /kp/kmod/badinput_target.ko
traced_at=$(symbol_address $traced)
other_at=$(symbol_address $other)
before=$(text)
users=$(ftrace_users)
for round in 1 2 3; do
	log_mark
	load_kprobes
	check 'it says what it is' is_announced
	probe symbol=kernel_clone
	insmod /kp/kmod/api_client.ko symbol=$other offset=12
	check 'a probe in a module holds it too' is_held_by_module
	check 'the text is another' test "$(text)" != "$before"
	echo 0 >$KP_DEBUGFS/enabled
	check 'disarmed, the text is as before' test "$(text)" = "$before"
	check 'and it is held' is_held_by_module
	rmmod api_client
	unload_kprobes
	check 'nothing is left of it' leaves_no_trace
done
rmmod badinput_target
for round in 1 2 3; do
	load_kprobes
	test_held
done
plan_end
