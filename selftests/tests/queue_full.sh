# SPDX-License-Identifier: GPL-2.0
# A probe at a call site of the function tracer goes, while the kernel's queue of works is
# full of those that wait for kprobes.ko.
#
# kernels: stock
# arch: x86_64
# vm: own
. /kp/lib.sh

ktap_begin
load_kprobes
run_kmod queue_full
unload_kprobes
plan_end
