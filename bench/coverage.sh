# SPDX-License-Identifier: GPL-2.0
# In the guest: probe the addresses in /kp/addresses, and say what came of it.
# WHO=ours or native; BASE, the symbol that they are counted from.
. /kp/lib.sh

base=0x$(awk -v name="$BASE" '$3 == name { print $1; exit }' /proc/kallsyms)
dir=$KP_DEBUGFS
[ "$WHO" = native ] && dir=/sys/kernel/debug/kprobes
mark()
{
	grep -c "$1" $dir/list
}

insmod /kp/kprobes.ko || exit 1
insmod "/kp/bench/probe_coverage_$WHO.ko" base="$base" || exit 1
# Until no more become jumps.
last=-1
while [ "$(mark OPTIMIZED)" != "$last" ]; do
	last=$(mark OPTIMIZED)
	sleep 20
done
say()
{
	echo "COVERAGE $WHO $*" >/dev/kmsg
}
say "optimized $(mark OPTIMIZED)"
say "ftrace $(mark FTRACE)"
[ "$WHO" = native ] || {
	sed -n 's/.* not optimized: //p' $dir/stats | sort | uniq -c | sort -rn |
		while read -r line; do say "not $line"; done
	sed 's/.*: \(-[0-9]*\) (\(.*\))$/\1 \2/' $dir/refusals | sort | uniq -c |
		sort -rn | while read -r line; do say "refused $line"; done
}
rmmod "probe_coverage_$WHO"
rmmod kprobes
