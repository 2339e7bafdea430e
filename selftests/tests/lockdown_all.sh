# SPDX-License-Identifier: GPL-2.0
# A kernel in lockdown, level confidentiality: Documentation/signing.rst.
# kernels: tools
# arch: x86_64
# append: lockdown=confidentiality
. /kp/lib.sh
. /kp/doctest.sh

ktap_begin
cd /kp || exit
mount -t securityfs securityfs /sys/kernel/security
grep -q ' /sys/kernel/tracing ' /proc/mounts ||
	mount -t tracefs tracefs /sys/kernel/tracing
sed -n '/begin: confidentiality/,/end: confidentiality/p' /kp/signing.rst \
	>/tmp/part
doc_run /tmp/part
check 'there were commands' test "$KTAP_COUNT" -ge 4
plan_end
