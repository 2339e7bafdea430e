# SPDX-License-Identifier: GPL-2.0
# In the guest: load the clients; they print their figures to the log.
# STEPS, what to measure; WHOS, of whom: ours, own; MOST and MOST_OWN, of how many
# probes at once, ours and the kernel's own. The step `places` finds out where
# probes can be; /kp has what it said in the boots after it.
. /kp/lib.sh

# Which directory and sysctl are whose.
own_dir=/sys/kernel/debug/kprobes
own_sysctl=/proc/sys/debug/kprobes-optimization
ours_dir=$KP_DEBUGFS
ours_sysctl=/proc/sys/debug/$(basename "$KP_DEBUGFS")-optimization

base=0x$(awk '$3 == "_stext" { print $1; exit }' /proc/kallsyms)

of()
{
	eval "echo \$$1_$2"
}

say()
{
	echo "BENCH $*" >/dev/kmsg
}

# client WHO MODE [PARAMETERS]
client()
{
	local who=$1 most=$MOST
	shift
	[ "$who" = ours ] || most=$MOST_OWN
	insmod "/kp/bench/bench_$who.ko" most="$most" base="$base" mode="$@" ||
		say "$who REFUSED insmod $*"
	rmmod "bench_$who"
}

# Where the kernel's own would take hours: a thousand of them.
fewer()
{
	[ "$1" = ours ] || echo "most=$((MOST_OWN < 1000 ? MOST_OWN : 1000))"
}

# Without the file there are no jumps.
optimize()
{
	[ ! -e "$(of "$1" sysctl)" ] || echo "$2" >"$(of "$1" sysctl)"
}

# sample NUMBER: so many instructions, where all have one length, by their distance
# from the start of the text.
sample()
{
	local end
	end=0x$(awk '$3 == "_etext" { print $1; exit }' /proc/kallsyms)
	awk -v most=$(((end - base) / 4)) -v number="$1" 'BEGIN {
		srand(1)
		while (n < number) {
			at = int(rand() * most)
			if (!(at in seen)) {
				seen[at]
				n++
				printf "%x\n", 4 * at
			}
		}
	}'
}

# filter WHO WHERE [PARAMETERS]: leave what can be probed.
filter()
{
	local who=$1 where=$2
	shift 2
	insmod "/kp/bench/bench_$who.ko" mode=filter places=/tmp/$where \
		base="$base" most="$((MOST * 13 / 10))" "$@" && rmmod "bench_$who"
}

# Functions with a name of their own, in an order without meaning. Behind the
# function tracer's call site where they begin with one, or have it near.
offset=0
! grep -q ' ftrace_location$' /proc/kallsyms || case $KP_ARCH in
x86_64) offset=5 ;;
ppc64le) offset=16 ;;
esac
make_places()
{
	local where who
	awk '$2 ~ /[tT]/ && NF == 3 { print $3 }' /proc/kallsyms |
		grep -v '[.]' | grep -v '^__' | sort | uniq -u >/tmp/all
	for where in behind at; do
		awk '{ a[NR] = $0 }
			END { srand(1); for (i = NR; i > 1; i--) {
				j = int(rand() * i) + 1
				t = a[i]; a[i] = a[j]; a[j] = t }
			for (i = 1; i <= NR; i++) print a[i] }' \
			/tmp/all >/tmp/$where
	done
	if [ -e /kp/sample ]; then
		cp /kp/sample /tmp/addresses
	else
		sample $((MOST * 13 / 10)) >/tmp/addresses
	fi
	for who in $WHOS; do
		filter $who behind offset=$offset
		filter $who addresses by_addr=1
		[ $offset = 0 ] || filter $who at
	done
	for where in behind at addresses; do
		sed "s/^/PLACE $where /" /tmp/$where
	done
}

# places WHERE: parameters of a client for these places.
places()
{
	case $1 in
	# the offset again, from another base
	behind_addresses)
		echo "places=/tmp/behind_addresses by_addr=1 base=$offset" ;;
	addresses) echo "places=/kp/addresses by_addr=1" ;;
	behind) echo "places=/kp/behind offset=$offset" ;;
	at) echo "places=/kp/at offset=0" ;;
	esac
}

step_hits()
{
	client "$1" hits $EXTRA
}

# Files of events are held by dentries and inodes, which meminfo has as SReclaimable: they
# are no more reclaimed than other memory. What was freed lately is in lists of CPUs, for
# meminfo not free: what is allocated next comes out of these.
free_bytes()
{
	local page
	page=$(awk '/^KernelPageSize:/ { print 1024 * $2; exit }' /proc/self/smaps)
	echo 3 >/proc/sys/vm/drop_caches
	# what waits for a grace period, and is freed by work
	sleep 5
	echo 1 >/proc/sys/vm/stat_refresh
	awk -v page="$page" '/^ *pages free / { n += page * $3 }
		$1 == "count:" { n += page * $2 }
		/^(Buffers|Cached):/ { n += 1024 * $2 }
		END { printf "%.0f\n", n }' /proc/zoneinfo /proc/meminfo
}

# event_memory WHO DEFINE ENABLE ARGUMENTS: of 500 events, in the folder "memory".
event_memory()
{
	local who=$1 define=$2 enable=$3 number=500 before defined traced=/tmp/traced
	shift 3
	[ -e /kp/behind ] || return 0
	# the kernel's own events are for functions of its tracer alone, if it has one
	cut -d ' ' -f 1 /sys/kernel/tracing/available_filter_functions >$traced ||
		cp /kp/behind $traced
	awk -v most=$number -v offset="$offset" -v arguments="$*" '
		NR == FNR { traced[$1]; next }
		$1 in traced && n < most {
			printf "p:memory/e_%d %s+%d %s\n", ++n, $1, offset, arguments
		}' $traced /kp/behind >/tmp/lines
	[ "$(wc -l </tmp/lines)" = $number ] || say "$who REFUSED fewer functions"
	before=$(free_bytes)
	# by one write: the kernel's own take what is left of a line at its end for another one
	dd if=/tmp/lines of=$define bs=64k 2>/dev/null || say "$who REFUSED events"
	defined=$(free_bytes)
	say "$who bytes event-defined $number = $(((before - defined) / number))"
	echo 1 >$enable
	say "$who bytes event-enabled $number = $(((before - $(free_bytes)) / number))"
	echo 0 >$enable
	: >$define
}

# Events with two arguments, by the files of each: their calls, and hits as these files
# count them. Where the kernel has no tracing, lines of text.
step_events()
{
	local tracing=/sys/kernel/tracing define profile enable where arguments
	# of a module that is not loaded yet the kernel's own take no $argN
	case $KP_ARCH in
	x86_64) arguments='a=%di b=%si' ;;
	arm64) arguments='a=%x0 b=%x1' ;;
	*) arguments='a=%gpr3 b=%gpr4' ;;
	esac
	if [ $1 = ours ]; then
		insmod /kp/kprobe_events.ko || exit 1
		define=$KP_DEBUGFS/events profile=$KP_DEBUGFS/profile
	else
		define=$tracing/kprobe_events profile=$tracing/kprobe_profile
	fi
	client "$1" called label=without
	for where in $(dmesg | sed -n "s/.*BENCH $1 calls without \([a-z]*\) =.*/\1/p"); do
		echo "p:bench/event_$where bench_$1:bench_$where $arguments" >>$define ||
			say "$1 REFUSED event $where"
	done
	enable=$tracing/events/bench/enable
	if [ -e $enable ]; then
		echo 1 >$enable
	else
		echo 'event_*' >$KP_DEBUGFS/set_event
	fi
	client "$1" called label=with
	awk '/event_/ && ($2 != 1000 || $3 != 0)' $profile | while read -r where; do
		say "$1 LOST $where"
	done
	if [ -e $enable ]; then
		echo 0 >$enable
	else
		echo >$KP_DEBUGFS/set_event
	fi
	: >$define
	[ ! -e $tracing/events ] ||
		event_memory $1 $define $tracing/events/memory/enable $arguments
	[ $1 != ours ] || rmmod kprobe_events
}

step_batches()
{
	local enabled
	enabled=enabled_file=$(of "$1" dir)/enabled
	client "$1" batches label=name $(places behind) $enabled
	optimize "$1" 0
	client "$1" batches label=name-off $(places behind) $enabled
	client "$1" batches label=addr-off $(places behind_addresses) \
		$enabled $(fewer "$1")
	client "$1" batches label=any-off $(places addresses) $enabled \
		$(fewer "$1")
	optimize "$1" 1
	[ $offset = 0 ] ||
		client "$1" batches label=tracer $(places at) $enabled \
			$(fewer "$1")
}

step_among()
{
	# which would make some of what is hit a jump
	optimize "$1" 0
	client "$1" among $(places addresses)
	optimize "$1" 1
}

step_int3()
{
	optimize "$1" 0
	client "$1" memory label=int3 $(places behind) $(fewer "$1")
}

step_optimized()
{
	client "$1" memory label=optimized $(places behind) $(fewer "$1")
}

step_return()
{
	client "$1" memory label=return $(places behind | sed 's/offset=.*/offset=0/') \
		$(fewer "$1")
}

step_cpus()
{
	for round in 1 2 3 4 5; do
		client "$1" cpus calls=50000
	done
	for round in 1 2 3; do
		client "$1" hits use_ns=1 calls=3000
	done
}

mark()
{
	grep -c "$1" "$(of "$2" dir)/list"
}

# register_all WHO: what bench_coverage() has left; /tmp/why gets all refusals.
register_all()
{
	local parameters=/sys/module/bench_$1/parameters seen=0 refused
	: >/tmp/why
	while :; do
		refused=$(cat "$parameters/refused")
		[ "$1" = own ] || tail -n $((refused - seen)) \
			"$(of "$1" dir)/refusals" >>/tmp/why
		seen=$refused
		[ "$(cat "$parameters/left")" != 0 ] || break
		echo >"$parameters/left"
	done
}

# coverage WHO LABEL FILE BASE
coverage()
{
	local last=-1 dir
	dir=$(of "$1" dir)
	insmod "/kp/bench/bench_$1.ko" mode=coverage label="$2" by_addr=1 \
		base="$4" places="$3" || exit 1
	register_all "$1"
	# Until no more become jumps.
	while [ "$(mark OPTIMIZED "$1")" != "$last" ]; do
		last=$(mark OPTIMIZED "$1")
		sleep 20
	done
	say "$1 coverage $2 optimized = $(mark OPTIMIZED "$1")"
	say "$1 coverage $2 ftrace = $(mark FTRACE "$1")"
	[ "$1" = own ] || {
		sed -n 's/.* not optimized: //p' "$dir/stats" | sort | uniq -c |
			sort -rn | while read -r line; do
				say "$1 why-not $2 $line"
			done
		sed 's/.*: \(-[0-9]*\) (\(.*\))$/\1 \2/' /tmp/why | sort |
			uniq -c | sort -rn | while read -r line; do
				say "$1 why-refused $2 $line"
			done
	}
	rmmod "bench_$1"
}

step_coverage()
{
	[ -e /kp/boundaries ] || sample 2000 >/kp/boundaries
	coverage "$1" boundaries /kp/boundaries "$base"
	# the kernel's own would take hours
	[ "$1" = ours ] || [ "$MOST_OWN" -ge 30000 ] || return
	awk '$2 ~ /^[tTwW]$/ && NF == 3 { print $1 }' /proc/kallsyms | sort -u \
		>/tmp/functions
	coverage "$1" functions /tmp/functions 0
}

is_loaded()
{
	grep -q "^$1 " /proc/modules
}

# load_for WHO: kprobes.ko is on the way of the kernel's own, so it is not there meanwhile,
# unless what counts needs it.
load_for()
{
	if [ "$1" = ours ]; then
		is_loaded kprobes || insmod /kp/kprobes.ko
	elif is_loaded kprobes && ! is_loaded bench_count; then
		rmmod kprobes
	fi
}

insmod /kp/kprobes.ko || exit 1
[ ! -e /kp/behind ] ||
	awk 'NR == FNR { if (NF == 3 && $2 ~ /[tT]/) at[$3] = $1; next } { print at[$1] }' \
		/proc/kallsyms /kp/behind >/tmp/behind_addresses
for step in $STEPS; do
	case $step in
	places) make_places ;;
	count) insmod /kp/bench/bench_count.ko ;;
	*) for who in $WHOS; do load_for "$who" && "step_$step" "$who"; done ;;
	esac
done
! is_loaded bench_count || rmmod bench_count
! is_loaded kprobes || rmmod kprobes
