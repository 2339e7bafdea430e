# SPDX-License-Identifier: GPL-2.0
# A kernel in which all is probed that may be starts another one by kexec: with jumps,
# then that one with breakpoints alone and a CPU offline. The third one says that it was
# started.
#
# kernels: hostile stock generic
# arch: x86_64
# timeout: 900
# mem: 1G
# image: yes
. /kp/lib.sh
. /kp/every.sh

# What a kernel that is started says of itself by its command line.
KTAP_COUNT=${KP_COUNT:-0}

pack()
{
	cd / && {
		find bin init kp
		printf '%s\n' dev proc sys tmp
	} | cpio -o -H newc >/tmp/initramfs
}

# The results must be on the console before this kernel is gone.
say_all()
{
	echo "# starts kernel $1"
	until dmesg | tail -n 50 | grep -q "# starts kernel $1\$"; do
		usleep 10000
	done
	echo "KP-TAINT $(cat /proc/sys/kernel/tainted)" >/dev/kmsg
	sleep 1
}

# start NUMBER
start()
{
	local line
	line=$(sed 's/ KP_BOOT=.*//' /proc/cmdline)
	check 'files of the next kernel' pack
	check 'the next kernel is loaded' /kp/bin/kexec /kp/image /tmp/initramfs \
		"$line KP_BOOT=$1 KP_COUNT=$((KTAP_COUNT + 1))"
	say_all "$1"
	/kp/bin/kexec
	not_ok "kernel $1 starts"
	plan_end
}

probe_everywhere()
{
	load_every max_probes=200000
	check 'all that may be probed is' register_everywhere 1
	check 'thousands are' [ "$(state accepted)" -gt 10000 ]
	check 'none waits to be a jump' settle
	echo "# $(state accepted) probes, $(jumps) jumps"
	work 1
	check 'they are hit' [ "$(state hits)" -gt 1000 ]
}

case ${KP_BOOT:-1} in
1)
	ktap_begin
	load_kprobes
	probe_everywhere
	start 2
	;;
2)
	ok 'the second kernel runs'
	load_kprobes optimization=0
	probe_everywhere
	check 'CPU 1 is offline' sh -c "echo 0 >$cpu1"
	start 3
	;;
3)
	ok 'the third kernel runs'
	plan_end
	;;
esac
