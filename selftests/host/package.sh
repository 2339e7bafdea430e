#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The Debian packages: made, looked at, and in a chroot, whose files are this machine's
# and whose changes are thrown away, installed, upgraded and removed. The first one is as
# before there was kprobes-headers.
# timeout: 1200
set -u

count=0
result()
{
	local status=$?
	count=$((count + 1))
	[ $status = 0 ] && echo "ok $count $1" || echo "not ok $count $1"
}

if [ "${1:-}" != inside ]; then
	echo 'KTAP version 1'
	why=
	[ -n "${KP_KERNEL_STOCK:-}" ] || why='needs the stock kernel'
	[ "$(id -u)" = 0 ] || why='needs root for a chroot'
	unshare -m true 2>/dev/null || why='needs a mount namespace'
	[ -z "$why" ] || {
		echo '1..1'
		echo "ok 1 package # SKIP $why"
		exit
	}
	exec unshare -m "$0" inside
fi

tmp=$(mktemp -d)
trap 'umount -l "$tmp"; rmdir "$tmp"' EXIT
mount -t tmpfs none "$tmp"
mkdir "$tmp"/{up,work,root,deb,new,new/tree}
headers=/usr/share/kprobes
release=$(basename "$(readlink "$KP_KERNEL_STOCK/modules")")
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)

case $(dpkg-parsechangelog -S Version) in "$version"*) ;; *) false ;; esac
result "the package has the module's version, $version"
scripts/deb "$tmp/deb" >"$tmp/log" 2>&1 || { cat "$tmp/log"; false; }
result 'make deb'
lintian --allow-root --fail-on error,warning "$tmp"/deb/*.deb
result 'lintian has nothing to say'

# The same as a newer package.
git ls-files -z -co --exclude-standard |
	rsync -a --from0 --files-from=- --ignore-missing-args . "$tmp/new/tree"
sed -i "1s/(.*)/($version+1)/" "$tmp/new/tree/debian/changelog"
rm -rf "$tmp/new/tree/.git"
# As after make client M=samples.
touch "$tmp/new/tree/samples/kprobe_example.ko"
"$tmp/new/tree/scripts/deb" "$tmp/new" >"$tmp/log" 2>&1 || { cat "$tmp/log"; false; }
result 'a newer package is made'
! dpkg-deb -c "$tmp"/new/kprobes-doc_*.deb | grep '[.]ko' &&
	dpkg-deb -c "$tmp"/new/kprobes-doc_*.deb | grep -q 'examples/kprobe_example[.]c'
result 'without what was built in its tree'

# kprobes-dkms as it was before: it has all that clients need, each kernel a copy.
dpkg-deb -R "$tmp"/deb/kprobes-dkms_*.deb "$tmp/before" &&
	cp client.mk "$tmp/before/usr/src/kprobes-$version" &&
	sed -i -e "s/^Version: .*/Version: $version~1/" -e '/^Depends:/s/kprobes-headers[^,]*, //' \
		"$tmp/before/DEBIAN/control" &&
	dpkg-deb -b "$tmp/before" "$tmp/before.deb" >"$tmp/log" 2>&1
result 'an older package is made, without kprobes-headers'

mount -t overlay -o "lowerdir=/,upperdir=$tmp/up,workdir=$tmp/work" none "$tmp/root"
mount -t tmpfs none "$tmp/root/tmp"
mount --rbind /proc "$tmp/root/proc"
mount --rbind /dev "$tmp/root/dev"
modules=/lib/modules/$release
mkdir -p "$tmp/root$modules"
ln -sfn "$KP_KERNEL_STOCK/build" "$tmp/root$modules/build"
cp "$KP_KERNEL_STOCK"/modules/modules.{builtin,order} "$tmp/root$modules"
# There this kernel is the one that runs.
cat >"$tmp/root/usr/local/bin/uname" <<END
#!/bin/sh
[ "\$*" != -r ] || { echo $release; exit; }
exec /usr/bin/uname "\$@"
END
chmod +x "$tmp/root/usr/local/bin/uname"
mkdir "$tmp/root/tmp/"{deb,new}
cp "$tmp/before.deb" "$tmp/root/tmp"
for package in dkms headers tools; do
	cp "$tmp"/deb/kprobes-${package}_*.deb "$tmp/root/tmp/deb/$package.deb"
	cp "$tmp"/new/kprobes-${package}_*.deb "$tmp/root/tmp/new/$package.deb"
done

inside()
{
	chroot "$tmp/root" env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		DEBIAN_FRONTEND=noninteractive "$@" >"$tmp/log" 2>&1 || {
		cat "$tmp/log" "$tmp"/root/var/lib/dkms/kprobes/*/build/make.log
		false
	}
}

# has_version MODULE: it is there, and of this version.
has_version()
{
	inside modinfo -F version "$(cd "$tmp/root" &&
		find ".$modules/updates" -name "$1.ko*" | head -n 1)" &&
		[ "$(cat "$tmp/log")" = "$version" ]
}

is_installed()
{
	has_version kprobes && has_version kprobe_events &&
		[ -e "$tmp/root/usr/lib/kprobes/$release/Module.symvers" ] &&
		[ -e "$tmp/root/usr/lib/kprobes/$release/client.mk" ]
}

# Whether what is the same for all kernels is kprobes-headers', and is there.
has_headers()
{
	local at=$tmp/root/usr/lib/kprobes/$release

	inside dpkg -S $headers/client.mk &&
		grep -q "^kprobes-headers: " "$tmp/log" &&
		[ "$(realpath "$at/client.mk" "$at/include" | paste -sd ' ')" = \
		  "$tmp/root$headers/client.mk $tmp/root$headers/include" ] &&
		diff -r include "$at/include" && cmp client.mk "$at/client.mk"
}

# client_builds ARGUMENT...: of make's
client_builds()
{
	inside make -s -C "$modules/build" M=/tmp/client clean modules "$@" &&
		[ "$(modinfo -F depends "$tmp/root/tmp/client/client.ko")" = kprobes ]
}

mkdir "$tmp/root/tmp/client"
sed -n '/^```c/,/^```/p' README.md | sed '1d;$d' >"$tmp/root/tmp/client/client.c"
cat >"$tmp/root/tmp/client/Kbuild" <<'END'
include /usr/lib/kprobes/$(KERNELRELEASE)/client.mk
obj-m := client.o
END

inside dpkg -i /tmp/before.deb
result 'the older one is installed'
is_installed && [ ! -e "$tmp/root$headers" ]
result 'the modules and what clients need are there'
client_builds
result 'a client is built against it'
! inside dpkg -i /tmp/deb/dkms.deb >/dev/null 2>&1 &&
	grep -q 'depends on kprobes-headers (= ' "$tmp/log"
result 'it is not upgraded without kprobes-headers'
inside dpkg -i /tmp/deb/dkms.deb /tmp/deb/headers.deb
result 'it is upgraded with them'
is_installed && has_headers
result 'the modules and what clients need are there, by links'
client_builds
result 'a client is built against it, its Kbuild as it was'
echo 'obj-m := client.o' >"$tmp/root/tmp/client/Kbuild"
client_builds MAKEFILES="/usr/lib/kprobes/$release/client.mk"
result 'and one that make is told of'
mkdir "$tmp/root/tmp/scripts"
cp scripts/client-build "$tmp/root/tmp/scripts"
rm "$tmp/root/tmp/client/client.ko"
inside KP_CLIENT_MK="/usr/lib/kprobes/$release/client.mk" \
	/tmp/scripts/client-build /tmp/client "$modules/build" &&
	[ "$(modinfo -F depends "$tmp/root/tmp/client/client.ko")" = kprobes ]
result 'and by make client KP='
inside dpkg -i /tmp/new/dkms.deb /tmp/new/headers.deb
result 'both are upgraded'
is_installed && has_headers
result 'the modules and what clients need are there then'
inside dpkg -i /tmp/deb/tools.deb && inside kp -h && grep -q '^usage: kp ' "$tmp/log"
result 'kp comes with kprobes-tools'
inside dpkg --purge kprobes-tools kprobes-dkms kprobes-headers
result 'they are removed'
[ -z "$(find "$tmp/root$modules" -name 'kprobe*.ko*')" ] &&
	[ -z "$(cd "$tmp/root" && ls -d usr/src/kprobes-* usr/lib/kprobes \
		usr/share/kprobes usr/sbin/kp var/lib/dkms/kprobes 2>/dev/null)" ]
result 'nothing of it is left'
echo "1..$count"
