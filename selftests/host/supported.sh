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
common=$(mktemp -d)
makefile=
trap 'rm -rf "$kdir" "$common"' EXIT

# kernel RELEASE OPTION...: one with these options
kernel()
{
	local version=${1%%[!0-9.]*}

	rm -rf "${kdir:?}"/*
	mkdir -p "$kdir/include/config" "$kdir/include/generated/uapi/linux"
	echo "$makefile" >"$kdir/Makefile"
	echo "$1" >"$kdir/include/config/kernel.release"
	# Debian's releases do not have the last number; it is here.
	[ -z "${SUBLEVEL:-}" ] || version=${version%.*}.$SUBLEVEL
	echo "$version" | awk -F. '{
		print "#define LINUX_VERSION_CODE " $1 * 65536 + $2 * 256 + $3
	}' >"$kdir/include/generated/uapi/linux/version.h"
	shift
	printf 'CONFIG_%s=y\n' "$@" | tee "$kdir/.config" \
		>"$kdir/include/config/auto.conf"
}

# make_says: what make says of it, in one line; nothing if it is taken
make_says()
{
	scripts/supported "$kdir" && return
	make -s KDIR="$kdir" 2>&1 | grep -v '^make: '
}

# kbuild_says: what Kbuild says, if asked without our Makefile
kbuild_says()
{
	# shellcheck disable=SC2046 # a list of words
	printf 'include Kbuild\nall: ;\n' |
		make -s -f - src=. objtree="$kdir" srctree="$kdir" $(cat "$kdir/.config") \
			all 2>&1 |
		sed -n 's/.*\*\*\* \(.*\)\.  Stop\.$/\1/p'
}

# dkms_takes RELEASE ARCH: what dkms.conf says of it, sourced as dkms does
dkms_takes()
(
	set +u
	# shellcheck disable=SC2034 # dkms.conf uses it
	kernelver=$1 arch=$2 kernel_source_dir=$kdir
	# shellcheck disable=SC1091 # not a script
	. ./dkms.conf 2>/dev/null
	[[ $kernelver =~ $BUILD_EXCLUSIVE_KERNEL ]] &&
		[[ $arch =~ $BUILD_EXCLUSIVE_ARCH ]] || return 1
	for option in $BUILD_EXCLUSIVE_CONFIG; do
		grep -q "^$option=[ym]" "$kdir/.config" || return 1
	done
)

# refused NAME PATTERN RELEASE ARCH OPTION...: by all three
refused()
{
	local name=$1 pattern=$2 release=$3 arch=$4 said
	shift 4

	kernel "$release" "$@"
	said=$(make_says 2>/dev/null)
	[ "$(echo "$said" | wc -l)" = 1 ] && echo "$said" | grep -q "$pattern"
	result "$name is refused"
	kbuild_says | grep -q "$pattern"
	result 'by Kbuild'
	! dkms_takes "$release" "$arch"
	result 'and left out by dkms'
}

# taken NAME RELEASE ARCH OPTION...: by all three
taken()
{
	local name=$1 release=$2 arch=$3
	shift 3

	kernel "$release" "$@"
	scripts/supported "$kdir"
	result "$name is taken"
	[ -z "$(kbuild_says)" ]
	result 'by Kbuild'
	dkms_takes "$release" "$arch"
	result 'and by dkms'
}

x86=(X86_64 MODULES KALLSYMS KALLSYMS_ALL SMP PERF_EVENTS)
arm64=(ARM64 MODULES KALLSYMS SMP)
ppc64=(PPC64 MODULES KALLSYMS SMP)

echo 'KTAP version 1'
refused 'one that is too old' '5.4.0-42-generic: 5.10 is the oldest' \
	5.4.0-42-generic x86_64 "${x86[@]}"
for release in 5.10.132 5.11.22 5.12.19; do
	refused "$release" "$release: it needs insn_decode()" $release x86_64 "${x86[@]}"
done
for release in 5.10.209 5.19.17 6.0.19; do
	refused "$release on arm64" "$release: 6.1 is the oldest" $release aarch64 \
		"${arm64[@]}"
	refused "$release on powerpc" "$release: 6.1 is the oldest" $release ppc64le \
		"${ppc64[@]}"
done
refused 'one of another architecture' architecture 6.1.0 riscv64 \
	RISCV MODULES KALLSYMS SMP
for option in "${x86[@]:1}"; do
	left=()
	for other in "${x86[@]}"; do
		[ "$other" = "$option" ] || left+=("$other")
	done
	refused "one without $option" "have: CONFIG_$option" 6.12.1 x86_64 "${left[@]}"
done
refused 'one whose indirect calls have hashes that assembly would have to give' \
	'checks indirect calls (CONFIG_FINEIBT)' 6.12.1 x86_64 "${x86[@]}" FINEIBT
for option in CFI CFI_CLANG; do
	refused "one with X86_KERNEL_IBT and $option" \
		'checks indirect calls and their targets' \
		6.12.1 x86_64 "${x86[@]}" X86_KERNEL_IBT $option
done
# header LINE: what linux/execmem.h has, where the kernel's header is, as Debian has it
header()
{
	mkdir -p "$common/include/linux"
	echo "$1" >"$common/include/linux/execmem.h"
	makefile="include $common/Makefile"
}
header 'void *execmem_alloc(enum execmem_type type, size_t size);'
refused 'one with memory for text that nobody can write' 'no execmem_alloc_rw()' \
	6.16.12 x86_64 "${x86[@]}" ARCH_HAS_EXECMEM_ROX
taken 'with other memory it' 6.16.12 x86_64 "${x86[@]}"
header 'void *execmem_alloc_rw(enum execmem_type type, size_t size);'
taken 'one with memory for text that can be written' 6.18.1 x86_64 "${x86[@]}" \
	ARCH_HAS_EXECMEM_ROX
makefile=
taken 'one that does not say where its headers are' 6.18.1 x86_64 "${x86[@]}" \
	ARCH_HAS_EXECMEM_ROX
taken 'one that checks targets alone' 6.12.1 x86_64 "${x86[@]}" X86_KERNEL_IBT
for release in 5.10.133 5.13.1 5.19.1 6.1.0-56-amd64 6.12.117+deb12-amd64 7.3.4; do
	taken "$release" "$release" x86_64 "${x86[@]}"
done
# It counts to 255.
SUBLEVEL=255 taken "Debian's 5.10" 5.10.0-46-cloud-amd64 x86_64 "${x86[@]}"
for release in 6.1.1 7.3.4; do
	taken "$release on arm64, without KALLSYMS_ALL" $release aarch64 "${arm64[@]}"
	taken "$release on powerpc" $release ppc64 "${ppc64[@]}"
done
# An upgrade of the system does not try what nobody has tried; a person may.
kernel 7.4.0 "${x86[@]}"
scripts/supported "$kdir" && [ -z "$(kbuild_says)" ] && ! dkms_takes 7.4.0 x86_64
result 'one newer than what was tried is left to make'
rm "$kdir/include/config/auto.conf"
make_says 2>/dev/null | grep -q 'not configured'
result 'one that is not configured is refused'
rm "$kdir/Makefile"
make_says 2>/dev/null | grep -q 'There is no kernel'
result 'none at all is refused'
# shellcheck disable=SC1091 # not a script
(unset kernel_source_dir; set +u; . ./dkms.conf) 2>&1 | { ! grep .; }
result 'dkms reads its file where there is none'
echo "1..$count"
