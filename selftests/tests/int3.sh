# SPDX-License-Identifier: GPL-2.0
# The gate of vector 3: breakpoints of the kernel in each context and of user space,
# with it and without; switched; somebody else's; gone with kprobes.ko.
#
# kernels: standalone stock debug
# arch: x86_64
# timeout: 120
. /kp/lib.sh
. /kp/gate.sh

ktap_begin
gate_tests
plan_end
