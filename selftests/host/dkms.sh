#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Build kprobes.ko by Debian's dkms against Debian's headers, in folders of its
# own: nothing is installed.
# timeout: 600
set -u

echo 'KTAP version 1'
echo '1..4'
[ -n "${KP_KERNEL_STOCK:-}" ] || {
	for n in 1 2 3 4; do
		echo "ok $n dkms # SKIP needs the stock kernel"
	done
	exit
}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)
release=$(basename "$(readlink "$KP_KERNEL_STOCK/modules")")
source=$tmp/src/kprobes-$version
mkdir -p "$tmp"/{tree,modules} "$source"
git ls-files -z -co --exclude-standard |
	rsync -a --from0 --files-from=- --ignore-missing-args . "$source"

run_dkms()
{
	local action=$1
	shift
	dkms "$action" -m kprobes -v "$version" --dkmstree "$tmp/tree" \
		--sourcetree "$tmp/src" --installtree "$tmp/modules" "$@"
}

count=0
result()
{
	local status=$?
	count=$((count + 1))
	[ $status = 0 ] && echo "ok $count $1" || echo "not ok $count $1"
}

run_dkms add
result 'dkms add'

run_dkms build -k "$release" --kernelsourcedir "$KP_KERNEL_STOCK/build" || {
	cat "$tmp"/tree/kprobes/*/build/make.log
	false
}
result 'dkms build'

modinfo -F vermagic "$tmp/tree/kprobes/$version/$release/x86_64/module/"kprobes.ko* |
	grep -q "^$release "
result 'the module is for this kernel'

run_dkms remove --all && [ ! -e "$tmp/tree/kprobes/$version" ]
result 'dkms remove'
