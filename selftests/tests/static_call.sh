# SPDX-License-Identifier: GPL-2.0
# A module's static call: its trampoline is refused, and what calls it is probed
# while the call changes.
#
# arch: x86_64
# timeout: 40
. /kp/lib.sh

trampolines_refused()
{
	grep '__SCT__sct_call' "$KP_DEBUGFS/refusals" >/tmp/refused
	[ -s /tmp/refused ] &&
		! grep -v -e '(static call trampoline)' \
			-e '(an undefined instruction, as WARN and BUG use it)' \
			-e '(in the middle of an instruction)' /tmp/refused
}

entry_reason()
{
	grep -c '__SCT__sct_call+0x0.*: -22 (static call trampoline)' \
		"$KP_DEBUGFS/refusals"
}

ktap_begin
load_kprobes
run_kmod static_call_test
check 'the reasons' trampolines_refused
check 'the reason at the first byte' [ "$(entry_reason)" = 4 ]
unload_kprobes
plan_end
