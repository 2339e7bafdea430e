#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The x86 decoder, slots and emulator in user space: every instruction form
# bare against probed, every rule of the decoder.
. "$(dirname "$(realpath "$0")")/lib.bash"
[ -n "${KP_KERNEL_STANDALONE:-}" ] ||
	skip_all 'instructions' 'needs the standalone kernel'
[ "$(uname -m)" = x86_64 ] ||
	skip_all 'instructions' 'needs an x86_64 host'
make -s -f "$here/decode.mk" OUT="$out" \
	SOURCE="$(realpath "$KP_KERNEL_STANDALONE/build/source")" \
	"$out/decode_native"
"$out/decode_native"
