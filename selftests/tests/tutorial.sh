# SPDX-License-Identifier: GPL-2.0
# What Documentation/tutorial.rst types, and what it says is printed then. On a kernel with
# kprobes of its own the files are elsewhere, as it says.
# kernels: standalone tools stock
# arch: x86_64
. /kp/lib.sh
. /kp/doctest.sh

ktap_begin
cd /kp || exit
sed "s,/sys/kernel/debug/kprobes/,$KP_DEBUGFS/," /kp/tutorial.rst >/tmp/tutorial.rst
doc_run /tmp/tutorial.rst
check 'there were commands' test "$KTAP_COUNT" -ge 20
plan_end
