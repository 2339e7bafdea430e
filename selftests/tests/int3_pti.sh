# SPDX-License-Identifier: GPL-2.0
# The same where user space has page tables of its own.
#
# kernels: stock
# arch: x86_64
# append: pti=on
# timeout: 120
. /kp/lib.sh
. /kp/gate.sh

ktap_begin
dmesg >/tmp/dmesg
check 'page tables are apart' grep -q 'page tables isolation: enabled' /tmp/dmesg
gate_tests
plan_end
