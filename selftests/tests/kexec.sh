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
. /kp/kexec.sh

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
	check 'files of the next kernel' pack
	load_next 2
	start 2
	;;
2)
	ok 'the second kernel runs'
	load_kprobes optimization=0
	probe_everywhere
	check 'CPU 1 is offline' sh -c "echo 0 >$cpu1"
	check 'files of the next kernel' pack
	load_next 3
	start 3
	;;
3)
	ok 'the third kernel runs'
	plan_end
	;;
esac
