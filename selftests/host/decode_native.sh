#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The x86 decoder, slots and emulator in user space: every instruction form
# bare against probed, every rule of the decoder.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

[ -n "${KP_KERNEL_STANDALONE:-}" ] || {
	echo 'ok 1 instructions # SKIP needs the standalone kernel'
	echo '1..1'
	exit
}
[ "$(uname -m)" = x86_64 ] || {
	echo 'ok 1 instructions # SKIP needs an x86_64 host'
	echo '1..1'
	exit
}
make -s -f "$here/decode.mk" OUT="$out" \
	SOURCE="$(realpath "$KP_KERNEL_STANDALONE/build/source")" \
	"$out/decode_native"
"$out/decode_native"
