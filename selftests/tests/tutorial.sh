# SPDX-License-Identifier: GPL-2.0
# What Documentation/tutorial.rst types, and what it says is printed then.
# kernels: standalone tools
# arch: x86_64
. /kp/lib.sh
. /kp/doctest.sh

ktap_begin
cd /kp || exit
doc_run /kp/tutorial.rst
check 'there were commands' test "$KTAP_COUNT" -ge 20
plan_end
