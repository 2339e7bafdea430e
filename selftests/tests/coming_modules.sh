# SPDX-License-Identifier: GPL-2.0
# Modules that are probed while they are loaded: refused by others before or after
# kprobes.ko knows them, before the kernel has their tables, freed while a batch is at
# work, and while their symbols are replaced by fewer.
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

client=/sys/module/coming_client/parameters

do_it()
{
	echo "$2" >$client/$1
}

is_held()
{
	is 1 cat $client/held
}

result()
{
	cat $client/result
}

# load PARAMETERS: in the background, until it is held.
load()
{
	insmod /kp/kmod/coming_target.ko "$@" 2>/dev/null &
	loader=$!
	check 'it is held while it is loaded' eventually is_held
}

ktap_begin
load_kprobes
insmod /kp/kmod/coming_client.ko offset=$KP_INSIDE

# --- refused: result is EARLY COMES GONE BATCH NUM-GONE SEEN
do_it refuse 1
check 'another notifier refuses it first' not insmod /kp/kmod/coming_target.ko
expect 'it could not be probed' '-2 1 1 1 0 0' result
expect 'nothing is listed' '' cat "$KP_DEBUGFS/list"
do_it refuse 2
do_it clear 1
check 'another notifier refuses it later' not insmod /kp/kmod/coming_target.ko
expect 'it could be probed until it was gone' '1 0 -2 1 1 0' result
do_it clear 1
do_it refuse 0
expect 'nothing is listed' '' cat "$KP_DEBUGFS/list"

# --- told right behind kprobes.ko, before the kernel has its tables
expect 'what must not be probed is refused' -22,-22 cat $client/marked
if [ $KP_ARCH = x86_64 ]; then
	expect 'so are static calls that are being sorted' 'static call site' \
		cat $client/sorted
else
	skip 'static calls are being sorted' 'the kernel has no table of them'
fi

# --- its init fails while a batch is at work
for round in 1 2 3; do
	do_it hold 1
	load fail=1
	check 'a batch registers' do_it batch 300
	! wait $loader
	check 'the init fails' [ $? = 0 ]
	expect 'all probes were placed, and the first is gone' '1 1 1 0 1 0' result
	do_it clear 1
done

# --- its symbols are replaced when it is live
if [ $KP_ARCH = x86_64 ]; then
	do_it hold 2
	load
	check 'a probe registers' do_it scan 1
	wait $loader
	check 'it loads' [ $? = 0 ]
	expect 'its symbols were looked at' '1 1 1 0 0 1' result
	check 'no probe waits to become a jump' settle
	check 'it is a jump' listed 'coming_function.*OPTIMIZED'
	check 'the module unloads' rmmod coming_target
else
	skip 'its symbols are looked at' 'a jump is as long as a breakpoint'
fi
rmmod coming_client
expect 'nothing is listed' '' cat "$KP_DEBUGFS/list"
unload_kprobes
plan_end
