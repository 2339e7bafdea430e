# SPDX-License-Identifier: GPL-2.0
# For tests that start another kernel, which goes on with the test; sourced behind lib.sh.

# What a kernel that is started says of itself by its command line.
KTAP_COUNT=${KP_COUNT:-0}

# pack [NAME]: the files of the next kernel, without one of /kp
pack()
{
	cd / && {
		find bin init kp ! -path "kp/$1"
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

# load_next NUMBER
load_next()
{
	local line
	line=$(sed 's/ KP_BOOT=.*//' /proc/cmdline)
	check 'the next kernel is loaded' /kp/bin/kexec /kp/image /tmp/initramfs \
		"$line KP_BOOT=$1 KP_COUNT=$((KTAP_COUNT + 1))"
}

# start NUMBER
start()
{
	say_all "$1"
	/kp/bin/kexec
	not_ok "kernel $1 starts"
	plan_end
}
