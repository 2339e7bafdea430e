# SPDX-License-Identifier: GPL-2.0
# Run the tests named in /kp/tests/list, one after the other. KP_SLOW (from the
# kernel's command line) says how many times slower than usual this kernel is.
. /kp/lib.sh

run_test()
{
	local left
	sh "/kp/tests/$1.sh"
	echo "KP-STATUS $?"
	left=$(cut -d' ' -f1 /proc/modules)
	[ -z "$left" ] || {
		echo "not ok leaves no module behind:" $left
		# Clients come after what they use.
		rmmod $left
	}
}

while read -r name timeout; do
	echo "KP-DEADLINE $((timeout * ${KP_SLOW:-1} + 600))" >/dev/kmsg
	echo "KP-TEST-BEGIN $name" >/dev/kmsg
	run_test "$name" 2>&1 </dev/null | to_log
	echo "KP-TEST-END $name" >/dev/kmsg
done </kp/tests/list
