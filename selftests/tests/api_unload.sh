# SPDX-License-Identifier: GPL-2.0
# kprobes.ko stays while a client holds it, leaves no trace when it goes, and
# can come again.
#
# kernels: standalone preempt preempt_tasks debug stock
# timeout: 60
. /kp/lib.sh

# Entry, which ftrace has on some kernels, and inside: text of both kinds.
traced=kernel_clone
other=bt_layout

# With ELF version 1 the code of a function has a dot before its name.
symbol_address()
{
	awk -v name="$1" '$3 == name { at = at ? at : $1 }
		$3 == "." name { at = $1; exit }
		END { print "0x" at }' /proc/kallsyms
}

# The bytes of the probed functions.
text()
{
	local symbol
	for symbol in $traced $other; do
		insmod /kp/kmod/api_text.ko addr="$(symbol_address $symbol)"
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
		! grep -q '\[kprobes\]' /proc/kallsyms &&
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

ktap_begin
insmod /kp/kmod/badinput_target.ko
before=$(text)
users=$(ftrace_users)
for round in 1 2 3; do
	load_kprobes
	probe symbol=kernel_clone
	insmod /kp/kmod/api_client.ko symbol=$other offset=$KP_INSIDE
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
plan_end
