#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# timeout: 300
# The x86 decoder against objdump: on all text of the kernels, and on random
# bytes (KP_SEED=, KP_COUNT=).
. "$(dirname "$(realpath "$0")")/lib.bash"
[ -n "${KP_KERNEL_STANDALONE:-}" ] ||
	skip_all 'decoder' 'needs the standalone kernel'
make -s -f "$here/decode.mk" OUT="$out" \
	SOURCE="$(realpath "$KP_KERNEL_STANDALONE/build/source")" \
	"$out/decode_text" "$out/decode_random"

disassemble()
{
	objdump --no-show-raw-insn "$@"
}

for kernel in STANDALONE DEBUG STOCK; do
	folder=KP_KERNEL_$kernel
	[ -n "${!folder:-}" ] || continue
	disassemble -d "${!folder}/vmlinux" 2>/dev/null |
		"$out/decode_text" "${!folder}/vmlinux" >"$out/results"
	renumber "${kernel,,}"
done

seed=${KP_SEED:-1}
"$out/decode_random" make "$seed" "${KP_COUNT:-500000}" >"$out/cells"
disassemble -z -D -b binary -m i386:x86-64 "$out/cells" |
	"$out/decode_random" check "$out/cells" >"$out/results"
renumber "random, seed $seed"
echo "1..$results"
