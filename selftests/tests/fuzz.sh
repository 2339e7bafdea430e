# SPDX-License-Identifier: GPL-2.0
# Random operations of every call by four tasks, against a model; meanwhile a
# module comes and goes, and a CPU, and optimization is switched; then
# `enabled`, too. KP_FUZZ: operations of a task. KP_SEED: of their order.
#
# kernels: standalone preempt debug
# timeout: 300
# vm: own
. /kp/lib.sh
. /kp/fuzz.sh

OPERATIONS=${KP_FUZZ:-200}
SEED=${KP_SEED:-1}

ktap_begin
load_kprobes
fuzz "$OPERATIONS" "$SEED"
[ "$KP_KERNEL" = debug ] || fuzz "$OPERATIONS" $((SEED + 1)) 0
check 'nothing is left' cmp "$KP_DEBUGFS/list" /dev/null
unload_kprobes
plan_end
