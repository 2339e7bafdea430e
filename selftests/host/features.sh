#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A CPU may have a field of PSTATE and no register to read it: Cortex-A76 has SSBS so, and no
# QEMU shows it. Nothing in what was built for arm64 reads or writes that.
. "$(dirname "$(realpath "$0")")/lib.bash"

echo 'KTAP version 1'
for stage in "${!KP_STAGE_ARM64_@}"; do
	num=0
	for module in "${!stage}"/*.ko; do
		aarch64-linux-gnu-objdump -d "$module" >"$out/text"
		num=$((num + $(grep -c '[[:space:]]mrs[[:space:]]' "$out/text" || true)))
		grep -iE '[[:space:]](mrs|msr)[[:space:]].*(\<ssbs\>|s3_3_c4_c2_6)' "$out/text" ||
			true
	done >"$out/found"
	status=ok
	[ $num -gt 100 ] && [ ! -s "$out/found" ] || status='not ok'
	sed 's/^/# /' "$out/found"
	result "$status" "${stage#KP_STAGE_}: none of $num reads of registers is one of SSBS"
done
[ "$results" -gt 0 ] || skip_all 'registers of features' 'no arm64 kernel is tested'
echo "1..$results"
