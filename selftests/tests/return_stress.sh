# SPDX-License-Identifier: GPL-2.0
# Return probes come and go while 50 tasks sleep in what they are on, are killed
# there, and end there.
#
# timeout: 300
# vm: own
. /kp/lib.sh

in_use()
{
	sed -n 's/^return instances: \([0-9]*\) in use.*/\1/p' "$KP_DEBUGFS/stats"
}

# The dead are found by a sweep; how soon is no matter here.
all_back()
{
	local i=0
	while [ $i -lt 100 ] && [ "$(in_use)" != 0 ]; do
		sleep 1
		i=$((i + 1))
	done
	[ "$(in_use)" = 0 ] || {
		grep '^return' "$KP_DEBUGFS/stats"
		return 1
	}
}

# The module cannot read them itself.
tell_in_use()
{
	while :; do
		sleep 1
		in_use >/tmp/in_use
		cat /tmp/in_use >/sys/module/return_stress/parameters/in_use
	done 2>/dev/null
}

# On debug a removal takes long, and what is called meanwhile is much more.
OPERATIONS=4000
[ "$KP_KERNEL" != debug ] || OPERATIONS=600

ktap_begin
load_kprobes
tell_in_use &
# Grace periods are what takes time: short ones for most operations.
run_kmod return_stress calls=1000 operations=60 seed=1
check 'all instances come back' all_back
echo 1 >/sys/kernel/rcu_expedited
run_kmod return_stress calls=100000 operations=$OPERATIONS
echo 0 >/sys/kernel/rcu_expedited
check 'all instances come back again' all_back
kill $!
unload_kprobes
plan_end
