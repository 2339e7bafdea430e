# SPDX-License-Identifier: GPL-2.0
# A kernel that takes signed modules alone: Documentation/signing.rst.
# kernels: tools
# arch: x86_64
# append: module.sig_enforce
. /kp/lib.sh
. /kp/doctest.sh

ktap_begin
cd /kp || exit
doc_parts /kp/signing.rst 'signed modules only'
plan_end
