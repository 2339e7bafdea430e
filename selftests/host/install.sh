#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What `make install` and dkms install, in folders of their own: a client is built
# against each; nothing is left when it is removed, and none has the other's files.
# timeout: 1200
set -u

count=0
result()
{
	local status=$?
	count=$((count + 1))
	[ $status = 0 ] && echo "ok $count $1" || echo "not ok $count $1"
}

echo 'KTAP version 1'
[ -n "${KP_KERNEL_STOCK:-}" ] || {
	echo '1..1'
	echo 'ok 1 install # SKIP needs the stock kernel'
	exit
}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)
release=$(basename "$(readlink "$KP_KERNEL_STOCK/modules")")
kdir=$KP_KERNEL_STOCK/build
source=$tmp/source
mkdir -p "$tmp"/{tree,bin,"modules/$release"} "$source"
git ls-files -z -co --exclude-standard |
	rsync -a --from0 --files-from=- --ignore-missing-args . "$source"
# dkms builds from what the package has.
scripts/client-files source "$tmp/src/kprobes-$version"
cp dkms.conf "$tmp/src/kprobes-$version"

# client_builds FOLDER: as README says it.
client_builds()
{
	rm -rf "$tmp/client"
	mkdir "$tmp/client"
	cp samples/kprobe_example.c "$tmp/client/client.c"
	{
		echo "KP := $1"
		sed -n '/^include/,/^obj-m := client.o/p' README.md
	} >"$tmp/client/Kbuild"
	make -s -C "$kdir" M="$tmp/client" modules &&
		modinfo -F depends "$tmp/client/client.ko" | grep -qx kprobes
}

# The machine's modules stay as they are.
printf '#!/bin/sh\n' >"$tmp/bin/depmod"
chmod +x "$tmp/bin/depmod"
export PATH=$tmp/bin:$PATH KP_CLIENT_DIR=$tmp/lib

run_dkms()
{
	local action=$1
	shift
	dkms "$action" -m kprobes -v "$version" --dkmstree "$tmp/tree" \
		--sourcetree "$tmp/src" --installtree "$tmp/modules" "$@"
}

run_dkms add
result 'dkms add'
run_dkms install -k "$release" --kernelsourcedir "$kdir" || {
	cat "$tmp"/tree/kprobes/*/build/make.log
	false
}
result 'dkms install'
for name in kprobes kprobe_events; do
	module=$(find "$tmp/modules/$release" -name "$name.ko*")
	modinfo -F vermagic "$module" | grep -q "^$release "
	result "$name.ko is for this kernel"
	[ "$(modinfo -F version "$module")" = "$version" ]
	result 'and has the version of dkms.conf'
done
client_builds "$tmp/lib/$release"
result 'a client is built against what dkms has installed'

make -C "$source" KDIR="$kdir" DESTDIR="$tmp/dest" install
result 'make install'
for name in kprobes kprobe_events; do
	[ -n "$(find "$tmp/dest/lib/modules/$release/extra" -name "$name.ko*")" ]
	result "$name.ko is there"
done
"$tmp/dest/usr/local/sbin/kp" -h | grep -q '^usage: kp '
result 'and kp'
client_builds "$tmp/dest/usr/local/lib/kprobes/$release"
result 'a client is built against what it has installed'
sed -n '/^```c/,/^```/p' README.md | sed '1d;$d' >"$tmp/one.c"
make -C "$source" KDIR="$kdir" M="$tmp/one.c" client &&
	[ "$(modinfo -F depends "$source/build/client/one/one.ko")" = kprobes ]
result 'make client builds a single file'
mkdir "$tmp/folder"
cp "$tmp/one.c" "$tmp/folder"
echo 'obj-m := one.o' >"$tmp/folder/Kbuild"
make -C "$source" KDIR="$kdir" M="$tmp/folder" client &&
	[ "$(modinfo -F depends "$tmp/folder/one.ko")" = kprobes ]
result 'and a folder'
make -C "$source" KDIR="$kdir" M=samples client &&
	[ "$(modinfo -F depends "$source"/samples/*.ko | grep -cx kprobes)" = \
	  "$(find samples -name '*.c' | wc -l)" ]
result 'and all samples, where they are'
# Nothing of the checkout is needed then.
rm -rf "$source"/{kprobes.ko,Module.symvers,build}
make -C "$source" KDIR="$kdir" M="$tmp/one.c" \
	KP="$tmp/dest/usr/local/lib/kprobes/$release" client &&
	[ "$(modinfo -F depends "$source/build/client/one/one.ko")" = kprobes ] &&
	[ ! -e "$source/kprobes.ko" ]
result 'make client builds against what is installed'
make -C "$source" KDIR="$kdir" M="$tmp/one.c" KP="$tmp" client 2>&1 |
	grep "there is no $tmp/client.mk"
result 'and says if that is not there'
sed -i '/^include/d' "$tmp/client/Kbuild"
make -s -C "$kdir" M="$tmp/client" clean
make -s -C "$kdir" M="$tmp/client" modules \
	MAKEFILES="$tmp/dest/usr/local/lib/kprobes/$release/client.mk" &&
	[ "$(modinfo -F depends "$tmp/client/client.ko")" = kprobes ]
result 'and one whose Kbuild names nothing, by MAKEFILES='
# uninstall ARGUMENT...: where there is nothing to build against any more
uninstall()
{
	make -C "$source" KDIR="$tmp/none" DESTDIR="$tmp/dest" "$@" uninstall
}

uninstall | grep RELEASE= && [ -e "$tmp/dest/usr/local/lib/kprobes/$release" ]
result 'make uninstall asks for the kernel'
mkdir "$tmp/dest/usr/local/lib/kprobes/another"
uninstall RELEASE="$release" && [ -e "$tmp/dest/usr/local/sbin/kp" ]
result 'kp stays as long as another kernel has ours'
rmdir "$tmp/dest/usr/local/lib/kprobes/another"
uninstall RELEASE="$release"
result 'make uninstall'
[ -z "$(find "$tmp/dest" -name 'kprobe*' -o -name Module.symvers -o -name kp)" ]
result 'nothing is left'
client_builds "$tmp/lib/$release"
result 'what dkms has installed is as it was'

run_dkms remove --all && [ ! -e "$tmp/tree/kprobes/$version" ]
result 'dkms remove'
[ ! -e "$tmp/lib" ] && [ -z "$(find "$tmp/modules" -name 'kprobe*.ko*')" ]
result 'nothing of it is left'

sed 's/^BUILD_EXCLUSIVE_KERNEL=.*/BUILD_EXCLUSIVE_KERNEL="^1\\."/' dkms.conf \
	>"$tmp/src/kprobes-$version/dkms.conf"
run_dkms add
run_dkms build -k "$release" --kernelsourcedir "$kdir"
[ $? = 77 ]
result 'a kernel that it is not for is passed over'
echo "1..$count"
