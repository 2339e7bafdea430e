# SPDX-License-Identifier: GPL-2.0
# A kernel in lockdown, level integrity: Documentation/signing.rst.
# kernels: tools
# arch: x86_64
# append: lockdown=integrity
. /kp/lib.sh
. /kp/doctest.sh

ktap_begin
doc_lockdown lockdown events
plan_end
