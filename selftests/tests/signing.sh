# SPDX-License-Identifier: GPL-2.0
# A kernel that takes signed modules alone: Documentation/signing.rst.
# kernels: tools
# arch: x86_64
# append: module.sig_enforce
. /kp/lib.sh
. /kp/doctest.sh

ktap_begin
cd /kp || exit
sed -n '/begin: signed modules only/,/end: signed modules only/p' /kp/signing.rst \
	>/tmp/part
doc_run /tmp/part
check 'there were commands' test "$KTAP_COUNT" -ge 4
plan_end
