# SPDX-License-Identifier: GPL-2.0
# By what functions are called that are found by name: where a CPU may insist on ENDBR
# (IBT), it is there. QEMU has no such CPU.
#
# kernels: standalone stock
# arch: x86_64
# timeout: 60
. /kp/lib.sh
. /kp/every.sh

ktap_begin
load_kprobes
run_kmod call_thunks_test ksyms="$(address_of kp_ksyms)"
unload_kprobes
plan_end
