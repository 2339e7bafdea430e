#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The lab's test of itself: what must count as a failure does.
# timeout: 300
[ -n "${KP_KERNEL_STANDALONE:-}" ] || {
	echo 'ok 1 lab # SKIP needs the standalone kernel'
	echo '1..1'
	exit
}
PYTHONDONTWRITEBYTECODE=1 exec python3 selftests/vm/lab_test.py standalone
