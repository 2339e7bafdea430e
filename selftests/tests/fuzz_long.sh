# SPDX-License-Identifier: GPL-2.0
# As fuzz.sh, for longer, and with other seeds. KP_FUZZ, KP_SEED: as there.
#
# kernels: standalone preempt
# timeout: 1800
# vm: own
. /kp/lib.sh
. /kp/fuzz.sh

OPERATIONS=${KP_FUZZ:-1000}
SEED=${KP_SEED:-100}

ktap_begin
load_kprobes
# Several rounds: each tells that it has got there.
for round in 0 1 2; do
	fuzz "$OPERATIONS" $((SEED + 2 * round))
	fuzz "$OPERATIONS" $((SEED + 2 * round + 1)) 0
done
check 'nothing is left' cmp "$KP_DEBUGFS/list" /dev/null
unload_kprobes
plan_end
