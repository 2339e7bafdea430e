#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A kernel for which kprobes.ko cannot be built is refused at once, by one sentence that
# says why; dkms.conf leaves the same kernels out.
set -u

count=0
result()
{
	local status=$?
	count=$((count + 1))
	[ $status = 0 ] && echo "ok $count $1" || echo "not ok $count $1"
}

kdir=$(mktemp -d)
trap 'rm -rf "$kdir"' EXIT

# kernel RELEASE OPTION...: one with these options
kernel()
{
	rm -rf "${kdir:?}"/*
	mkdir -p "$kdir/include/config"
	touch "$kdir/Makefile"
	echo "$1" >"$kdir/include/config/kernel.release"
	shift
	printf 'CONFIG_%s=y\n' "$@" >"$kdir/include/config/auto.conf"
}

# refused PATTERN: by make, in one line
refused()
{
	local said

	said=$(make -s KDIR="$kdir" 2>&1 | grep -v '^make: ')
	[ "$(echo "$said" | wc -l)" = 1 ] && echo "$said" | grep -q "$1"
}

# dkms_takes RELEASE ARCH OPTION...: what dkms.conf says of it
dkms_takes()
(
	set +u
	kernelver=$1 arch=$2
	# shellcheck disable=SC1091 # not a script
	. ./dkms.conf
	[[ $kernelver =~ $BUILD_EXCLUSIVE_KERNEL ]] &&
		[[ $arch =~ $BUILD_EXCLUSIVE_ARCH ]] || return 1
	for option in $BUILD_EXCLUSIVE_CONFIG; do
		[[ " ${*:3} " == *" ${option#CONFIG_} "* ]] || return 1
	done
)

x86=(X86_64 MODULES KALLSYMS KALLSYMS_ALL SMP PERF_EVENTS)
arm64=(ARM64 MODULES KALLSYMS SMP)

echo 'KTAP version 1'
kernel 5.4.0-42-generic "${x86[@]}"
refused 'does not support Linux 5.4.0-42-generic: 5.10 is the oldest'
result 'one that is too old'
! dkms_takes 5.4.0-42-generic x86_64 "${x86[@]}"
result 'by dkms as well'
kernel 6.1.0 RISCV MODULES KALLSYMS SMP
refused 'architecture'
result 'one of another architecture'
! dkms_takes 6.1.0 riscv64 MODULES KALLSYMS SMP
result 'by dkms as well'
for option in "${x86[@]:1}"; do
	left=()
	for other in "${x86[@]}"; do
		[ "$other" = "$option" ] || left+=("$other")
	done
	kernel 6.12.1 "${left[@]}"
	refused "have: CONFIG_$option\\."
	result "one without $option"
	! dkms_takes 6.12.1 x86_64 "${left[@]}"
	result 'by dkms as well'
done
kernel 6.12.1 "${x86[@]}" FINEIBT
refused 'checks indirect calls (CONFIG_FINEIBT)'
result 'one whose indirect calls have hashes that assembly would have to give'
for option in CFI CFI_CLANG; do
	kernel 6.12.1 "${x86[@]}" X86_KERNEL_IBT $option
	refused 'checks indirect calls and their targets'
	result "one with X86_KERNEL_IBT and $option"
done
kernel 6.12.1 "${x86[@]}" X86_KERNEL_IBT && scripts/supported "$kdir"
result 'one that checks targets alone is taken'
for release in 5.10.0-46-cloud-amd64 5.19.1 6.1.0-56-amd64 6.12.117+deb12-amd64 7.3.4; do
	kernel "$release" "${x86[@]}"
	scripts/supported "$kdir" && dkms_takes "$release" x86_64 "${x86[@]}"
	result "$release is taken"
done
kernel 6.12.1 "${arm64[@]}"
scripts/supported "$kdir" && dkms_takes 6.12.1 aarch64 "${arm64[@]}"
result 'arm64 without KALLSYMS_ALL is taken'
rm "$kdir/include/config/auto.conf"
refused 'not configured'
result 'one that is not configured'
rm "$kdir/Makefile"
refused 'There is no kernel'
result 'none at all'
echo "1..$count"
