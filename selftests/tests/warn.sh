# SPDX-License-Identifier: GPL-2.0
# A WARN() of the kernel, whose trap may come down the same chain as ours, is
# reported and gone on from.
# timeout: 30
. /kp/lib.sh

ktap_begin
load_kprobes
expect_begin 'WARNING: .*warn_target_init'
check 'a module that warns loads' insmod /kp/kmod/warn_target.ko
expect_end
rmmod warn_target
unload_kprobes
plan_end
