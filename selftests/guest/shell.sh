# SPDX-License-Identifier: GPL-2.0
# What `make shell` starts.
. /kp/lib.sh

dmesg -n 7
insmod /kp/kprobes.ko
cd /kp/shell || exit
others=$(ls | grep -vxE 'samples|kprobes.ko|kprobe_events.ko' | paste -s -d ' ')
cat <<END

kprobes.ko is loaded. Try:
    insmod samples/kprobe_example.ko symbol=kernel_clone
    cat $KP_DEBUGFS/list
    echo 0 > $KP_DEBUGFS/enabled
    rmmod kprobe_example kprobes
${others:+Here are also: $others
}Leave with "exit" or Ctrl-D.

END
export KP_DEBUGFS PS1='kprobes:\w# '
sh
# The end of the session hangs its terminal up, and what is not written yet is lost: wait for it.
stty sane
