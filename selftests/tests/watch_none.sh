# SPDX-License-Identifier: GPL-2.0
# Watchpoints where there are none: refused, with the reason.
# arch: arm64 ppc64le ppc64
. /kp/lib.sh

why='there are no watches on powerpc yet'
[ "$KP_ARCH" != arm64 ] ||
	why='wp_on_reg and bp_on_reg are not found: KALLSYMS_ALL'

ktap_begin
! has_watches || {
	skip 'refused watches' 'this kernel has them'
	plan_end
	exit
}
load_kprobes
insmod /kp/kmod/watch_client.ko
# the standard error of the shell itself is in the way
check 'a watch is refused' sh -c \
	'! (echo 1 >/sys/module/watch_client/parameters/watch) 2>/dev/null'
check 'refusals say why' grep -q \
	"watch_client: register_kwatch_probe .*: -95 ($why)\$" \
	$KP_DEBUGFS/refusals
check 'none is listed' [ -z "$(cat $KP_DEBUGFS/list)" ]
rmmod watch_client
unload_kprobes
plan_end
