# SPDX-License-Identifier: GPL-2.0
# In the guest: load the clients; they print their figures to the log.
# TARGET=n: only hit the n-th target, for counting traps, HOW=pre, return or
# jprobe; WHO: by whom.
. /kp/lib.sh

# Instructions that wait for a grace period would count the idle loop's.
echo 1 >/sys/kernel/rcu_expedited

# Functions with a name of their own; behind the function tracer's call site.
awk '$2 ~ /[tT]/ && NF == 3 { print $3 }' /proc/kallsyms |
	grep -v '\.' | grep -v '^__' | sort | uniq -u >/kp/names
offset=0
grep -q ' ftrace_location$' /proc/kallsyms && offset=5

insmod /kp/kprobes.ko || exit 1
for who in $WHO; do
	most=10000
	# The kernel's own takes millions of instructions a probe.
	[ "$who" = native ] && most=100
	insmod "/kp/bench/probe_bench_$who.ko" offset=$offset \
		max_others=$most only_hit="${TARGET:-0}" \
		only_how="${HOW:-pre}" || exit 1
	rmmod "probe_bench_$who"
done
rmmod kprobes
