# SPDX-License-Identifier: GPL-2.0
# What the API promises of watchpoint probes.
#
# arch: x86_64 arm64
. /kp/lib.sh

refused()
{
	grep -qe "$1" $KP_DEBUGFS/refusals
}

case $KP_ARCH in
x86_64) entry=asm_exc_debug ;;
arm64) entry=el1h_64_sync ;;
esac

ktap_begin
has_watches || {
	skip 'watches' 'this kernel was built without KALLSYMS_ALL'
	plan_end
	exit
}
load_kprobes
covered=/kp/kmod/watch_covered.ko
run_kmod watch_api
check 'refusals name an address' \
	refused 'register_kwatch_probe data+0x6.*: -22 (.*not aligned'
check 'and the holders of debug registers' refused \
	'-28 (no debug register is free: watch 0, watch 1, watch 2, watch 3)'
[ ! -e $covered ] || check 'a function for it loads' insmod $covered
run_kmod watch_text
[ ! -e $covered ] || rmmod watch_covered
check 'nothing is listed' test -z "$(cat $KP_DEBUGFS/list)"
check 'and of text' \
	refused "register_kwatch_probe $entry+0x0: -22 (entry text)"
unload_kprobes
plan_end
