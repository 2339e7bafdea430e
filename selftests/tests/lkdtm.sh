# SPDX-License-Identifier: GPL-2.0
# The kernel's own lkdtm, unmodified, built by client.mk for a kernel without kprobes: its
# crash points are probes. What they do here is a WARNING in the handler, which the kernel
# survives.
# kernels: tools
# arch: x86_64
. /kp/lib.sh
. /kp/side.sh

provoke=/sys/kernel/debug/provoke-crash
point=INT_HW_IRQ_EN

# The crash point that is used from now on, and no other.
at()
{
	echo WARNING >$provoke/"$1"
}

# Interrupts of the serial port, as it sends.
interrupts()
{
	for i in 1 2 3 4; do
		echo >/dev/ttyS0
		usleep 100000
	done
}

# How often the log says so since log_mark.
said()
{
	dmesg_since | grep -c "$1"
}

# Each third hit warns, no other.
warned()
{
	local hits

	hits=$(said "Crash point $point of type WARNING hit, ")
	[ "$hits" -ge 3 ] &&
		is $((hits / 3)) said "Crash point $point .* trigger in 0 rounds" &&
		is $((hits / 3)) said 'WARNING: .*lkdtm_WARNING'
}

refused()
{
	grep lkdtm "$KP_DEBUGFS/refusals" | grep "$1"
}

ktap_begin
load_kprobes
check 'what it lacks loads' insmod /kp/kmod/cr4_for_lkdtm.ko
expect_begin 'WARNING: .*lkdtm_WARNING'
check 'lkdtm loads' insmod /kp/linux-lkdtm/lkdtm.ko cpoint_count=3
log_mark
check 'a crash point in interrupts' at $point
check 'is a probe of ours' listed handle_irq_event+0x0
interrupts
check 'another one takes its place' at INT_TASKLET_ENTRY
expect 'by a probe of ours' 1 grep -c tasklet_action+0x0 "$KP_DEBUGFS/list"
expect 'the first one has none' 0 grep -c handle_irq_event+0x0 "$KP_DEBUGFS/list"
check 'and each third hit of it warned' warned
check 'one at a function that is not there is refused' not at TIMERADD
check 'with the reason' refused hrtimer_start
check 'lkdtm leaves' rmmod lkdtm
log_mark
check 'it loads with a crash point' insmod /kp/linux-lkdtm/lkdtm.ko \
	cpoint_name=$point cpoint_type=WARNING cpoint_count=3
interrupts
check 'and leaves' rmmod lkdtm
check 'each third hit warned' warned
expect_end
expect 'no probe is left' '' cat "$KP_DEBUGFS/list"
rmmod cr4_for_lkdtm
unload_kprobes
plan_end
