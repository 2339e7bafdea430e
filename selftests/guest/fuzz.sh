# SPDX-License-Identifier: GPL-2.0
# For tests that do random operations, by fuzz_test.ko; sourced behind lib.sh.

# Each that switches something writes here how often it did.
switched=/tmp/switched

# switched_once NAME
switched_once()
{
	echo . >>"$switched.$1"
}

# Each address has been tried alone: the tasks run.
is_started()
{
	[ "$(cat /sys/module/fuzz_test/parameters/started 2>/dev/null)" = Y ]
}

module_comes_and_goes()
{
	while [ -e /tmp/go ]; do
		insmod /kp/kmod/stress_target.ko
		! is_started || switched_once module
		sleep 0.1
		until rmmod stress_target 2>/dev/null; do :; done
		sleep 0.1
	done
}

# switch NAME FILE A B: writes them in turn, A in the end, while the tasks run.
switch()
{
	until [ ! -e /tmp/go ] || is_started; do
		sleep 0.1
	done
	while [ -e /tmp/go ]; do
		echo "$4" >"$2"
		[ "$(cat "$2")" != "$4" ] || switched_once "$1"
		sleep 0.2
		echo "$3" >"$2"
		sleep 0.2
	done
}

readers()
{
	while [ -e /tmp/go ]; do
		cat "$KP_DEBUGFS"/* >/dev/null
		sleep 0.2
	done
}

# was_switched NAME...
was_switched()
{
	local name
	for name; do
		[ -s "$switched.$name" ] || return 1
		echo "# $name: $(wc -l <"$switched.$name") times"
	done
}

# meanwhile WITH_ENABLED PARAMETERS
meanwhile()
{
	local with_enabled=$1 names='module cpu1 optimization'
	shift
	rm -f "$switched".*
	touch /tmp/go
	module_comes_and_goes &
	switch cpu1 /sys/devices/system/cpu/cpu1/online 1 0 &
	switch optimization /proc/sys/debug/kprobes-optimization 1 0 &
	readers &
	[ "$with_enabled" = 0 ] || {
		names="$names enabled"
		switch enabled "$KP_DEBUGFS/enabled" 1 0 &
	}
	run_kmod fuzz_test "$@"
	rm /tmp/go
	wait
	# shellcheck disable=SC2086 # a list of words
	check "meanwhile all was switched: $names" was_switched $names
}

# fuzz OPERATIONS SEED [EXACT]: EXACT is 0 to have `enabled` switched, too.
fuzz()
{
	echo 1 >/sys/kernel/rcu_expedited
	meanwhile $((1 - ${3:-1})) "operations=$1" "seed=$2" "exact=${3:-1}"
	echo 0 >/sys/kernel/rcu_expedited
}
