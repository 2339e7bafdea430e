# SPDX-License-Identifier: GPL-2.0
# Clients as they were written for 2.6, 4.x, 5.x and 6.x build and do what they did.
# Not where the address of code is no function pointer, as one of them takes it.
# arch: x86_64 arm64 ppc64le
# timeout: 60
. /kp/lib.sh

said()
{
	/bin/true
	dmesg_since | grep -q "$1"
}

# year NAME: it is loaded
year()
{
	log_mark
	check "year_$1 loads" insmod "/kp/kmod/year_$1.ko"
}

ktap_begin
load_kprobes
year 2006
check 'its pre_handler is called' said 'year_2006: pre 1'
check 'its post_handler is called' said 'year_2006: post'
check 'its jprobe sees an argument' said 'year_2006: jprobe 1'
check 'it leaves' rmmod year_2006
check 'without a fault' said 'year_2006: 0 faults'
year 2014
check 'its return probe has its data' \
	said 'year_2014: kernel_clone: 1, positive 1, same task 1, back to 1'
check 'what was off is on' said 'year_2014: enabled later'
check 'it leaves' rmmod year_2014
check 'without a miss' said 'year_2014: missed 0 of clone'
year 2020
check 'it is where kallsyms_lookup_name() says' \
	said 'year_2020: planted at .*, gone 0, disabled 0'
# Of a kernel's own kprobes it may not be there.
[ "$KP_DEBUGFS" != /sys/kernel/debug/kprobes ] ||
	check 'it has waited for jumps, by wait_for_kprobe_optimizer() as looked up' \
		said 'year_2020: waited for jumps'
check 'its pre_handler runs' said 'year_2020: pre, .*, running 1'
check 'it leaves' rmmod year_2020
check 'without a miss' said 'year_2020: missed 0'
year 2024
check 'it is at an entry' said 'year_2024: on entry 1'
check 'its pre_handler is called' said 'year_2024: <kernel_clone> at its place 1'
check 'its post_handler is called' said 'year_2024: <kernel_clone> post'
check 'its return probe is called' \
	said 'year_2024: <kernel_clone> left, to 1'
check 'it leaves' rmmod year_2024
unload_kprobes
plan_end
