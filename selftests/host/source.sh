#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What dkms builds from, as `client-files source` makes it, has every source file that is no test
# and no sample, and every script that the Makefile calls to build and to install.
. "$(dirname "$(realpath "$0")")/lib.bash"
cd "$root"

# all_there NAME: the files named on the standard input are.
all_there()
{
	local missing
	sort -u >"$out/wanted"
	missing=$(while read -r file; do
		[ -e "$out/source/$file" ] || echo "# missing: $file"
	done <"$out/wanted")
	if [ -s "$out/wanted" ] && [ -z "$missing" ]; then
		result ok "$1"
	else
		echo "$missing"
		result 'not ok' "$1"
	fi
}

echo 'KTAP version 1'
scripts/client-files source "$out/source"
all_there 'sources' < <(git ls-files -co --exclude-standard -- '*.[chS]' '*Kbuild' \
	Makefile client.mk ':!selftests' ':!samples' ':!bench')
# Where make runs make although it is to say only what it would do.
mkdir -p "$out/kernel/include/generated"
touch "$out/kernel/include/generated/utsrelease.h"
echo 'modules modules_install:' >"$out/kernel/Makefile"
all_there 'scripts of make, make install and make client' < <(
	make -n KDIR="$out/kernel" M=client.c all install uninstall client |
		grep -oE '\bscripts/[a-z-]+')
echo "1..$results"
