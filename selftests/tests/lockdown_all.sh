# SPDX-License-Identifier: GPL-2.0
# A kernel in lockdown, level confidentiality: Documentation/signing.rst.
# kernels: tools
# arch: x86_64
# append: lockdown=confidentiality
. /kp/lib.sh
. /kp/doctest.sh

ktap_begin
doc_lockdown confidentiality
plan_end
