# SPDX-License-Identifier: GPL-2.0
# The order of writes on this machine's own CPUs: text/text.c patches code in user
# space that another thread executes. KP_ROUNDS= for more of it.
. "$(dirname "$(realpath "$0")")/lib.bash"
[ "$(uname -m)" = x86_64 ] || skip_all 'order of writes' 'for x86'
mkdir -p "$out"/shim/{linux,arch,hit,kernel}
for header in kernel module mutex string uaccess list types cpu sched \
	sched/signal; do
	mkdir -p "$(dirname "$out/shim/linux/$header.h")"
	: >"$out/shim/linux/$header.h"
done
for header in arch/contract hit/probe_table hit/probepoint \
	kernel/native_kprobes kernel/quiesce; do
	: >"$out/shim/$header.h"
done
gcc -D_GNU_SOURCE -O2 -Wall -Werror -Wno-unused-function -pthread \
	-include "$here/patch_shim.h" -I"$out/shim" -idirafter "$root" \
	-o "$out/patch_test" "$here/patch_test.c" "$root/text/text.c"

status=0
got=$("$out/patch_test" "${KP_ROUNDS:-200}") || status=$?
echo "# $got"
if [ "$got" = skip ]; then
	skip_all 'order of writes' 'no membarrier() that serializes cores'
fi
if [ $status = 0 ]; then
	echo 'ok 1 text/text.c patches what another CPU executes'
else
	echo "not ok 1 text/text.c patches what another CPU executes, status $status"
fi
# Too little was executed otherwise; a program that ends early does not say.
case $got in
*' 0 traps,'*) echo 'not ok 2 the breakpoint was executed meanwhile' ;;
*' calls, '*' traps,'*) echo 'ok 2 the breakpoint was executed meanwhile' ;;
*) echo 'not ok 2 how often the breakpoint was executed is told' ;;
esac
echo '1..2'
