# SPDX-License-Identifier: GPL-2.0
# Probes come and go while two CPUs hit them.
#
# kernels: standalone debug
# timeout: 200
# vm: own
. /kp/lib.sh

ktap_begin
load_kprobes
# Grace periods are what takes time: short ones for most operations.
LONG=500
[ "$KP_KERNEL" != debug ] || LONG=100
run_kmod stress_test operations=$LONG seed=1
echo 1 >/sys/kernel/rcu_expedited
# There each takes longer.
OPERATIONS=50000
case $KP_ARCH in
ppc*) OPERATIONS=15000 ;;
esac
[ "$KP_KERNEL" != debug ] || OPERATIONS=10000
run_kmod stress_test operations=$OPERATIONS
echo 0 >/sys/kernel/rcu_expedited
unload_kprobes
plan_end
