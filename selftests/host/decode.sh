#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# timeout: 300
# The x86 decoder against objdump: on all text of the kernels, and on random
# bytes (KP_SEED=, KP_COUNT=).
set -euo pipefail

here=$(dirname "$(realpath "$0")")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

[ -n "${KP_KERNEL_STANDALONE:-}" ] || {
	echo 'ok 1 decoder # SKIP needs the standalone kernel'
	echo '1..1'
	exit
}
make -s -f "$here/decode.mk" OUT="$out" \
	SOURCE="$(realpath "$KP_KERNEL_STANDALONE/build/source")" \
	"$out/decode_text" "$out/decode_random"

disassemble()
{
	objdump --no-show-raw-insn "$@"
}

# Each program counts for itself: one list of results from all of them.
results=0
renumber()
{
	awk -v n="$results" -v what="$1" '
		/^(not )?ok / { sub(/ok [0-9]+/, "ok " ++n " " what ":") }
		!/^KTAP|^1\.\./' "$out/results"
	results=$((results + $(grep -cE '^(not )?ok ' "$out/results")))
}

for kernel in STANDALONE DEBUG STOCK; do
	folder=KP_KERNEL_$kernel
	[ -n "${!folder:-}" ] || continue
	disassemble -d "${!folder}/vmlinux" 2>/dev/null |
		"$out/decode_text" "${!folder}/vmlinux" >"$out/results"
	renumber "${kernel,,}"
done

seed=${KP_SEED:-$(date +%s)}
"$out/decode_random" make "$seed" "${KP_COUNT:-500000}" >"$out/cells"
disassemble -z -D -b binary -m i386:x86-64 "$out/cells" |
	"$out/decode_random" check "$out/cells" >"$out/results"
renumber "random, seed $seed"
echo "1..$results"
